import { codeLimit, unitsAtMost } from '#contract/desk/digital-code.ts'
import { Choice, TextField } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { ClipboardEvent } from 'react'
import { noCodes, problemOfCode, spread, type CodeProblem, type DigitalLine, type UnitCodes } from './digital-units.ts'

interface LineEntry {
  readonly hasCodes: boolean
  readonly units: readonly UnitCodes[]
}

interface DigitalLineFieldsProps {
  readonly line: DigitalLine
  readonly entry: LineEntry
  /** Fields with this problem are marked. */
  readonly problem: CodeProblem | undefined
  readonly onChange: (entry: LineEntry) => void
}

/** The code fields of an order line: a secret and a serial for each unit. */
export function DigitalLineFields({ line, entry, problem, onChange }: DigitalLineFieldsProps) {
  const t = useTranslate()
  const { units } = entry
  const setUnits = (next: readonly UnitCodes[]) => onChange({ ...entry, units: next })
  return (
    <div className="flex flex-col gap-3">
      <Choice
        type="checkbox"
        label={t('digital.lineHasCodes', { name: line.name })}
        isSentence
        checked={entry.hasCodes}
        onChange={(hasCodes) => onChange({ ...entry, hasCodes })}
      />
      {entry.hasCodes && line.quantity === undefined && (
        <TextField
          label={t('digital.units', { name: line.name })}
          type="number"
          min={1}
          max={unitsAtMost}
          value={units.length}
          onChange={(event) => setUnits(resize(units, event.target.valueAsNumber))}
        />
      )}
      {entry.hasCodes &&
        units.map((unit, index) => (
          <UnitFields
            key={index}
            name={t('digital.unit', { name: line.name, unit: index + 1, units: units.length })}
            unit={unit}
            problem={problem}
            onChange={(codes) => setUnits(units.map((each, at) => (at === index ? codes : each)))}
            onPaste={(event) => {
              const filled = spread(units, index, event.clipboardData.getData('text'))
              if (!filled) return
              event.preventDefault()
              setUnits(filled)
            }}
          />
        ))}
    </div>
  )
}

interface UnitFieldsProps {
  readonly name: string
  readonly unit: UnitCodes
  readonly problem: CodeProblem | undefined
  readonly onChange: (unit: UnitCodes) => void
  readonly onPaste: (event: ClipboardEvent) => void
}

function UnitFields({ name, unit, problem, onChange, onPaste }: UnitFieldsProps) {
  const t = useTranslate()
  // The browser must not store or correct codes.
  const codeInput = {
    dir: 'ltr',
    autoComplete: 'off',
    autoCapitalize: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    onPaste,
  } as const
  const isWrong = (code: string) => problem !== undefined && problemOfCode(code) === problem
  return (
    <fieldset className="grid gap-3 rounded border border-line p-3 tablet:grid-cols-2">
      <legend className="px-1 text-sm font-semibold">{name}</legend>
      <TextField
        {...codeInput}
        label={t('digital.secret')}
        value={unit.secret}
        aria-invalid={isWrong(unit.secret)}
        maxLength={codeLimit + 16}
        onChange={(event) => onChange({ ...unit, secret: event.target.value })}
      />
      <TextField
        {...codeInput}
        label={t('digital.serial')}
        value={unit.serial}
        aria-invalid={isWrong(unit.serial)}
        maxLength={codeLimit + 16}
        onChange={(event) => onChange({ ...unit, serial: event.target.value })}
      />
    </fieldset>
  )
}

function resize(units: readonly UnitCodes[], count: number): readonly UnitCodes[] {
  if (!Number.isInteger(count) || count < 1 || count > unitsAtMost) return units
  return Array.from({ length: count }, (_unit, index) => units[index] ?? noCodes)
}
