import type { LogEntry } from '#contract/desk/log.ts'
import { paths } from '#contract/screen-paths.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { formatDay, formatTime } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'
import { byWords, outcomeLook, sentWords, settledWords, whatWords } from './log-words.ts'

/** The entries of the log by day, newest first. */
export function LogDays({ entries }: { readonly entries: readonly LogEntry[] }) {
  const language = useLanguage()
  const days = new Map<string, LogEntry[]>()
  for (const entry of entries) {
    const day = formatDay(Date.parse(entry.at), language)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, rows]) => (
    <section key={day} aria-label={day}>
      <h2 className="pb-1 font-bold text-soft">{day}</h2>
      <ul className="divide-y divide-line rounded border border-line bg-raised">
        {rows.map((entry, index) => (
          <LogRow key={`${entry.at} ${index}`} entry={entry} />
        ))}
      </ul>
    </section>
  ))
}

const looks = { good: 'text-good', red: 'text-red', amber: 'text-amber' } as const

function LogRow({ entry }: { readonly entry: LogEntry }) {
  const t = useTranslate()
  const language = useLanguage()
  const { at, order_id: orderId, number, about, vendor } = entry
  const who = byWords(entry, t)
  const details = [sentWords(entry, t, language), settledWords(entry, t, language)].filter((text) => text !== '')
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-4 px-4 py-3">
      <time dateTime={at} className="text-soft tabular-nums">
        {formatTime(Date.parse(at), language)}
      </time>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className={looks[outcomeLook(entry)]}>{whatWords(entry, t)}</strong>
          {orderId !== null && (
            <Link to={paths.order(orderId)} className="relative -my-3 inline-flex min-h-12 items-center underline">
              <Digits>{number ?? orderId}</Digits>
            </Link>
          )}
          {about !== undefined && <ServiceText>{about}</ServiceText>}
          {who !== undefined && <ServiceText className="text-soft">{who}</ServiceText>}
        </p>
        {details.length > 0 && <p className="text-sm text-soft">{details.join(' · ')}</p>}
        {vendor && vendor.message !== null && vendor.message !== '' && (
          <p className="text-sm">
            <span className="text-soft">{t('log.vendorSaid')} </span>
            <ServiceText>{vendor.message}</ServiceText>
          </p>
        )}
      </div>
    </li>
  )
}
