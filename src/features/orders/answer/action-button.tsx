import type { Action } from '#contract/desk/action.ts'
import type { Lane } from '#contract/desk/lane.ts'
import { hasNext, hindrance } from '#features/orders/order-can.ts'
import { Button } from '#ui/button.tsx'
import { Digits } from '#ui/text.tsx'
import { useWords, type WordKey } from '#words/words.tsx'
import { useId } from 'react'

interface ActionButtonProps {
  readonly action: Action
  readonly lane: Lane
  /** What comes of it. */
  readonly hint: WordKey
  /** The one thing to do: it is the largest, and says of which order, whose head may be scrolled away. */
  readonly mainOf?: string
  /** Something is on its way, or about to be. */
  readonly isBusy: boolean
  /** Nobody knows yet what came of the last answer, and the desk takes no other one until then. */
  readonly isChecked: boolean
  /** It may be done, and something else comes first. */
  readonly isEarly?: boolean
  /** The id of what says why none of its kind can be done, where that is said once for all of them. */
  readonly reasonId?: string | undefined
  readonly onTap: (action: Action) => void
}

/** A key gives them the focus; see `features/keys`. */
const shortcuts = { accept: 'a', reject: 'r', ready: 'm' }

/** One action, with its consequence beneath it, or the reason why it cannot be done now. */
export function ActionButton(props: ActionButtonProps) {
  const { action, lane, hint, mainOf, isBusy, isChecked, isEarly, reasonId, onTap } = props
  const say = useWords()
  const id = useId()
  const hindered = hindrance(action, lane)
  const why = hindered ?? (isBusy ? 'cannot.busy' : isChecked ? 'cannot.checking' : undefined)
  return (
    <div className="answer">
      <Button
        look={mainOf && hasNext(lane) && !isEarly ? 'primary' : action === 'reject' ? 'grave' : 'quiet'}
        size={mainOf ? 'large' : 'compact'}
        disabled={hindered !== undefined}
        isBusy={isBusy || isChecked}
        aria-describedby={reasonId ?? id}
        aria-keyshortcuts={shortcuts[action]}
        onClick={() => onTap(action)}
      >
        {say(`action.${action}`)}
      </Button>
      {reasonId === undefined && (
        <p className="answer-hint">
          {mainOf && (
            <>
              <Digits className="font-bold">{mainOf}</Digits>
              {' · '}
            </>
          )}
          <span id={id}>{say(why ?? hint)}</span>
        </p>
      )}
    </div>
  )
}
