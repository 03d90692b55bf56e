import type { RejectBody } from '#contract/vendor/order-endpoints.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { isCalledOff } from '#domain/lane.ts'
import type { OrderView } from '#web/api/order.ts'
import { countAnswer } from '#web/api/screen-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { notify } from '#web/api/toasts.ts'
import { isDialogOpen, watchDialogs } from '#web/components/open-dialogs.ts'
import { hindrance, type Hindrance } from '#web/features/orders/order-can.ts'
import { useReadTimeLeft } from '#web/features/orders/time/time-left.ts'
import { orderNumber } from '#domain/order-number.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { Answer } from './send-action.ts'
import type { useAnswer } from './use-answer.ts'
import { useChangeOf } from './bar-presses.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * The parts of the order's lines that a rejection refers to; if they change, it must be confirmed again. Undefined for an
 * unread order. Pictures are left out, because their addresses may change with each read.
 */
export const linesMeant = ({ items }: ReadOrder): string | undefined =>
  items && JSON.stringify(items, ['id', 'quantity', 'product'])

const holdMs = 5000
const tickMs = 250
/** A longer gap between ticks means that the tablet slept or its clock was set. */
const sleptMs = 2000

interface Held<T> {
  readonly what: T
  /** On this tablet's clock, because a hold exists only here. */
  readonly until: number
}

/**
 * Holds a value for five seconds, so that it can be undone, and then releases it. Leaving the screen, sleep and `leave`
 * take it back and call `onLeft`.
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
  // Clears the ref first, so that leaving the screen before the next render takes nothing back.
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
      // Taken back, but not rendered yet.
      if (current.current !== held) return clearInterval(timer)
      const sinceMs = Date.now() - tickedAt
      tickedAt += sinceMs
      if (Math.abs(sinceMs) > sleptMs) takeBack()
      else if (tickedAt >= held.until) {
        // Stops the timer first, because a busy tablet may render late.
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

/** With less time left to answer, the action is sent without a hold. */
const noHoldUnderSeconds = 15

/** The order as shown on its own screen or on a card. */
type HeldView = Pick<OrderView, 'order' | 'lane'> & {
  readonly row: Pick<NonNullable<OrderView['row']>, 'respond_by'> | undefined
}

/** Holds an irreversible answer for five seconds. Calls `onOver` when the Undo ends by a press or by time. */
export function useHeldAnswer(view: HeldView, answer: ReturnType<typeof useAnswer>, onOver: () => void) {
  const { order, lane } = view
  const t = useTranslate()
  const hold = useHold<Answer>(() => notify(t('held.left', { number: orderNumber(order) })))
  /** Why the last answer was not sent. */
  const [unsent, setUnsent] = useState('')
  /** A rejection that was undone or failed, to prefill the next one. */
  const [undone, setUndone] = useState<RejectBody>()
  const readTimeLeft = useReadTimeLeft(view)
  useTakenBack(hold.held !== undefined, takeBack)
  /** Takes a held rejection back, because it was meant for the order as it was. */
  const dropRejection = (why?: Hindrance) => {
    setUndone(undefined)
    if (hold.held?.action === 'reject') takeBack(why)
  }
  // Somebody else has accepted the order or asked the customer.
  useChangeOf(lane, () => dropRejection(hindrance('accept', lane)))
  const lines = linesMeant(order)
  // The first read of unknown lines is no change.
  useChangeOf(lines, (before) => before && lines && dropRejection())

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
    undone,
    /** Sends an answer after the hold, or at once if the order is about to expire. */
    send(held: Answer) {
      answer.forget()
      const left = lane === 'answer' ? readTimeLeft() : undefined
      if (left && left.seconds < noHoldUnderSeconds) return void sendNow(held)
      hold.hold(held, (released) => {
        onOver()
        void sendNow(released)
      })
    },
    /** Takes the held answer back and shows why. */
    takeBack,
    /** Takes the held answer back, because its Undo is no longer visible. */
    leave: hold.leave,
    /** Takes the held answer back on request. */
    undo() {
      keepUndone(hold.held)
      takeBack()
      onOver()
    },
  }
}

/** Takes a held answer back when a dialog covers its Undo, or when another person signs in. */
function useTakenBack(isHeld: boolean, takeBack: () => void): void {
  const staffId = useQuery(sessionQuery()).data?.staff?.id
  useChangeOf(staffId, () => isHeld && takeBack())
  useEffect(() => (isHeld ? watchDialogs(() => isDialogOpen() && takeBack()) : undefined))
}
