import type { RejectBody } from '#contract/vendor/order-endpoints.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { isCalledOff } from '#domain/lane.ts'
import type { OrderView } from '#web/api/order.ts'
import { countAnswer } from '#web/api/screen-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { notify } from '#web/api/toasts.ts'
import { isDialogOpen, watchDialogs } from '#web/components/dialog.tsx'
import { hindrance, type Hindrance } from '#web/features/orders/order-can.ts'
import { useAskTimeLeft } from '#web/features/orders/time/time-left.tsx'
import { orderNumber } from '#web/format/order-number.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { Answer } from './send-action.ts'
import type { useAnswer } from './use-answer.ts'
import { useChangeOf } from './bar-presses.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * What somebody who rejects an order means by its lines: once they are others, it is asked anew. Nothing of an order that
 * was not read yet; and no more of a line than its goods, for its picture may have another address at each reading.
 */
export const linesMeant = ({ items }: ReadOrder): string | undefined =>
  items && JSON.stringify(items, ['id', 'quantity', 'product'])

const holdMs = 5000
const tickMs = 250
/** A tablet that did not tick for longer has slept, or its clock was set. */
const sleptMs = 2000

interface Held<T> {
  readonly what: T
  /** On this tablet's own clock: a hold is nothing that anybody else counts. */
  readonly until: number
}

/**
 * Keeps something back for five seconds, so that it can be undone. Leaving the screen, or putting the tablet to sleep,
 * takes it back too, and so does `leave`; `onLeft` is told then.
 */
export function useHold<T>(onLeft: () => void) {
  const [held, setHeld] = useState<Held<T> & { readonly release: (what: T) => void }>()
  const [now, setNow] = useState(Date.now)
  const left = useRef(onLeft)
  const current = useRef(held)
  useEffect(() => {
    left.current = onLeft
    current.current = held
  })
  // The ref goes first: who leaves the screen before the next drawing must find nothing left to take back.
  const end = useCallback(() => {
    current.current = undefined
    setHeld(undefined)
  }, [])
  const takeBack = useCallback(() => {
    if (!current.current) return
    end()
    left.current()
  }, [end])

  useEffect(() => {
    if (!held) return
    countAnswer(1)
    let tickedAt = Date.now()
    const timer = setInterval(() => {
      // It was taken back, and that has not been drawn yet.
      if (current.current !== held) return clearInterval(timer)
      const sinceMs = Date.now() - tickedAt
      tickedAt += sinceMs
      if (Math.abs(sinceMs) > sleptMs) takeBack()
      else if (tickedAt >= held.until) {
        // Once, though a busy tablet may draw late.
        clearInterval(timer)
        end()
        held.release(held.what)
      } else setNow(tickedAt)
    }, tickMs)
    return () => {
      clearInterval(timer)
      countAnswer(-1)
    }
  }, [held, end, takeBack])

  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && takeBack()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      takeBack()
    }
  }, [takeBack])

  return {
    held: held?.what,
    secondsLeft: held ? Math.max(0, Math.ceil((held.until - now) / 1000)) : 0,
    hold(what: T, release: (what: T) => void) {
      setNow(Date.now())
      setHeld({ what, until: Date.now() + holdMs, release })
    },
    undo: end,
    leave: takeBack,
  }
}

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
