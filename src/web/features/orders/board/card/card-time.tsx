import type { OrderRow } from '#contract/desk/inbox.ts'
import { serverClock } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import { CountdownRing, ringSizes } from '#web/components/countdown-ring.tsx'
import { respondBy, timeLeft } from '#web/features/orders/time/deadline.ts'
import { formatCountdown, formatMinutes } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'

const told = new WeakMap<Element, (isSeen: boolean) => void>()
/** One for all of them; where there is none, all counts as seen. */
const observer =
  typeof IntersectionObserver === 'undefined'
    ? undefined
    : new IntersectionObserver((changes) => {
        for (const { target, isIntersecting } of changes) told.get(target)?.(isIntersecting)
      })

/** Whether something is in sight, and not scrolled away. */
function useIsSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(true)
  useEffect(() => {
    const element = ref.current
    if (!element || !observer) return
    told.set(element, setSeen)
    observer.observe(element)
    return () => observer.unobserve(element)
  }, [ref])
  return isSeen
}

/** How often a time is told again that is scrolled away. */
const unseenMs = 10_000
const second = 1000
let cards = 0

/** How long a card's order can still wait: each second while it is in sight, else every ten, never all at once. */
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
  // Nothing of a board is shown before it is known; a card need not listen to it.
  const windowSeconds = useQueryClient().getQueryData(sessionQuery().queryKey)?.response_window_seconds
  const until = windowSeconds === undefined ? undefined : respondBy(row.respond_by, { id: row.order_id }, windowSeconds)
  if (until === undefined || windowSeconds === undefined) return null
  const left = timeLeft(until, windowSeconds, now)
  return (
    <span ref={place} className="float-end ms-2">
      {left.seconds > 0 ? (
        <CountdownRing
          share={left.share}
          urgency={left.urgency}
          time={formatCountdown(left.seconds, language)}
          size="card"
        />
      ) : (
        // As large as the ring was: nothing moves when the time is over.
        <span
          className={`${ringSizes.card} grid place-items-center rounded bg-red-tint p-1 text-center text-sm font-bold text-red @[15rem]:text-base @[21rem]:text-lg @[21rem]:leading-6`}
        >
          {t('time.over')}
        </span>
      )}
    </span>
  )
}

/** For how long an order has been in its lane, by the answer that brought it there; nothing where that is not known. */
export function CardSince({ row: { lane, last_done: last } }: { readonly row: OrderRow }) {
  const t = useTranslate()
  const language = useLanguage()
  const since = last ? Date.parse(last.at) : Number.NaN
  // Drawn again when a minute is over, and not with each second.
  const minutes = useStore({ ...serverClock, read: () => Math.floor((serverClock.read() - since) / 60_000) })
  const action = lane === 'preparing' ? 'accept' : 'ready'
  if (last?.action !== action || !(minutes >= 0)) return null
  const time = formatMinutes(minutes, language)
  return (
    <span title={t(`card.since.${action}`, { time })} className="absolute end-3 top-3 text-sm leading-9 text-soft">
      {time}
    </span>
  )
}

/**
 * Whether two rows of an order make the same card. Open orders are read again every few seconds: when that was is not
 * on the card, only whether it ever was.
 */
export function isSameCard(one: OrderRow, other: OrderRow): boolean {
  if (one === other) return true
  // What was read at one moment is one reading.
  const isSameReading = one.order === other.order || (one.read_at !== null && one.read_at === other.read_at)
  return shown(one, isSameReading) === shown(other, isSameReading)
}

const shown = ({ read_at, order, ...row }: OrderRow, isSameReading: boolean): string =>
  JSON.stringify([row, read_at !== null, isSameReading || order])
