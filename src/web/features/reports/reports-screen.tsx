import { longestReportDays } from '#contract/desk/reports.ts'
import { paths } from '#contract/screen-paths.ts'
import { type CalendarDay, daysIn } from '#domain/calendar-day.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Message, Skeleton } from '#web/components/text.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { type CheckedInstrument, readCheck, type ShiftCheck } from './checks.ts'
import { reportQuery } from './report-query.ts'
import { allSpans, counterSpans, type CounterSpan, daysOf, readSpan, type SpanChoice } from './report-spans.ts'
import { ReportView } from './report-view.tsx'
import { ShiftChart } from './shift-chart.tsx'
import { ShiftMoney } from './shift-money.tsx'
import { ShiftFigures, ShiftReasons } from './shift-figures.tsx'
import { shiftQuery } from './shift-queries.ts'
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
  /** The shop's current day, which only its server knows. */
  readonly today: CalendarDay
  readonly choice: SpanChoice
  readonly onChoose: (choice: SpanChoice) => void
}

/** The report of some days. */
function DaysReport({ personId, today, choice, onChoose }: DaysReportProps) {
  const days = daysOf(choice, today)
  // The current day has one query, however it was chosen, and moves on at midnight.
  const query = choice.name === 'today' ? reportQuery(personId) : reportQuery(personId, days)
  const isValid = days.from <= days.to && daysIn(days.from, days.to) <= longestReportDays
  const { data: report, error } = useQuery({ ...query, enabled: isValid })
  if (!report && error) throw error
  return (
    <>
      <SpanChooser offered={allSpans} chosen={choice} days={days} isValid={isValid} onChoose={onChoose} />
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
 * any days beside those before.
 */
export function ReportsScreen({ instrument }: ReportsScreenProps) {
  const t = useTranslate()
  const [check, setCheck] = useState(readCheck)
  const [search, setSearch] = useSearchParams()
  const { data: session } = useQuery(sessionQuery())
  const personId = session?.staff?.id
  // It is refused to everybody else.
  const { data: today, error, isPending } = useQuery({ ...reportQuery(personId), refetchInterval: false })
  const isManager = today !== undefined && !isForManagers(error)
  const isKnown = session !== undefined && (personId === undefined || !isPending)
  const choice = readSpan(search, isManager)
  const { name } = choice
  const choose = ({ name: of, own }: SpanChoice) =>
    setSearch({ ...(of !== 'shift' && { of }), ...(of === 'own' && own) }, { replace: true })
  const isCounters = counterSpans.find((each) => each === name && (each === 'shift' || !isManager))
  return (
    <div className="flex w-full max-w-4xl flex-col gap-5 pb-8">
      <title>{`${t('reports.title')} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{t('reports.title')}</h1>
      {name === 'shift' && <StartCheck instrument={instrument} check={check} onChecked={setCheck} />}
      <Summary>
        {!isKnown && <Skeleton className="h-28" />}
        {isKnown && isCounters && (
          <>
            <SpanChooser offered={isManager ? allSpans : counterSpans} chosen={choice} onChoose={choose} />
            {session && !isManager && <ForManagers isSignedIn={session.staff !== null} />}
            <ShiftReport name={isCounters} check={check} />
          </>
        )}
        {isKnown && !isCounters && today && (
          <DaysReport personId={personId} today={today.today} choice={choice} onChoose={choose} />
        )}
      </Summary>
    </div>
  )
}

const isForManagers = (error: Error | null): boolean =>
  error instanceof Failure && (error.code === 'manager_required' || error.code === 'sign_in_required')

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
