import { codeLimit, unitsAtMost } from '#contract/desk/digital-code.ts'
import type { AcceptBody } from '#contract/vendor/order-endpoints.ts'
import type { Failure } from '#web/api/http/failure.ts'
import type { OrderView } from '#web/api/order.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Choice, TextField } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { AnswerFailure, AnswerStatus } from '#web/features/orders/answer/answer-failure.tsx'
import type { AnswerState } from '#web/features/orders/answer/use-answer.ts'
import { SignInNotice } from '#web/features/orders/answer/sign-in-notice.tsx'
import { OrderRequested } from '#web/features/orders/order-notices.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import {
  type CodeProblem,
  type DigitalLine,
  digitalLines,
  hasTyped,
  isDoubled,
  noCodes,
  problemOf,
  problemOfCode,
  spread,
  toAcceptBody,
  type UnitCodes,
} from './digital-units.ts'
import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'

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
function DigitalLineFields({ line, entry, problem, onChange }: DigitalLineFieldsProps) {
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

interface DigitalDialogProps {
  readonly view: OrderView
  readonly state: AnswerState
  readonly onClose: () => void
  readonly onSend: (body: AcceptBody) => void
  readonly onSignedIn: () => void
}

/** Whether the outcome is unknown. `order_busy` with data means somebody else's answer. */
const isOutcomeUnknown = ({ code, data }: Failure): boolean =>
  code === 'no_contact' || (code === 'order_busy' && data === undefined)

/** Entries that may be right and need a confirmation. */
type Doubt = 'physical' | 'doubled'
const isDoubt = (problem: string | undefined) => problem === 'physical' || problem === 'doubled'

/** By line index, because two lines may have the same id. */
type Entries = readonly { readonly hasCodes: boolean; readonly units: readonly UnitCodes[] }[]

/**
 * Asks for the codes of digital goods, one for each unit. The codes exist only in this dialog, so it stays open after a
 * failure.
 */
export function DigitalDialog({ view, state, onClose, onSend, onSignedIn }: DigitalDialogProps) {
  const t = useTranslate()
  // Fixed when the dialog opens: if the catalog changed the lines, the codes entered for them would be lost.
  const [lines] = useState(() => digitalLines(view.order, view.matches))
  const [entries, setEntries] = useState<Entries>(() => {
    const isAnyDigital = lines.some((line) => !line.isPhysical)
    return lines.map(({ isPhysical, quantity = 1 }) => ({
      hasCodes: !isPhysical || !isAnyDigital,
      units: Array<UnitCodes>(quantity).fill(noCodes),
    }))
  })
  const [problem, setProblem] = useState<CodeProblem | Doubt | 'none' | 'unsent'>()
  const isBusy = state.step === 'sending' || state.step === 'checking' || state.step === 'deskAway'

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const chosen = entries.flatMap(({ hasCodes, units: codes }, place) =>
      hasCodes ? [[lines[place]?.itemId ?? '', codes] as const] : [],
    )
    const units = chosen.flatMap(([, codes]) => codes)
    if (chosen.length === 0) return setProblem('none')
    const found = problemOf(units)
    if (found) {
      // Rendered at once, so that the first wrong field can be focused.
      flushSync(() => setProblem(found))
      return form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
    // Submitting again confirms the doubt; each of the two needs its own confirmation.
    const hasPhysical = entries.some(({ hasCodes }, place) => hasCodes && lines[place]?.isPhysical)
    if (hasPhysical && !isDoubt(problem)) return setProblem('physical')
    if (isDoubled(units) && problem !== 'doubled') return setProblem('doubled')
    setProblem(undefined)
    onSend(toAcceptBody(chosen))
  }

  // The codes may have reached the service. Calling them unsent could lead staff to give them to another customer.
  const mayBeSent = isBusy || (state.step === 'failed' && isOutcomeUnknown(state.failure))

  /** Asks for a confirmation before typed codes are lost. */
  function leave() {
    const units = entries.flatMap((entry) => entry.units)
    if (hasTyped(units) && !mayBeSent && problem !== 'unsent') setProblem('unsent')
    else onClose()
  }

  return (
    <Dialog title={t('digital.title')} beside={<OrderRequested view={view} />} onClose={leave}>
      <SignInNotice />
      <form onSubmit={submit} autoComplete="off" className="contents">
        <DialogBody>
          <p className="text-soft">{t('digital.hint')}</p>
          {lines.map((line, place) => (
            <DigitalLineFields
              key={place}
              line={line}
              entry={entries[place] ?? { hasCodes: false, units: [] }}
              problem={problem === 'missing' || problem === 'bad' ? problem : undefined}
              onChange={(entry) => {
                setProblem(undefined)
                setEntries((all) => all.with(place, entry))
              }}
            />
          ))}
        </DialogBody>
        <div className="flex flex-col gap-2 px-6 pb-3">
          <AnswerStatus state={state} held={undefined} seconds={0} status="" />
          {state.step === 'failed' && <AnswerFailure state={state} lane={view.lane} onSignedIn={onSignedIn} />}
          {problem && (
            <Message role="alert" look={isDoubt(problem) || problem === 'unsent' ? 'amber' : 'red'}>
              {t(`digital.${problem}`)}
            </Message>
          )}
        </div>
        <DialogActions>
          <Button onClick={leave}>{t('digital.cancel')}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t('action.accept')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
