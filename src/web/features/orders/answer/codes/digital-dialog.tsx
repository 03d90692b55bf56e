import type { Failure } from '#web/api/http/failure.ts'
import type { OrderView } from '#web/api/order.ts'
import type { AcceptBody } from '#contract/vendor/order-endpoints.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { AnswerFailure } from '#web/features/orders/answer/answer-failure.tsx'
import { AnswerStatus } from '#web/features/orders/answer/answer-status.tsx'
import { DigitalLineFields } from './digital-line-fields.tsx'
import {
  digitalLines,
  hasTyped,
  isDoubled,
  noCodes,
  problemOf,
  toAcceptBody,
  type CodeProblem,
  type UnitCodes,
} from './digital-units.ts'
import { OrderRequested, SignInNotice } from '#web/features/orders/order-notices.tsx'
import type { AnswerState } from '#web/features/orders/answer/use-answer.ts'

interface DigitalDialogProps {
  readonly view: OrderView
  readonly state: AnswerState
  readonly onClose: () => void
  readonly onSend: (body: AcceptBody) => void
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
export function DigitalDialog({ view, state, onClose, onSend }: DigitalDialogProps) {
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
          {state.step === 'failed' && <AnswerFailure state={state} lane={view.lane} />}
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
