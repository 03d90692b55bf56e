import type { OrderView } from '#client/order.ts'
import type { AcceptBody } from '#contract/vendor/order-endpoints.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useState, type FormEvent } from 'react'
import { AnswerFailure } from './answer-failure.tsx'
import { AnswerStatus } from './answer-status.tsx'
import { DigitalLineFields } from './digital-line-fields.tsx'
import { digitalLines, isDoubled, noCodes, problemOf, toAcceptBody, type UnitCodes } from './digital-units.ts'
import { OrderAsked } from './order-asked.tsx'
import { SignInFirst } from './sign-in-first.tsx'
import type { AnswerState } from './use-answer.ts'

interface DigitalDialogProps {
  readonly view: OrderView
  readonly state: AnswerState
  readonly onClose: () => void
  readonly onSend: (body: AcceptBody) => void
}

type Entries = Readonly<Record<string, { readonly hasCodes: boolean; readonly units: readonly UnitCodes[] }>>

/**
 * Takes the codes of digital goods, one for each unit. They live in this dialog alone and are gone with it; after a
 * failure it stays open, so that nobody types them twice.
 */
export function DigitalDialog({ view, state, onClose, onSend }: DigitalDialogProps) {
  const say = useWords()
  // As they were when it opened: a line that came or went by what the catalog says meanwhile would take its codes along.
  const [lines] = useState(() => digitalLines(view.order, view.row?.matches ?? []))
  const [entries, setEntries] = useState<Entries>(() =>
    Object.fromEntries(
      lines.map((line) => [line.itemId, { hasCodes: true, units: Array<UnitCodes>(line.quantity ?? 1).fill(noCodes) }]),
    ),
  )
  const [problem, setProblem] = useState<'missing' | 'bad' | 'none' | 'doubled'>()
  const isBusy = state.step === 'sending' || state.step === 'checking' || state.step === 'deskAway'

  function submit(event: FormEvent) {
    event.preventDefault()
    const chosen = Object.entries(entries).filter(([, { hasCodes }]) => hasCodes)
    const units = chosen.flatMap(([, entry]) => entry.units)
    if (chosen.length === 0) return setProblem('none')
    const found = problemOf(units)
    if (found) return setProblem(found)
    // Once more is a second confirmation.
    if (isDoubled(units) && problem !== 'doubled') return setProblem('doubled')
    setProblem(undefined)
    onSend(toAcceptBody(chosen.map(([itemId, entry]) => [itemId, entry.units])))
  }

  return (
    <Dialog title={say('digital.title')} beside={<OrderAsked view={view} />} onClose={onClose}>
      <SignInFirst />
      <form onSubmit={submit} autoComplete="off" className="contents">
        <DialogBody>
          <p className="text-soft">{say('digital.hint')}</p>
          {lines.map((line) => (
            <DigitalLineFields
              key={line.itemId}
              line={line}
              entry={entries[line.itemId] ?? { hasCodes: false, units: [] }}
              onChange={(entry) => {
                setProblem(undefined)
                setEntries((all) => ({ ...all, [line.itemId]: entry }))
              }}
            />
          ))}
        </DialogBody>
        <div className="flex flex-col gap-2 px-6 pb-3">
          <AnswerStatus state={state} held={undefined} seconds={0} status="" />
          {state.step === 'failed' && <AnswerFailure state={state} />}
          {problem && (
            <Message role="alert" look={problem === 'doubled' ? 'amber' : 'red'}>
              {say(`digital.${problem}`)}
            </Message>
          )}
        </div>
        <DialogActions>
          <Button onClick={onClose}>{say('digital.cancel')}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {say('action.accept')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
