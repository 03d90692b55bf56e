import { type Action, actions } from '#contract/desk/action.ts'
import type { Lane } from '#contract/desk/inbox.ts'
import type { OrderView } from '#web/api/order.ts'
import { Button } from '#web/components/button.tsx'
import { hasNext, type Hindrance, hindrance, mainAction } from '#web/features/orders/order-can.ts'
import { isHalfPicked } from '#web/features/orders/picking/pick-count.ts'
import { useTranslate, type MessageKey } from '#web/i18n/translations.tsx'
import { useId } from 'react'

interface ActionButtonProps {
  readonly action: Action
  /** What has to be known before the press. */
  readonly hint: MessageKey | undefined
  /** It is the largest button. */
  readonly isMain?: boolean
  /** Whether it is the next step. */
  readonly isNext?: boolean
  /** The id of the text that explains why the button ignores presses while an answer is being sent. */
  readonly busyId: string | undefined
  readonly onPress: (action: Action) => void
}

/** Keys that focus the buttons; see `features/shortcuts`. */
const shortcuts = { accept: 'a', reject: 'r', ready: 'm' }

/** The button of an available action. */
function ActionButton({ action, hint, isMain = false, isNext = false, busyId, onPress }: ActionButtonProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <div className="answer">
      <Button
        look={isNext ? 'primary' : action === 'reject' ? 'grave' : 'quiet'}
        size={isMain ? 'large' : 'compact'}
        isBusy={busyId !== undefined}
        aria-describedby={busyId ?? (hint && id)}
        aria-keyshortcuts={shortcuts[action]}
        onClick={() => onPress(action)}
      >
        {t(`action.${action}`)}
      </Button>
      {hint && (
        <p id={id} className="answer-hint">
          {t(hint)}
        </p>
      )}
    </div>
  )
}

interface ActionButtonsProps {
  readonly view: OrderView
  readonly isDigital: boolean
  /** An answer is being sent. */
  readonly isBusy: boolean
  /** The outcome of the last answer is unknown; until it is known, the desk accepts no other. */
  readonly isUnknown: boolean
  readonly onPress: (action: Action) => void
}

/** The available actions, the next step the largest and under the thumb, and why the others are unavailable. */
export function ActionButtons({ view, isDigital, isBusy, isUnknown, onPress }: ActionButtonsProps) {
  const { order, lane, row } = view
  const t = useTranslate()
  const id = useId()
  const main = mainAction(lane)
  const offered = isUnknown ? [] : actions.filter((action) => !hindrance(action, lane))
  const others = offered.filter((action) => action !== main)
  // Said only where the next step cannot be taken: a button that is not there needs no reason else.
  const hindered = main && offered.includes(main) ? undefined : reasonOf(lane)
  const why = isUnknown ? 'cannot.checking' : isBusy ? 'cannot.busy' : hindered
  const shared = { busyId: isBusy ? id : undefined, onPress }
  return (
    <>
      {offered.length > 0 && (
        <div className="answers">
          {others.map((action) => (
            <ActionButton key={action} {...shared} action={action} hint={undefined} />
          ))}
          {main && (
            <ActionButton
              // A reused button would keep the focus although its action has changed.
              key={main}
              {...shared}
              action={main}
              hint={main === 'accept' && isDigital ? 'action.codesHint' : undefined}
              isMain
              isNext={hasNext(lane) && !(main === 'ready' && isHalfPicked(order, row?.picks ?? []))}
            />
          )}
        </div>
      )}
      {why && (
        <p id={id} className={offered.length > 0 ? 'answer-hint' : 'text-center text-sm text-soft'}>
          {t(why)}
        </p>
      )}
    </>
  )
}

/** Why the order's lane allows no next step. */
const reasonOf = (lane: Lane): Hindrance =>
  actions.map((action) => hindrance(action, lane)).find((why) => why !== undefined)
