import { serverClock } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useStore } from '#web/api/store.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { respondBy, timeLeft } from '#web/features/orders/time/deadline.ts'
import { CountdownRing, ringSizes } from '#web/components/countdown-ring.tsx'
import { formatCountdown } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useIsSeen } from './use-is-seen.ts'

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
