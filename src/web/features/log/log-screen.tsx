import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { paths } from '#contract/screen-paths.ts'
import { SignInFirst } from '#web/format/sign-in-link.tsx'
import { Button } from '#web/components/button.tsx'
import { Digits, Message, Skeleton } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { LogDays } from './log-days.tsx'
import { LogFilters } from './log-filters.tsx'
import { logQuery, readLogQuery, type LogQuery } from './log-queries.ts'
import { SaveLog } from './save-log.tsx'

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
