import type { OrderRow } from '#contract/desk/inbox.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { AnswerFailure } from '#web/features/orders/answer/answer-failure.tsx'
import { AnswerStatus } from '#web/features/orders/answer/answer-status.tsx'
import { LastWord } from '#web/features/orders/answer/last-word.tsx'
import { useAnswer } from '#web/features/orders/answer/use-answer.ts'
import { useBarTaps } from '#web/features/orders/answer/use-bar-taps.ts'
import { useHeldAnswer } from '#web/features/orders/answer/hold/use-held-answer.ts'
import { slowMs, useLease } from '#web/features/orders/answer/lease/use-lease.ts'
import { isUnreconciled } from '#web/features/orders/order-can.ts'
import { isHalfPicked } from '#web/features/orders/picking/pick-count.ts'
import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useId } from 'react'
import { isInSight, watchSight } from '#web/features/orders/board/lane-in-sight.ts'

interface CardReadyProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/**
 * The next thing to do with an order that is packed, on the card itself; held for five seconds, as on its own screen. One
 * button, which becomes its own Undo and keeps the focus; a board has hundreds of them.
 */
export function CardReady({ row, order }: CardReadyProps) {
  const t = useTranslate()
  const answer = useAnswer(order, true, () => isInSight(row.lane))
  const hold = useHeldAnswer({ order, lane: row.lane, row }, answer, () => undefined)
  const { taps, wasMisclick } = useBarTaps(hold.held ? 'undo' : 'ready')
  const id = useId()
  const isChecked = isUnreconciled(row)
  // Until somebody knows what came of the last answer the desk takes no other one.
  const isUnknown = isChecked || answer.isUnknown
  useLease(order.id, hold.held !== undefined || answer.isPending, answer.isPending ? slowMs : 0)

  // Nobody could undo it in a lane that gave way to another.
  useEffect(() => (hold.held ? watchSight(() => isInSight(row.lane) || hold.leave()) : undefined))

  function tap() {
    if (hold.held) return hold.undo()
    answer.forget()
    hold.forgetUnsent()
    hold.send({ action: 'ready' })
  }

  return (
    <>
      {!isUnknown && (
        <Button
          {...taps}
          look={hold.held || !isHalfPicked(order, row.picks) ? 'primary' : 'quiet'}
          isBusy={answer.isPending}
          aria-describedby={id}
          className="mx-3 mb-3 min-h-14 w-[calc(100%-1.5rem)] px-2!"
          onClick={tap}
        >
          {t(hold.held ? 'action.undo' : 'action.ready')}
        </Button>
      )}
      {/* Below it: the Undo stays where the finger is, and in sight. */}
      {(hold.held ||
        isUnknown ||
        answer.isPending ||
        hold.unsent !== '' ||
        wasMisclick ||
        answer.state.step === 'failed') && (
        <div className="flex flex-col gap-2 px-3 pb-3">
          <AnswerStatus
            id={id}
            state={answer.state}
            held={hold.held?.action}
            seconds={hold.secondsLeft}
            status=""
            unsent={hold.unsent}
            wasMisclick={wasMisclick}
          >
            {isChecked && <LastWord row={row} />}
          </AnswerStatus>
          {answer.state.step === 'failed' && <AnswerFailure state={answer.state} lane={row.lane} />}
        </div>
      )}
    </>
  )
}
