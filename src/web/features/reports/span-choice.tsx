import { isCalendarDay } from '#domain/calendar-day.ts'
import { Choice, TextField } from '#web/components/field.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { DaySpan, SpanChoice, SpanName } from './report-spans.ts'

interface SpanChooserProps {
  readonly offered: readonly SpanName[]
  readonly chosen: SpanChoice
  /** The days that are shown, and whether they are a span; needed for one's own. */
  readonly days?: DaySpan
  readonly isValid?: boolean
  readonly onChoose: (choice: SpanChoice) => void
}

/** The choice of a period, and of its days where it is one's own. */
export function SpanChooser({ offered, chosen, days, isValid = true, onChoose }: SpanChooserProps) {
  const t = useTranslate()
  return (
    <div className="no-print flex min-w-0 flex-col gap-3">
      {/* On a phone the boxes would push the figures out of sight. */}
      <div className="tablet:hidden">
        <SelectField
          label={t('reports.span')}
          isLabelHidden
          value={chosen.name}
          options={Object.fromEntries(offered.map((name) => [name, t(`reports.span.${name}`)]))}
          onChange={(value) => onChoose({ ...chosen, name: offered.find((name) => name === value) ?? chosen.name })}
        />
      </div>
      <fieldset className="flex min-w-0 flex-wrap gap-2 max-tablet:hidden">
        <legend className="sr-only">{t('reports.span')}</legend>
        {offered.map((name) => (
          <Choice
            key={name}
            type="radio"
            name="span"
            isSentence
            label={t(`reports.span.${name}`)}
            checked={name === chosen.name}
            onChange={() => onChoose({ ...chosen, name })}
          />
        ))}
      </fieldset>
      {chosen.name === 'own' && days && (
        <OwnDays days={days} isValid={isValid} onChange={(own) => onChoose({ ...chosen, own })} />
      )}
    </div>
  )
}

interface OwnDaysProps {
  readonly days: DaySpan
  readonly isValid: boolean
  readonly onChange: (days: DaySpan) => void
}

function OwnDays({ days: { from, to }, isValid, onChange }: OwnDaysProps) {
  const t = useTranslate()
  return (
    <div className="grid max-w-lg gap-3 tablet:grid-cols-2">
      <TextField
        type="date"
        label={t('report.firstDay')}
        // Not held, because React would undo a half-typed date.
        defaultValue={from}
        max={to}
        error={isValid ? undefined : t('report.wrongDays')}
        onChange={({ target: { value } }) => isCalendarDay(value) && onChange({ from: value, to })}
      />
      <TextField
        type="date"
        label={t('report.lastDay')}
        defaultValue={to}
        min={from}
        onChange={({ target: { value } }) => isCalendarDay(value) && onChange({ from, to: value })}
      />
    </div>
  )
}
