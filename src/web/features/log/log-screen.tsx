import { automaticPerson } from '#contract/desk/action.ts'
import type { LogEntry } from '#contract/desk/log.ts'
import { paths } from '#contract/screen-paths.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/field.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { Digits, Message, ServiceText, Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { formatDay, formatTime } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { logQuery, type LogQuery, readLogQuery, SaveLog } from './save-log.tsx'
import { aboutWords, byWords, outcomeLook, sentWords, settledWords, whatWords } from './log-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

/** The entries of the log by day, newest first. */
function LogDays({ entries }: { readonly entries: readonly LogEntry[] }) {
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

const looks = { good: 'text-good', plain: '', red: 'text-red', amber: 'text-amber' } as const

function LogRow({ entry }: { readonly entry: LogEntry }) {
  const t = useTranslate()
  const language = useLanguage()
  const { at, order_id: orderId, number, vendor } = entry
  const about = aboutWords(entry, t)
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

interface LogFiltersProps {
  readonly filters: LogQuery
  /** The people of the desk. */
  readonly people: readonly string[]
}

/** Filters the log by day and person; both are part of the address. */
function LogFilters({ filters, people }: LogFiltersProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { day, by, ...rest } = filters
  const go = (change: LogQuery) => void navigate(paths.log({ ...rest, ...change }), { replace: true })
  // The same rows as the unfiltered log shows.
  const { data } = useQuery({ ...logQuery({ ...rest, ...(day !== undefined && { day }) }, undefined), enabled: !by })
  const doers = data?.data.flatMap((entry) => entry.by?.person ?? []) ?? []
  // People who were removed still have entries.
  const names = [...new Set([...people, ...doers, ...(by === undefined ? [] : [by])])]
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] items-end gap-3 tablet:w-96">
      <TextField
        type="date"
        label={t('log.day')}
        value={day ?? ''}
        onChange={({ target: { value } }) =>
          go({ ...(by !== undefined && { by }), ...(value !== '' && { day: value }) })
        }
      />
      <SelectField
        label={t('log.by')}
        value={by ?? ''}
        options={{
          '': t('log.byAll'),
          ...Object.fromEntries(names.map((name) => [name, name === automaticPerson ? t('by.rule') : name])),
        }}
        onChange={(name) => go({ ...(day !== undefined && { day }), ...(name !== '' && { by: name }) })}
      />
    </div>
  )
}

/** `/log`: who did what and when, and the service's answer; of all orders or `?order=`, until `?day=`, by `?by=`. */
export function LogScreen() {
  const t = useTranslate()
  const { search } = useLocation()
  const filters = readLogQuery(search)
  const { order: orderId } = filters
  const { data: session } = useQuery(sessionQuery())
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5 pb-8">
      <title>{`${t('log.title')} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{t('log.title')}</h1>
      {orderId !== undefined && (
        <p className="flex flex-wrap items-center gap-x-4">
          <Link to={paths.order(orderId)} className="inline-flex min-h-12 items-center font-semibold underline">
            {t('log.ofOrder')}&nbsp;<Digits>{orderId}</Digits>
          </Link>
          <Link to={paths.log()} className="inline-flex min-h-12 items-center text-accent underline">
            {t('log.ofAll')}
          </Link>
        </p>
      )}
      {session?.staff ? (
        <>
          <LogFilters filters={filters} people={session.staff_names} />
          <Log key={paths.log(filters)} filters={filters} />
        </>
      ) : (
        <SignInFirst why={t('log.signInFirst')} />
      )}
    </div>
  )
}

function Log({ filters }: { readonly filters: LogQuery }) {
  const t = useTranslate()
  /** The cursors of the older pages; the newest page has none. */
  const [starts, setStarts] = useState<readonly string[]>([])
  const { data, error } = useQuery(logQuery(filters, starts.at(-1)))
  if (!data) {
    if (error) throw error
    return <Skeleton className="h-80" />
  }
  const { next } = data.meta
  return (
    <>
      <SaveLog filters={filters} />
      {error && (
        <Message role="status" look="amber">
          {t('log.old', { message: error instanceof Failure ? error.message : '' })}
        </Message>
      )}
      {data.data.length === 0 && (
        <p role="status" className="text-soft">
          {t(isAllOf(filters) ? 'log.none' : next === null ? 'log.noneFound' : 'log.noneSoFar')}
        </p>
      )}
      <LogDays entries={data.data} />
      <div className="flex gap-3">
        {starts.length > 0 && <Button onClick={() => setStarts(starts.slice(0, -1))}>{t('log.newer')}</Button>}
        {next !== null && <Button onClick={() => setStarts([...starts, next])}>{t('log.older')}</Button>}
      </div>
    </>
  )
}

/** Whether the filters show the whole log, or all entries of an order. */
const isAllOf = ({ day, by }: LogQuery): boolean => day === undefined && by === undefined
