import type { OrderView } from '#client/order.ts'
import type { Action } from '#contract/desk/action.ts'
import { hindrance, isUnsettled, mainAction } from '#features/orders/order-can.ts'
import { isHalfPicked } from '#features/orders/picking/pick-count.ts'
import { orderNumber } from '#reading/order-number.ts'
import { useWords } from '#words/words.tsx'
import { useId } from 'react'
import { ActionButton } from './action-button.tsx'

interface ActionButtonsProps {
  readonly view: OrderView
  readonly isDigital: boolean
  readonly isBusy: boolean
  readonly onTap: (action: Action) => void
}

const inOrder: readonly Action[] = ['reject', 'accept', 'ready']

/** All three, the one that comes next the largest and under the thumb; what hinders all of the others is said once. */
export function ActionButtons({ view, isDigital, ...rest }: ActionButtonsProps) {
  const { order, lane, row } = view
  const say = useWords()
  const id = useId()
  const main = mainAction(lane)
  const others = inOrder.filter((action) => action !== main)
  const [reason, ...more] = new Set(others.map((action) => hindrance(action, lane)))
  const isShared = reason && more.length === 0
  const shared = { ...rest, lane, isChecked: isUnsettled(row) }
  const hints = {
    accept: isDigital ? 'action.codesHint' : 'action.acceptHint',
    reject: 'action.rejectHint',
    ready: order.is_pickup === true ? 'action.pickupHint' : 'action.readyHint',
  } as const
  return (
    <div className="answers">
      <div className="answer">
        <div className="answers-beside">
          {others.map((action) => (
            <ActionButton
              key={action}
              {...shared}
              action={action}
              hint={hints[action]}
              reasonId={isShared ? id : undefined}
            />
          ))}
        </div>
        {isShared && (
          <p id={id} className="answer-hint">
            {say(reason)}
          </p>
        )}
      </div>
      {main && (
        <ActionButton
          {...shared}
          action={main}
          hint={hints[main]}
          mainOf={orderNumber(order)}
          isEarly={main === 'ready' && isHalfPicked(order, row?.picks ?? [])}
        />
      )}
    </div>
  )
}
