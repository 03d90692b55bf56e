import type { Action } from '#contract/desk/action.ts'
import type { Lane, OrderRow } from '#contract/desk/inbox.ts'
import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { momentOf } from '#domain/moment.ts'
import { serverClock } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { urgencyInks } from '#web/features/orders/time/time-left.ts'
import { Digits } from '#web/components/text.tsx'
import { respondBy, timeLeft } from '#web/features/orders/time/time-left.ts'
import { formatCountdown, formatMinutes } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'

const listeners = new WeakMap<Element, (isSeen: boolean) => void>()
/** Shared by all cards. Without `IntersectionObserver`, every card counts as visible. */
const observer =
  typeof IntersectionObserver === 'undefined'
    ? undefined
    : new IntersectionObserver((changes) => {
        for (const { target, isIntersecting } of changes) listeners.get(target)?.(isIntersecting)
      })

/** Whether an element is in view. */
function useIsSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(true)
  useEffect(() => {
    const element = ref.current
    if (!element || !observer) return
    listeners.set(element, setSeen)
    observer.observe(element)
    return () => observer.unobserve(element)
  }, [ref])
  return isSeen
}

/** The update interval of a countdown that is scrolled out of view. */
const unseenMs = 10_000
const second = 1000
let cards = 0

/** A card's countdown, with a bar along its top edge. It updates every second in view, else every 10 s, spread over the cards. */
export function CardTime({ row }: { readonly row: OrderRow }) {
  const t = useTranslate()
  const language = useLanguage()
  const place = useRef<HTMLSpanElement>(null)
  const isSeen = useIsSeen(place)
  const [offset] = useState(() => (cards++ % (unseenMs / second)) * second)
  const now = useStore({
    ...serverClock,
    read() {
      const at = serverClock.read()
      return isSeen ? at : Math.floor((at + offset) / unseenMs) * unseenMs - offset
    },
  })
  // The session is known before the board is shown, so the card need not subscribe to it.
  const windowSeconds = useQueryClient().getQueryData(sessionQuery().queryKey)?.response_window_seconds
  const until = windowSeconds === undefined ? undefined : respondBy(row.respond_by, { id: row.order_id }, windowSeconds)
  if (until === undefined || windowSeconds === undefined) return null
  const { seconds, share, urgency } = timeLeft(until, windowSeconds, now)
  return (
    <>
      <span ref={place} className={`${seconds > 0 ? 'card-time' : 'card-over'} ${urgencyInks[urgency]}`}>
        {seconds > 0 ? <Digits>{formatCountdown(seconds, language)}</Digits> : t('time.over')}
      </span>
      <span className={`card-bar ${urgencyInks[urgency]}`} style={{ scale: `${share} 1` }} aria-hidden="true" />
    </>
  )
}

/** The answer that brings an order into a lane. */
const answerInto: { readonly [lane in Lane]?: Action } = { preparing: 'accept', ready: 'ready' }

interface CardSinceProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/** How long an order has been in its lane: since our answer, else since the service changed its status. Nothing if unknown. */
export function CardSince({ row: { lane, last_done: last }, order }: CardSinceProps) {
  const t = useTranslate()
  const language = useLanguage()
  const answeredAt = last?.action === answerInto[lane] ? last?.at : undefined
  const since = momentOf(answeredAt ?? readable(readable(order.status)?.created_at) ?? undefined)
  // Renders once per minute, not every second.
  const minutes = useStore({
    ...serverClock,
    read: () => (since === undefined ? Number.NaN : Math.floor((serverClock.read() - since) / 60_000)),
  })
  if ((lane !== 'preparing' && lane !== 'contact' && lane !== 'ready') || !(minutes >= 0)) return null
  const time = formatMinutes(minutes, language)
  return (
    <span title={t(`card.since.${lane}`, { time })} className="text-sm text-soft">
      {time}
    </span>
  )
}

/**
 * Whether two rows of an order render the same card. `read_at` changes every few seconds, but the card only shows whether
 * the order was ever read.
 */
export function isSameCard(one: OrderRow, other: OrderRow): boolean {
  if (one === other) return true
  // Rows with the same `read_at` hold the same order.
  const isSameReading = one.order === other.order || (one.read_at !== null && one.read_at === other.read_at)
  return cardKey(one, isSameReading) === cardKey(other, isSameReading)
}

const cardKey = ({ read_at, order, ...row }: OrderRow, isSameReading: boolean): string =>
  JSON.stringify([row, read_at !== null, isSameReading || order])
