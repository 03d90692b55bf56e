import { acceptMoments } from '#contract/desk/accept-moment.ts'
import { Choices } from '#web/components/choices.tsx'
import { Choice, TextField } from '#web/components/field.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useId } from 'react'
import type { RuleEntry, RuleProblem } from './rule-entry.ts'

interface RuleFormProps {
  readonly entry: RuleEntry
  readonly problem: RuleProblem | undefined
  readonly onChange: (changed: Partial<RuleEntry>) => void
}

/** The conditions under which an order is accepted. */
export function RuleForm({ entry, problem, onChange }: RuleFormProps) {
  const t = useTranslate()
  return (
    <>
      <Choices
        legend={t('rules.when')}
        name="rule-when"
        values={acceptMoments}
        chosen={entry.when}
        isSentence
        label={(when) => t(`rules.when.${when}`)}
        explain={(when) => t(`rules.whenHint.${when}`)}
        onChoose={(when) => onChange({ when })}
      />
      <Days entry={entry} problem={problem} onChange={onChange} />
      <Hours entry={entry} onChange={onChange} />
      <Limits entry={entry} problem={problem} onChange={onChange} />
      <div className="flex flex-col gap-2">
        <Choice
          type="checkbox"
          isSentence
          label={t('rules.catalog')}
          checked={entry.requires_catalog}
          onChange={(requires) => onChange({ requires_catalog: requires })}
        />
        <Choice
          type="checkbox"
          isSentence
          label={t('rules.presence')}
          checked={entry.requires_presence}
          onChange={(requires) => onChange({ requires_presence: requires })}
        />
      </div>
      <p className="text-soft">{t('rules.never')}</p>
    </>
  )
}

const week = [1, 2, 3, 4, 5, 6, 7]
const aMonday = Date.UTC(2026, 10, 16)
const dayMs = 24 * 60 * 60_000

function Days({ entry: { weekdays }, problem, onChange }: RuleFormProps) {
  const t = useTranslate()
  const language = useLanguage()
  const id = useId()
  const named = (width: 'short' | 'long', day: number) =>
    new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' }).format(aMonday + (day - 1) * dayMs)
  const turn = (day: number) =>
    onChange({ weekdays: week.filter((each) => (each === day ? !weekdays.includes(day) : weekdays.includes(each))) })
  return (
    <div role="group" aria-labelledby={id} data-invalid={problem === 'noDay' || undefined}>
      <p id={id} className="mb-2 text-sm font-semibold text-soft">
        {t('rules.days')}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-2">
        {week.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={weekdays.includes(day)}
            aria-label={named('long', day)}
            className="min-h-12 rounded border border-line bg-raised px-1 font-semibold text-soft aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent"
            onClick={() => turn(day)}
          >
            {named('short', day)}
          </button>
        ))}
      </div>
      {problem === 'noDay' && (
        <p role="alert" className="mt-1 text-sm text-red">
          {t('rules.noDay')}
        </p>
      )}
    </div>
  )
}

/** The zone of the clock on this tablet. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

function Hours({ entry, onChange }: Pick<RuleFormProps, 'entry' | 'onChange'>) {
  const t = useTranslate()
  const zones = [...new Set([entry.time_zone, ownZone()])]
  return (
    <div>
      <div className="grid grid-cols-2 gap-3">
        {(['from', 'to'] as const).map((edge) => (
          <TextField
            key={edge}
            type="time"
            label={t(`rules.${edge}`)}
            value={entry[edge]}
            onChange={({ target: { value } }) => onChange({ [edge]: value || '00:00' })}
          />
        ))}
      </div>
      <p className="mt-1 text-sm text-faint">{t('rules.hoursHint')}</p>
      {zones.length > 1 && (
        <div className="mt-3 tablet:w-1/2">
          <SelectField
            label={t('rules.zone')}
            value={entry.time_zone}
            options={Object.fromEntries(zones.map((zone) => [zone, zone]))}
            onChange={(zone) => onChange({ time_zone: zone })}
          />
        </div>
      )}
    </div>
  )
}

const limits = [
  ['max_total', 'rules.maxTotal', 'badTotal', 'rules.badNumber', 'decimal'],
  ['max_pieces', 'rules.maxPieces', 'badPieces', 'rules.badCount', 'numeric'],
  ['max_open', 'rules.maxOpen', 'badOpen', 'rules.badCount', 'numeric'],
] as const

function Limits({ entry, problem, onChange }: RuleFormProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 text-sm font-semibold text-soft">
        {t('rules.limits')}
      </p>
      <div className="grid gap-3 tablet:grid-cols-3">
        {limits.map(([field, label, wrong, error, inputMode]) => (
          <TextField
            key={field}
            label={t(label)}
            inputMode={inputMode}
            dir="ltr"
            autoComplete="off"
            error={problem === wrong ? t(error) : undefined}
            value={entry[field]}
            onChange={({ target: { value } }) => onChange({ [field]: value })}
          />
        ))}
      </div>
      <p className="mt-1 text-sm text-faint">{t('rules.limitsHint')}</p>
    </div>
  )
}
