import { Button } from '#web/components/button.tsx'
import { Choice } from '#web/components/field.tsx'
import { Message, Skeleton } from '#web/components/text.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { type CheckedInstrument, readCheck, type ShiftCheck } from './checks.ts'
import { ShiftChart } from './shift-chart.tsx'
import { ShiftMoney } from './shift-money.tsx'
import { ShiftFigures, ShiftReasons } from './shift-figures.tsx'
import { shiftQuery, type SpanName, spanNames } from './shift-queries.ts'
import { StartCheck } from './start-check.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** The store's results for a span, without anything unknown. */
function ShiftReport({ check }: { readonly check: ShiftCheck | undefined }) {
  const t = useTranslate()
  const language = useLanguage()
  const [name, setName] = useState<SpanName>('shift')
  const { data: shift, error } = useQuery(shiftQuery(name, check))
  if (!shift && error) throw error
  return (
    <section
      aria-labelledby="shift-report"
      className="flex flex-col gap-4 rounded border border-line bg-raised p-4 tablet:p-6 print:gap-2 print:border-0 print:p-0"
    >
      <h2 id="shift-report" className="text-lg font-bold">
        {t('reports.report')}
      </h2>
      <fieldset className="no-print min-w-0">
        <legend className="sr-only">{t('reports.span')}</legend>
        <div className="grid gap-2 tablet:grid-cols-3">
          {spanNames.map((each) => (
            <Choice
              key={each}
              type="radio"
              name="span"
              label={t(`reports.span.${each}`)}
              checked={each === name}
              onChange={() => setName(each)}
            />
          ))}
        </div>
      </fieldset>
      {shift ? (
        <>
          <p className="text-soft">
            {t('reports.fromTo', { from: formatMoment(shift.from, language), to: formatMoment(shift.to, language) })}
          </p>
          {error && (
            <Message role="status" look="amber">
              {t('reports.old')}
            </Message>
          )}
          <ShiftFigures shift={shift} />
          {shift.money && <ShiftMoney money={shift.money} />}
          {shift.heard > 0 && <ShiftChart shift={shift} />}
          {shift.reasons.length > 0 && <ShiftReasons reasons={shift.reasons} />}
          <p className="text-sm text-faint">{t('reports.ownOnly')}</p>
          <Button className="no-print self-start" onClick={() => window.print()}>
            {t('reports.print')}
          </Button>
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
    </section>
  )
}

interface ReportsScreenProps {
  readonly instrument: CheckedInstrument
}

/** `/reports`: the check at its start, and the results at its end. */
export function ReportsScreen({ instrument }: ReportsScreenProps) {
  const t = useTranslate()
  const [check, setCheck] = useState(readCheck)
  return (
    <div className="flex w-full max-w-4xl flex-col gap-5 pb-8">
      <title>{`${t('reports.title')} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{t('reports.title')}</h1>
      <StartCheck instrument={instrument} check={check} onChecked={setCheck} />
      <ShiftReport check={check} />
    </div>
  )
}
