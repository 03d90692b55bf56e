import { longestReportDays } from '#contract/desk/reports.ts'
import { paths } from '#contract/screen-paths.ts'
import { daysIn } from '#domain/calendar-day.ts'
import { codeAmong } from '#web/api/http/failure.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Message, Skeleton } from '#web/components/text.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { type CheckedInstrument, readCheck, type ShiftCheck } from './checks.ts'
import { reportQuery } from './report-query.ts'
import {
  addressOf,
  allSpans,
  counterSpans,
  type CounterSpan,
  type DaySpan,
  daysOf,
  readSavedSpan,
  readSpan,
  saveSpan,
  type SpanChoice,
  weekBeginsIn,
} from './report-spans.ts'
import { ReportView } from './report-view.tsx'
import { ShiftChart } from './shift-chart.tsx'
import { ShiftMoney } from './shift-money.tsx'
import { ShiftFigures, ShiftReasons } from './shift-figures.tsx'
import { shiftBegan, shiftQuery } from './shift-queries.ts'
import { SpanChooser } from './span-choice.tsx'
import { StartCheck } from './start-check.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'

interface ShiftReportProps {
  readonly name: CounterSpan
  readonly check: ShiftCheck | undefined
}

/** The store's results between two moments, for everybody at the counter; without anything unknown. */
function ShiftReport({ name, check }: ShiftReportProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { data: shift, error } = useQuery(shiftQuery(name, check))
  if (!shift && error) throw error
  if (!shift) return <Skeleton className="h-96" />
  return (
    <>
      <p className="text-soft">
        {t('reports.fromTo', { from: formatMoment(shift.from, language), to: formatMoment(shift.to, language) })}
      </p>
      {error && <OldNumbers />}
      <ShiftFigures shift={shift} />
      {shift.money && <ShiftMoney money={shift.money} />}
      {shift.heard > 0 && <ShiftChart shift={shift} />}
      {shift.reasons.length > 0 && <ShiftReasons reasons={shift.reasons} />}
      <p className="text-sm text-faint">{t('reports.ownOnly')}</p>
      <Button className="no-print self-start" onClick={() => window.print()}>
        {t('reports.print')}
      </Button>
    </>
  )
}

function OldNumbers() {
  const t = useTranslate()
  return (
    <Message role="status" look="amber">
      {t('reports.old')}
    </Message>
  )
}

interface SummaryProps {
  readonly children: ReactNode
}

function Summary({ children }: SummaryProps) {
  const t = useTranslate()
  return (
    <section
      aria-labelledby="shift-report"
      className="flex flex-col gap-4 rounded border border-line bg-raised p-4 tablet:p-6 print:gap-2 print:border-0 print:p-0"
    >
      <h2 id="shift-report" className="text-lg font-bold">
        {t('reports.report')}
      </h2>
      {children}
    </section>
  )
}

interface DaysReportProps {
  readonly personId: string | undefined
  readonly choice: SpanChoice
  readonly days: DaySpan
  readonly isValid: boolean
}

/** The report of some days. */
function DaysReport({ personId, choice, days, isValid }: DaysReportProps) {
  // The current day has one query, however it was chosen, and moves on at midnight.
  const query = choice.name === 'today' ? reportQuery(personId) : reportQuery(personId, days)
  const { data: report, error } = useQuery({ ...query, enabled: isValid })
  if (!report && error) throw error
  return (
    <>
      {error && <OldNumbers />}
      {report && isValid && <ReportView report={report} />}
      {!report && isValid && <Skeleton className="h-96" />}
    </>
  )
}

interface ReportsScreenProps {
  readonly instrument: CheckedInstrument
}

/**
 * `/reports`: the current shift with the check at its start, which is for everybody at the counter; and, for managers,
 * any days beside those before. Managers find the period that they chose last; for others the check at the start is what
 * they come for.
 */
export function ReportsScreen({ instrument }: ReportsScreenProps) {
  const t = useTranslate()
  const [check, setCheck] = useState(readCheck)
  // As it was when the screen opened, so that nothing moves under a finger.
  const [isChecked] = useState(() => shiftBegan(check, serverNow()) !== undefined)
  const [search, setSearch] = useSearchParams()
  const { data: session } = useQuery(sessionQuery())
  const personId = session?.staff?.id
  // It is refused to everybody else.
  const { data: today, error, isPending } = useQuery({ ...reportQuery(personId), refetchInterval: false })
  const isManager = today !== undefined && !isRefused(error)
  const isKnown = session !== undefined && (personId === undefined || !isPending)
  const asked = search.has('of') || personId === undefined ? search : readSavedSpan(personId)
  const choice = readSpan(asked, isManager)
  const { name } = choice
  function choose(next: SpanChoice) {
    const address = addressOf(next)
    if (isManager && personId !== undefined) saveSpan(personId, address)
    setSearch(address, { replace: true })
  }
  const counters = counterSpans.find((each) => each === name && (each === 'shift' || !isManager))
  // The shift is for everybody, so it need not wait for the answer.
  const isReady = isKnown || (asked.get('of') ?? 'shift') === 'shift'
  // Which day it is in the shop, only its server knows.
  const days = isManager && today ? daysOf(choice, today.today, weekBeginsIn(navigator.language)) : undefined
  const isValid = days !== undefined && days.from <= days.to && daysIn(days.from, days.to) <= longestReportDays
  const startCheck = isReady && name === 'shift' && (
    <StartCheck instrument={instrument} check={check} onChecked={setCheck} />
  )
  return (
    <div className="flex w-full max-w-4xl flex-col gap-5 pb-8">
      <title>{`${t('reports.title')} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{t('reports.title')}</h1>
      {isKnown ? (
        <SpanChooser
          offered={isManager ? allSpans : counterSpans}
          chosen={choice}
          {...(days && { days })}
          isValid={isValid}
          onChoose={choose}
        />
      ) : (
        <Skeleton className="h-12" />
      )}
      {isKnown && !isManager && <ForManagers isSignedIn={personId !== undefined} />}
      {!isChecked && startCheck}
      <Summary>
        {isReady && counters && <ShiftReport name={counters} check={check} />}
        {isReady && !counters && days && (
          <DaysReport personId={personId} choice={choice} days={days} isValid={isValid} />
        )}
        {!isReady && <Skeleton className="h-96" />}
      </Summary>
      {isChecked && startCheck}
    </div>
  )
}

const isRefused = (error: Error | null): boolean =>
  codeAmong(error, ['manager_required', 'sign_in_required']) !== undefined

function ForManagers({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const t = useTranslate()
  return (
    <p className="no-print text-sm text-soft">
      {t('report.forManagers')}{' '}
      {!isSignedIn && (
        <Link to={paths.signIn(paths.reports)} className="inline-flex min-h-12 items-center underline">
          {t('nav.signIn')}
        </Link>
      )}
    </p>
  )
}
