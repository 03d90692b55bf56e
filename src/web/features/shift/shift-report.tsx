import { Button } from '#web/components/button.tsx'
import { Choice } from '#web/components/field.tsx'
import { Message, Skeleton } from '#web/components/text.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShiftCheck } from './saved-check.ts'
import { ShiftChart } from './shift-chart.tsx'
import { ShiftFigures, ShiftReasons } from './shift-figures.tsx'
import { shiftQuery } from './shift-queries.ts'
import { spanNames, type SpanName } from './spans.ts'

/** The store's results for a span, without anything unknown. */
export function ShiftReport({ check }: { readonly check: ShiftCheck | undefined }) {
  const t = useTranslate()
  const language = useLanguage()
  const [name, setName] = useState<SpanName>('shift')
  const { data: shift, error } = useQuery(shiftQuery(name, check))
  if (!shift && error) throw error
  return (
    <section
      aria-labelledby="shift-report"
      className="flex flex-col gap-4 rounded border border-line bg-raised p-4 tablet:p-6"
    >
      <h2 id="shift-report" className="text-lg font-bold">
        {t('shift.report')}
      </h2>
      <fieldset className="no-print min-w-0">
        <legend className="sr-only">{t('shift.span')}</legend>
        <div className="grid gap-2 tablet:grid-cols-3">
          {spanNames.map((each) => (
            <Choice
              key={each}
              type="radio"
              name="span"
              label={t(`shift.span.${each}`)}
              checked={each === name}
              onChange={() => setName(each)}
            />
          ))}
        </div>
      </fieldset>
      {shift ? (
        <>
          <p className="text-soft">
            {t('shift.fromTo', { from: formatMoment(shift.from, language), to: formatMoment(shift.to, language) })}
          </p>
          {error && (
            <Message role="status" look="amber">
              {t('shift.old')}
            </Message>
          )}
          <ShiftFigures shift={shift} />
          {shift.heard > 0 && <ShiftChart shift={shift} />}
          {shift.reasons.length > 0 && <ShiftReasons reasons={shift.reasons} />}
          <p className="text-sm text-faint">{t('shift.ownOnly')}</p>
          <Button className="no-print self-start" onClick={() => window.print()}>
            {t('shift.print')}
          </Button>
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
    </section>
  )
}
