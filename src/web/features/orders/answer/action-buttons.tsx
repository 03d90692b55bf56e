import type { OrderView } from '#web/api/order.ts'
import { actions, type Action } from '#contract/desk/action.ts'
import { hasNext, hindrance, mainAction } from '#web/features/orders/order-can.ts'
import { isHalfPicked } from '#web/features/orders/picking/pick-count.ts'
import { orderNumber } from '#web/format/order-number.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useId } from 'react'
import { ActionButton } from './action-button.tsx'

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
