import type { Report } from '#contract/desk/reports.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { Button } from '#web/components/button.tsx'
import { Message, ServiceText } from '#web/components/text.tsx'
import { formatNumber, numberingIn } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { FateChart } from './fate-chart.tsx'
import { ReportFigures } from './report-figures.tsx'
import { saveReport } from './report-query.ts'
import { ReportItems, ReportPeople } from './report-tables.tsx'
import { ShiftMoney } from './shift-money.tsx'
import { ShiftReasons } from './shift-figures.tsx'
import { useMutation } from '@tanstack/react-query'

/** The figures of some days, beside as many days before. */
export function ReportView({ report }: { readonly report: Report }) {
  const t = useTranslate()
  const isComparable = report.before.orders > 0
  return (
    // Smaller on paper, so that it is one page.
    <div className="flex min-w-0 flex-col gap-4 print:gap-2 print:[zoom:0.7]">
      <SpanWords report={report} />
      {report.orders === 0 ? (
        <Message role="note">{t('report.none')}</Message>
      ) : (
        <>
          <ReportFigures figures={report} before={isComparable ? report.before : undefined} />
          <ShiftMoney money={report.money} {...(isComparable && { before: report.before.money })} />
          <ReportCharts report={report} />
          {report.reasons.length > 0 && <ShiftReasons reasons={report.reasons} />}
          <ReportItems items={report.items} missing={report.missing_items} />
          <PeoplePart report={report} />
        </>
      )}
      <div>
        <p className="text-sm text-faint">{t('report.ownOnly')}</p>
        {!isOtherZone(report.time_zone) && <ZoneWords zone={report.time_zone} />}
      </div>
      <SaveReport key={`${report.from} ${report.to}`} report={report} />
    </div>
  )
}

/** A day in the shop's notation: 20 Nov 2026. */
const dayWords = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    ...numberingIn(language),
    calendar: 'gregory',
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T00:00:00Z`))

/** Which days these are, which they are compared with, and what is missing from either. */
function SpanWords({
  report: { from, to, before, today, time_zone: zone, first_day: first },
}: {
  readonly report: Report
}) {
  const t = useTranslate()
  const language = useLanguage()
  const words = (one: string, other: string, key: 'reports.fromTo' | 'report.fromTo' = 'report.fromTo') =>
    one === other ? dayWords(one, language) : t(key, { from: dayWords(one, language), to: dayWords(other, language) })
  const since = first !== null && first > before.from ? dayWords(first, language) : undefined
  const span = words(before.from, before.to)
  const notes =
    before.orders > 0
      ? [
          t('report.compared', { span }),
          to >= today && from <= today && t('report.notOver'),
          since !== undefined && t('report.since', { day: since }),
        ]
      : [since === undefined ? t('report.notCompared', { span }) : t('report.notComparedSince', { day: since })]
  return (
    <div>
      <p className="font-semibold">{words(from, to, 'reports.fromTo')}</p>
      <p className="text-sm text-soft">{notes.filter(Boolean).join(' ')}</p>
      {isOtherZone(zone) && <ZoneWords zone={zone} />}
    </div>
  )
}

/** That of every other time on this tablet. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether clocks in a zone show another time now than this tablet. */
function isOtherZone(zone: string): boolean {
  const now = new Date(serverNow())
  try {
    return now.toLocaleString('en', { timeZone: zone }) !== now.toLocaleString('en')
  } catch {
    // An old browser does not know each zone.
    return true
  }
}

/** Whose hours these are, and who can change that. */
function ZoneWords({ zone }: { readonly zone: string }) {
  const t = useTranslate()
  const isOther = isOtherZone(zone)
  return (
    <p className={`text-sm ${isOther ? 'text-amber' : 'text-faint'}`}>
      {isOther ? t('report.otherZone', { zone, own: ownZone() }) : t('report.zone', { zone })}
    </p>
  )
}

const labelEveryHours = 6
const aMonday = Date.UTC(2026, 0, 5)
const dayMs = 24 * 60 * 60 * 1000

function ReportCharts({ report: { hours, weekdays, from, to } }: { readonly report: Report }) {
  const t = useTranslate()
  const language = useLanguage()
  const weekdayName = (weekday: number, width: 'narrow' | 'short' | 'long') =>
    new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' }).format(aMonday + (weekday - 1) * dayMs)
  const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const shownHours = hours.map((each) => ({
    ...each,
    key: String(each.hour),
    name: digitsOf(hourName(each.hour), language),
    label: each.hour % labelEveryHours === 0 ? digitsOf(hourName(each.hour), language) : '',
  }))
  const shownDays = weekdays.map((each) => ({
    ...each,
    key: String(each.weekday),
    name: `${weekdayName(each.weekday, 'long')} (${formatNumber(each.days, language)} ×)`,
    // French ends them with a dot, for which a phone has no room.
    label: weekdayName(each.weekday, 'short').replace('.', ''),
    // Arabic has no short names.
    ...(language === 'ar' && { shortLabel: weekdayName(each.weekday, 'narrow') }),
  }))
  return (
    <div className={`grid gap-6 ${from === to ? '' : 'wide:grid-cols-2 print:grid-cols-2'}`}>
      <FateChart title={t('reports.chart')} heading={t('reports.from')} bars={shownHours} />
      {from !== to && <FateChart title={t('report.weekdays')} heading={t('report.day')} bars={shownDays} />}
    </div>
  )
}

const digitsOf = (text: string, language: Language): string =>
  text.replace(/\d+/g, (digits) => [...digits].map((digit) => formatNumber(Number(digit), language)).join(''))

function PeoplePart({ report: { people, people_from: since, from } }: { readonly report: Report }) {
  const t = useTranslate()
  const language = useLanguage()
  const isWhole = since === from
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {people.length > 0 && <ReportPeople people={people} />}
      {!isWhole && (
        <p className="text-sm text-soft">
          {since === null ? t('report.peopleGone') : t('report.peopleSince', { day: dayWords(since, language) })}
        </p>
      )}
    </div>
  )
}

/** Each with a button; a program gets the others too. */
const savedTables = ['days', 'payments', 'items'] as const
type SavedTable = (typeof savedTables)[number]

function SaveReport({ report }: { readonly report: Report }) {
  const t = useTranslate()
  const save = useMutation({ mutationFn: (table: SavedTable) => saveReport(report, table) })
  return (
    <div className="no-print flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {savedTables.map((table) => (
          <Button key={table} isBusy={save.isPending} onClick={() => save.mutate(table)}>
            {t(`report.save.${table}`)}
          </Button>
        ))}
        <Button onClick={() => window.print()}>{t('reports.print')}</Button>
      </div>
      <p className="text-sm text-faint">{t('report.saveHint')}</p>
      <div role="status" className="empty:hidden">
        {save.isPending && <Message>{t('report.saving')}</Message>}
        {save.data !== undefined && (
          <Message look="good">
            {t('report.saved')} <ServiceText className="wrap-anywhere">{save.data}</ServiceText>
          </Message>
        )}
      </div>
      {save.error && (
        <Message role="alert" look="red">
          {t('report.saveFailed')}
        </Message>
      )}
    </div>
  )
}
