import { isCalledOff } from '#domain/lane.ts'
import { notify } from '#web/api/toasts/toasts.ts'
import type { OrderView } from '#web/api/order.ts'
import { sessionQuery } from '#web/api/session.ts'
import type { RejectBody } from '#contract/vendor/order-endpoints.ts'
import { hindrance, type Hindrance } from '#web/features/orders/order-can.ts'
import { useAskTimeLeft } from '#web/features/orders/time/use-time-left.ts'
import { orderNumber } from '#web/format/order-number.ts'
import { isDialogOpen, watchDialogs } from '#web/components/open-dialogs.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { linesMeant } from './lines-meant.ts'
import type { Answer } from '#web/features/orders/answer/send-action.ts'
import type { useAnswer } from '#web/features/orders/answer/use-answer.ts'
import { useChangeOf } from '#web/features/orders/answer/use-change-of.ts'
import { useHold } from './use-hold.ts'

/** Under this there is no time for second thoughts. */
const noHoldUnderSeconds = 15

/** The order as it is shown, on its own screen or on a card. */
type HeldView = Pick<OrderView, 'order' | 'lane'> & {
  readonly row: Pick<NonNullable<OrderView['row']>, 'respond_by'> | undefined
}

/** What cannot be undone waits five seconds; `onOver` is called where its Undo goes away by a tap or by time. */
export function useHeldAnswer(view: HeldView, answer: ReturnType<typeof useAnswer>, onOver: () => void) {
  const { order, lane } = view
  const t = useTranslate()
  const hold = useHold<Answer>(() => notify(t('held.left', { number: orderNumber(order) })))
  /** What became of something that was not sent. */
  const [unsent, setUnsent] = useState('')
  /** What was chosen for a rejection that was undone or failed: who mends it, or taps again, need not choose all anew. */
  const [undone, setUndone] = useState<RejectBody>()
  const askTimeLeft = useAskTimeLeft(view)
  useTakenBack(hold.held !== undefined, takeBack)
  /** Who rejects means the order as it was: whoever still wants to says so again. */
  const askAnew = (why?: Hindrance) => {
    setUndone(undefined)
    if (hold.held?.action === 'reject') takeBack(why)
  }
  // Another has accepted it, or asks the customer.
  useChangeOf(lane, () => askAnew(hindrance('accept', lane)))
  const lines = linesMeant(order)
  // That they have come to be known is no change.
  useChangeOf(lines, (before) => before && lines && askAnew())

  async function sendNow(now: Answer) {
    if (!(await answer.send(now))) keepUndone(now)
  }

  const keepUndone = (unheld: Answer | undefined) => setUndone(unheld?.action === 'reject' ? unheld.body : undefined)

  function takeBack(why?: Hindrance) {
    hold.undo()
    const notSent = t('held.undone')
    setUnsent(isCalledOff(order) ? t('held.cancelled') : why ? `${notSent} ${t(why)}` : notSent)
  }

  return {
    held: hold.held,
    secondsLeft: hold.secondsLeft,
    unsent,
    forgetUnsent: () => setUnsent(''),
    /** The rejection that somebody undid, or that failed. */
    undone,
    /** An order about to expire does not wait. */
    send(held: Answer) {
      answer.forget()
      const left = lane === 'answer' ? askTimeLeft() : undefined
      if (left && left.seconds < noHoldUnderSeconds) return void sendNow(held)
      hold.hold(held, (released) => {
        onOver()
        void sendNow(released)
      })
    },
    /** Says why it was not sent. */
    takeBack,
    /** Its place on the screen is hidden by something else. */
    leave: hold.leave,
    /** Somebody wants it so. */
    undo() {
      keepUndone(hold.held)
      takeBack()
      onOver()
    },
  }
}

/** Takes back what is held where nobody could undo it any more, or where it would be sent in the name of another. */
function useTakenBack(isHeld: boolean, takeBack: () => void): void {
  const staffId = useQuery(sessionQuery()).data?.staff?.id
  useChangeOf(staffId, () => isHeld && takeBack())
  useEffect(() => (isHeld ? watchDialogs(() => isDialogOpen() && takeBack()) : undefined))
}
