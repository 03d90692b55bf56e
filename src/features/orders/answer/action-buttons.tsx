import type { Action } from '#contract/desk/action.ts'
import type { Lane } from '#contract/desk/lane.ts'
import { hindrance, mainAction } from '#features/orders/order-can.ts'
import { useWords, type WordKey } from '#words/words.tsx'
import { useId } from 'react'
import { ActionButton } from './action-button.tsx'

interface ActionButtonsProps {
  readonly lane: Lane
  readonly isBusy: boolean
  /** It could be marked as ready, and is not all picked. */
  readonly isEarly: boolean
  readonly hints: Readonly<Record<Action, WordKey>>
  readonly onTap: (action: Action) => void
}

const inOrder: readonly Action[] = ['reject', 'accept', 'ready']

/** All three, the one that comes next the largest and under the thumb; what hinders all of the others is said once. */
export function ActionButtons({ lane, isBusy, isEarly, hints, onTap }: ActionButtonsProps) {
  const say = useWords()
  const id = useId()
  const main = mainAction(lane)
  const others = inOrder.filter((action) => action !== main)
  const [reason, ...more] = new Set(others.map((action) => hindrance(action, lane)))
  const isShared = reason && more.length === 0
  const common = { lane, isBusy, onTap }
  return (
    <div className="answers">
      <div className="answer">
        <div className="answers-beside">
          {others.map((action) => (
            <ActionButton
              key={action}
              {...common}
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
        <ActionButton {...common} action={main} hint={hints[main]} isMain isEarly={main === 'ready' && isEarly} />
      )}
    </div>
  )
}
