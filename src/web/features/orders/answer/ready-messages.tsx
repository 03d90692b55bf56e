import type { OrderRow } from '#contract/desk/inbox.ts'
import { AnswerFailure, AnswerStatus } from './answer-failure.tsx'
import { LastNote } from './answer-notes.tsx'
import type { useReady } from './use-ready.ts'

interface ReadyMessagesProps {
  /** By which the button names them as its description. */
  readonly id: string
  readonly row: OrderRow
  readonly ready: ReturnType<typeof useReady>
  readonly className: string
}

/** What happens to an order that is marked as ready where it is one of many; nothing while there is nothing to say. */
export function ReadyMessages({ id, row, ready, className }: ReadyMessagesProps) {
  const { answer, hold, wasMisclick, isChecked, isUnknown } = ready
  const hasFailed = answer.state.step === 'failed'
  if (!hold.held && !isUnknown && !answer.isPending && hold.unsent === '' && !wasMisclick && !hasFailed) return null
  return (
    <div className={className}>
      <AnswerStatus
        id={id}
        state={answer.state}
        held={hold.held?.action}
        seconds={hold.secondsLeft}
        status=""
        unsent={hold.unsent}
        wasMisclick={wasMisclick}
      >
        {isChecked && <LastNote row={row} />}
      </AnswerStatus>
      {answer.state.step === 'failed' && (
        <AnswerFailure state={answer.state} lane={row.lane} onSignedIn={answer.forgetFailure} />
      )}
    </div>
  )
}
