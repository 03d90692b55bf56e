import { Failure } from '#client/wire/failure.ts'
import { Link, useLocation } from '#client/navigation.tsx'
import { sessionQuery } from '#client/session.ts'
import { paths } from '#paths.ts'
import { SignInFirst } from '#reading/sign-in-first.tsx'
import { Button } from '#ui/button.tsx'
import { Message } from '#ui/message.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Digits } from '#ui/text.tsx'
import { useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LogDays } from './log-days.tsx'
import { LogFilters } from './log-filters.tsx'
import { logQuery, readLogWanted, type LogWanted } from './log-queries.ts'
import { SaveLog } from './save-log.tsx'

/** `/log`: who did what, when, and what the vendor service said; of every order or of `?order=`, until `?day=`, `?by=` whom. */
export function LogScreen() {
  const say = useWords()
  const { search } = useLocation()
  const wanted = readLogWanted(search)
  const { order: orderId } = wanted
  const { data: session } = useQuery(sessionQuery())
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5 pb-8">
      <title>{`${say('log.title')} · ${say('app.name')}`}</title>
      <h1 className="text-xl font-bold">{say('log.title')}</h1>
      {orderId !== undefined && (
        <p className="flex flex-wrap items-center gap-x-4">
          <Link to={paths.order(orderId)} className="inline-flex min-h-12 items-center font-semibold underline">
            {say('log.ofOrder')}&nbsp;<Digits>{orderId}</Digits>
          </Link>
          <Link to={paths.log()} className="inline-flex min-h-12 items-center text-accent underline">
            {say('log.ofAll')}
          </Link>
        </p>
      )}
      {session?.staff ? (
        <>
          <LogFilters wanted={wanted} people={session.staff_names} />
          <Log key={paths.log(wanted)} wanted={wanted} />
        </>
      ) : (
        <SignInFirst why={say('log.signInFirst')} />
      )}
    </div>
  )
}

function Log({ wanted }: { readonly wanted: LogWanted }) {
  const say = useWords()
  /** Where each older page begins; the newest begins nowhere. */
  const [starts, setStarts] = useState<readonly string[]>([])
  const { data, error } = useQuery(logQuery(wanted, starts.at(-1)))
  if (!data) {
    if (error) throw error
    return <Skeleton className="h-80" />
  }
  const { next } = data.meta
  return (
    <>
      <SaveLog wanted={wanted} />
      {error && (
        <Message role="status" look="amber">
          {say('log.old', { message: error instanceof Failure ? error.message : '' })}
        </Message>
      )}
      {data.data.length === 0 && (
        <p role="status" className="text-soft">
          {say(isAllOf(wanted) ? 'log.none' : next === null ? 'log.noneFound' : 'log.noneSoFar')}
        </p>
      )}
      <LogDays entries={data.data} />
      <div className="flex gap-3">
        {starts.length > 0 && <Button onClick={() => setStarts(starts.slice(0, -1))}>{say('log.newer')}</Button>}
        {next !== null && <Button onClick={() => setStarts([...starts, next])}>{say('log.older')}</Button>}
      </div>
    </>
  )
}

/** Whether nothing is left out of what an order, or the whole log, has. */
const isAllOf = ({ day, by }: LogWanted): boolean => day === undefined && by === undefined
