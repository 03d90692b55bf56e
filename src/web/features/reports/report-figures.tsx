import type { Figures, Times } from '#contract/desk/reports.ts'
import { paths } from '#contract/screen-paths.ts'
import { Count } from '#web/format/value.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'
import { durationWords, Figure, usualFrom } from './shift-figures.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface ReportFiguresProps {
  readonly figures: Figures
  /** Undefined if there is nothing to compare with. */
  readonly before: Figures | undefined
}

const secondMs = 1000
export const secondsWords = (seconds: number, t: Translate): string => durationWords(seconds * secondMs, t)

/** The numbers of a span, each with its meaning and beside the span before: all orders, what they add up from, times. */
export function ReportFigures({ figures, before }: ReportFiguresProps) {
  const t = useTranslate()
  // Two zeros need no words.
  const compared = (name: 'orders' | 'accepted' | 'rejected' | 'missed' | 'other') =>
    before && figures[name] + before[name] > 0 && <p>{changeWords(figures[name], before[name], t)}</p>
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 tablet:grid-cols-4 print:gap-y-2">
      <Figure name={t('reports.heard')} hint={compared('orders')}>
        <Count of={figures.orders} />
      </Figure>
      <Figure
        name={t('reports.accepted')}
        hint={
          <>
            {compared('accepted')}
            {figures.ready > 0 && <p>{t('reports.readyOf', { count: figures.ready })}</p>}
          </>
        }
      >
        <Count of={figures.accepted} />
      </Figure>
      <Figure
        name={t('reports.rejected')}
        hint={
          <>
            {compared('rejected')}
            {figures.asked > 0 && <p>{t('reports.asked', { count: figures.asked })}</p>}
          </>
        }
      >
        <Count of={figures.rejected} />
      </Figure>
      <Figure
        name={t('reports.missed')}
        isBad={figures.missed > 0}
        hint={
          <>
            {compared('missed')}
            {figures.missed > 0 && (
              <>
                <p>{t('reports.missedHint')}</p>
                <Link
                  to={paths.history({ outcome: 'missed', day: figures.to })}
                  className="no-print inline-flex min-h-12 items-center underline"
                >
                  {t('report.missedOrders')}
                </Link>
              </>
            )}
          </>
        }
      >
        <Count of={figures.missed} />
      </Figure>
      <Figure name={t('reports.waiting')} hint={figures.waiting > 0 && t('reports.waitingHint')}>
        <Count of={figures.waiting} />
      </Figure>
      <Figure
        name={t('reports.other')}
        hint={
          <>
            {compared('other')}
            {figures.other > 0 && <p>{t('reports.otherHint')}</p>}
          </>
        }
      >
        <Count of={figures.other} />
      </Figure>
      <TimesFigure
        name={t('reports.median')}
        from={t('reports.medianFrom', { count: usualFrom })}
        times={figures.to_answer}
        before={before?.to_answer}
      />
      <TimesFigure
        name={t('report.toReady')}
        from={t('report.readyFrom', { count: usualFrom })}
        times={figures.to_ready}
        before={before?.to_ready}
      />
    </dl>
  )
}

interface TimesFigureProps {
  readonly name: string
  /** From how many on the time is shown. */
  readonly from: string
  readonly times: Times
  readonly before: Times | undefined
}

function TimesFigure({ name, from, times, before }: TimesFigureProps) {
  const t = useTranslate()
  const { count, median_seconds: median, p90_seconds: p90 } = times
  if (count < usualFrom || median === null || p90 === null) {
    return (
      <Figure name={name} hint={from}>
        —
      </Figure>
    )
  }
  const was = before && before.count >= usualFrom ? before.median_seconds : null
  const lines: readonly ReactNode[] = [
    was !== null && slownessWords(median, was, t),
    t('report.p90', { time: secondsWords(p90, t) }),
  ]
  return (
    <Figure name={name} hint={lines.map((line, index) => line && <p key={index === 0 ? 'was' : 'p90'}>{line}</p>)}>
      {secondsWords(median, t)}
    </Figure>
  )
}

/** How a number differs from the one before, as a sign and words. */
function changeWords(now: number, was: number, t: Translate): string {
  if (now === was) return t('report.same')
  return now > was ? t('report.more', { by: now - was, was }) : t('report.fewer', { by: was - now, was })
}

function slownessWords(now: number, was: number, t: Translate): string {
  if (now === was) return t('report.same')
  const values = { by: secondsWords(Math.abs(now - was), t), was: secondsWords(was, t) }
  return now > was ? t('report.slower', values) : t('report.faster', values)
}
