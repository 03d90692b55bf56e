import { type Action, actions } from '#contract/desk/action.ts'
import type { OrderView } from '#web/api/order.ts'
import { Button } from '#web/components/button.tsx'
import { Digits } from '#web/components/text.tsx'
import { hasNext, hindrance, mainAction } from '#web/features/orders/order-can.ts'
import { isHalfPicked } from '#web/features/orders/picking/use-picks.ts'
import { orderNumber } from '#web/format/order-number.ts'
import { useTranslate, type MessageKey } from '#web/i18n/translations.tsx'
import { useId } from 'react'

interface ActionButtonProps {
  readonly action: Action
  /** What comes of it. */
  readonly hint: MessageKey
  /** The one thing to do: it is the largest, and says of which order, whose head may be scrolled away. */
  readonly mainOf?: string | undefined
  /** It is what comes next. */
  readonly isNext?: boolean
  /** The id of the line that says why it takes no tap now, while something is on its way. */
  readonly busyId: string | undefined
  readonly onTap: (action: Action) => void
}

/** A key gives them the focus; see `features/keys`. */
const shortcuts = { accept: 'a', reject: 'r', ready: 'm' }

/** One action that can be done now, with its consequence beneath it. */
function ActionButton({ action, hint, mainOf, isNext = false, busyId, onTap }: ActionButtonProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <div className="answer">
      <Button
        look={isNext ? 'primary' : action === 'reject' ? 'grave' : 'quiet'}
        size={mainOf === undefined ? 'compact' : 'large'}
        isBusy={busyId !== undefined}
        aria-describedby={busyId ?? id}
        aria-keyshortcuts={shortcuts[action]}
        onClick={() => onTap(action)}
      >
        {t(`action.${action}`)}
      </Button>
      <p className="answer-hint">
        {mainOf !== undefined && (
          <>
            <Digits className="font-bold">{mainOf}</Digits>
            {' · '}
          </>
        )}
        <span id={id}>{t(hint)}</span>
      </p>
    </div>
  )
}

interface ActionButtonsProps {
  readonly view: OrderView
  readonly isDigital: boolean
  /** An answer is being sent. */
  readonly isBusy: boolean
  /** Nobody knows yet what came of the last answer, and the desk takes no other one until then. */
  readonly isUnknown: boolean
  readonly onTap: (action: Action) => void
}

/** What can be done now, the one that comes next the largest and under the thumb; and in one line why the rest cannot. */
export function ActionButtons({ view, isDigital, isBusy, isUnknown, onTap }: ActionButtonsProps) {
  const { order, lane, row } = view
  const t = useTranslate()
  const id = useId()
  const main = mainAction(lane)
  const offered = isUnknown ? [] : actions.filter((action) => !hindrance(action, lane))
  const others = offered.filter((action) => action !== main)
  const hindered = actions.map((action) => hindrance(action, lane)).find((why) => why !== undefined)
  const why = isUnknown ? 'cannot.checking' : isBusy ? 'cannot.busy' : hindered
  const shared = { busyId: isBusy ? id : undefined, onTap }
  const hints = {
    accept: isDigital ? 'action.codesHint' : 'action.acceptHint',
    reject: 'action.rejectHint',
    ready: order.is_pickup === true ? 'action.pickupHint' : 'action.readyHint',
  } as const
  return (
    <>
      {offered.length > 0 && (
        <div className="answers">
          {others.map((action) => (
            <ActionButton key={action} {...shared} action={action} hint={hints[action]} />
          ))}
          {main && (
            <ActionButton
              // One button that changes what it does would keep the focus for another thing.
              key={main}
              {...shared}
              action={main}
              hint={hints[main]}
              mainOf={orderNumber(order)}
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
