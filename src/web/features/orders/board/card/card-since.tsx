import { useStore } from '#web/api/store.ts'
import { serverClock } from '#web/api/http/server-clock.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { formatMinutes } from '#web/i18n/format-minutes.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

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
