import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/field.tsx'
import { Message } from '#ui/message.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { formatMoment } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShiftCheck } from './kept-check.ts'
import { ShiftChart } from './shift-chart.tsx'
import { ShiftFigures } from './shift-figures.tsx'
import { shiftQuery } from './shift-queries.ts'
import { ShiftReasons } from './shift-reasons.tsx'
import { spanNames, type SpanName } from './spans.ts'

/** What this store did with its orders, and nothing that it does not know. */
export function ShiftReport({ check }: { readonly check: ShiftCheck | undefined }) {
  const say = useWords()
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
        {say('shift.report')}
      </h2>
      <fieldset className="no-print min-w-0">
        <legend className="sr-only">{say('shift.span')}</legend>
        <div className="grid gap-2 tablet:grid-cols-3">
          {spanNames.map((each) => (
            <Choice
              key={each}
              type="radio"
              name="span"
              label={say(`shift.span.${each}`)}
              checked={each === name}
              onChange={() => setName(each)}
            />
          ))}
        </div>
      </fieldset>
      {shift ? (
        <>
          <p className="text-soft">
            {say('shift.fromTo', { from: formatMoment(shift.from, language), to: formatMoment(shift.to, language) })}
          </p>
          {error && (
            <Message role="status" look="amber">
              {say('shift.old')}
            </Message>
          )}
          <ShiftFigures shift={shift} />
          {shift.heard > 0 && <ShiftChart shift={shift} />}
          {shift.reasons.length > 0 && <ShiftReasons reasons={shift.reasons} />}
          <p className="text-sm text-faint">{say('shift.ownOnly')}</p>
          <Button className="no-print self-start" onClick={() => window.print()}>
            {say('shift.print')}
          </Button>
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
    </section>
  )
}
