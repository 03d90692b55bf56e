import type { Action } from '#contract/desk/action.ts'
import type { Lane } from '#contract/desk/lane.ts'
import { hindrance, nextAction } from '#features/orders/order-can.ts'
import { Button } from '#ui/button.tsx'
import { useWords } from '#words/words.tsx'
import { useId } from 'react'

interface ActionButtonProps {
  readonly action: Action
  readonly lane: Lane
  /** Something is on its way, or about to be. */
  readonly isBusy: boolean
  /** Nobody knows yet what came of the last answer, and the desk takes no other one until then. */
  readonly isChecked: boolean
  /** It may be done, and something else comes first. */
  readonly isEarly?: boolean
  readonly onTap: (action: Action) => void
}

/** A key gives them the focus; see `features/keys`. */
const shortcuts = { accept: 'a', reject: 'r', ready: 'm' }

/** One action, with its consequence beneath it, or the reason why it cannot be done now. */
export function ActionButton({ action, lane, isBusy, isChecked, isEarly = false, onTap }: ActionButtonProps) {
  const say = useWords()
  const id = useId()
  const hindered = hindrance(action, lane)
  const why = hindered ?? (isBusy ? 'cannot.busy' : isChecked ? 'cannot.checking' : undefined)
  const isNext = nextAction(lane) === action
  // On a narrow screen the next thing to do takes a row of its own, under the thumb.
  const isMain = isNext || (action === 'accept' && nextAction(lane) === undefined)
  const place = isMain ? 'max-tablet:order-last max-tablet:not-short:col-span-2' : ''
  return (
    <div className={`flex flex-col gap-1 ${place}`}>
      <Button
        look={isNext && !isEarly ? 'primary' : action === 'reject' ? 'grave' : 'quiet'}
        size="large"
        disabled={hindered !== undefined}
        isBusy={isBusy || isChecked}
        aria-describedby={id}
        aria-keyshortcuts={shortcuts[action]}
        onClick={() => onTap(action)}
      >
        {say(`action.${action}`)}
      </Button>
      <p id={id} className="text-center text-sm text-faint max-tablet:leading-4 short:sr-only">
        {say(why ?? `action.${action}Hint`)}
      </p>
    </div>
  )
}
