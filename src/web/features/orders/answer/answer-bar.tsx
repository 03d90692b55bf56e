import type { Action } from '#contract/desk/action.ts'
import type { Lane } from '#contract/desk/inbox.ts'
import { readable } from '#contract/salvage.ts'
import type { AcceptBody, RejectBody } from '#contract/vendor/order-endpoints.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import type { OrderView } from '#web/api/order.ts'
import { hindrance, isPacked, isUnreconciled, mainAction } from '#web/features/orders/order-can.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { useRootMark } from '#web/components/root-mark.ts'
import { LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useRef, useState } from 'react'
import { ActionButtons } from './action-buttons.tsx'
import { AnswerFailure, AnswerStatus } from './answer-failure.tsx'
import { Answering, LastNote } from './answer-notes.tsx'
import { PackingNote } from './packing-note.tsx'
import { DigitalDialog, RejectDialog } from './dialogs.ts'
import { useAnswer, type AnswerState } from './use-answer.ts'
import { useBarPresses, useChangeOf } from './bar-presses.ts'
import { useHeldAnswer } from './use-held-answer.ts'
import { slowMs, useLease } from './lease/use-lease.ts'

interface AnswerBarProps {
  readonly view: OrderView
  /** Staff switched the order to an accept with codes. */
  readonly isDigital: boolean
  /** The dialog to open at once, because a press on the order's card or on a toast led here for it. */
  readonly firstDialog: BarDialog | undefined
}

/** The fixed bar with the available actions, the running one, and the outcome of the last one. */
export function AnswerBar({ view, isDigital, firstDialog }: AnswerBarProps) {
  const { order, lane, row } = view
  const t = useTranslate()
  const answer = useAnswer(order)
  const [dialog, setDialog] = useState<BarDialog | undefined>(firstDialog)
  const bar = useRef<HTMLElement>(null)
  // The pressed button is gone, so the focus moves to the bar.
  const hold = useHeldAnswer(view, answer, () => bar.current?.focus())
  useRootMark('answers')
  const isChecked = isUnreconciled(row)
  const isUnknown = isChecked || answer.isUnknown
  const { pressGuard, wasMisclick } = useBarPresses(hold.held ? 'undo' : isUnknown ? undefined : mainAction(lane))
  const isBusy = answer.isPending || hold.held !== undefined
  useLease(order.id, isBusy || dialog !== undefined, answer.isPending ? slowMs : 0)
  const intended = hold.held?.action ?? (dialog && actionOf[dialog])
  useChangeOf(lane, () => {
    if (isPast(answer.state, lane)) answer.forget()
    // Closes the dialog and takes back the hold if the action is no longer possible, unless it is already being sent.
    const why = intended && hindrance(intended, lane)
    if (!why || answer.isPending || answer.state.step === 'done') return
    setDialog(undefined)
    hold.takeBack(why)
  })

  /** Keeps the dialog with the codes open until they are accepted. */
  async function sendCodes(body: AcceptBody) {
    if (await answer.send({ action: 'accept', body })) setDialog(undefined)
  }

  function enterCodes() {
    answer.forget()
    setDialog('digital')
  }

  /** Asks the customer about missing items: the service does so where a rejection names some. */
  function ask() {
    answer.forget()
    hold.forgetUnsent()
    setDialog('ask')
  }

  function press(action: Action) {
    answer.forget()
    hold.forgetUnsent()
    if (action === 'ready') hold.send({ action })
    else if (action === 'reject') setDialog('reject')
    else if (isDigital) setDialog('digital')
    else void answer.send({ action })
  }

  return (
    <section ref={bar} tabIndex={-1} aria-label={t('action.bar')} className="answer-bar no-print" {...pressGuard}>
      {row?.answering && <Answering row={row} />}
      <AnswerStatus
        state={answer.state}
        held={hold.held?.action}
        seconds={hold.secondsLeft}
        status={statusTitle(order)}
        unsent={hold.unsent}
        wasMisclick={wasMisclick}
      >
        {(answer.state.step === 'idle' || isChecked) && <LastNote row={row} />}
      </AnswerStatus>
      {answer.state.step === 'failed' && dialog !== 'digital' && (
        <AnswerFailure
          state={answer.state}
          lane={lane}
          onSignedIn={answer.forgetFailure}
          onPast={answer.forget}
          onDigital={enterCodes}
          onWithoutText={withoutText(hold)}
        />
      )}
      {row && isPacked(lane) && (
        <PackingNote
          view={{ ...view, row }}
          isReadyHeld={hold.held?.action === 'ready'}
          onAsk={() => void (isBusy || isChecked || dialog || ask())}
        />
      )}
      {hold.held ? (
        <Button look="primary" size="large" autoFocus onClick={hold.undo}>
          {t('action.undo')}
        </Button>
      ) : (
        <ActionButtons view={view} isDigital={isDigital} isBusy={isBusy} isUnknown={isUnknown} onPress={press} />
      )}
      {dialog && (
        <AnswerDialog
          dialog={dialog}
          undone={hold.undone}
          view={view}
          state={answer.state}
          onClose={() => setDialog(undefined)}
          onReject={(body) => {
            setDialog(undefined)
            hold.send({ action: 'reject', body })
          }}
          onCodes={(body) => void sendCodes(body)}
          onSignedIn={answer.forgetFailure}
        />
      )}
    </section>
  )
}

/** Whether the last answer's outcome is outdated in the order's new lane. */
function isPast(state: AnswerState, lane: Lane): boolean {
  // The order waits for a new answer, or something else has closed it.
  return state.step === 'done' && (lane === 'answer' || (lane === 'closed' && state.action !== 'reject'))
}

/** Resends a rejection with its listed reason but without its text; undefined unless it has both. */
function withoutText({ undone, send }: ReturnType<typeof useHeldAnswer>): (() => void) | undefined {
  if (undone?.cancel_reason_id === undefined || undone.reason_text === undefined) return undefined
  const { reason_text: _text, ...body } = undone
  return () => send({ action: 'reject', body })
}

type BarDialog = 'reject' | 'ask' | 'digital'
const actionOf = { reject: 'reject', ask: 'reject', digital: 'accept' } as const satisfies Record<BarDialog, Action>

interface AnswerDialogProps {
  readonly dialog: BarDialog
  readonly undone: RejectBody | undefined
  readonly view: OrderView
  readonly state: AnswerState
  readonly onClose: () => void
  readonly onReject: (body: RejectBody) => void
  readonly onCodes: (body: AcceptBody) => void
  readonly onSignedIn: () => void
}

function AnswerDialog(props: AnswerDialogProps) {
  const { dialog, undone, view, state, onClose, onReject, onCodes, onSignedIn } = props
  return (
    <LoadBoundary key={dialog} instead={<PlainFailure />}>
      {dialog === 'digital' ? (
        <DigitalDialog view={view} onClose={onClose} state={state} onSend={onCodes} onSignedIn={onSignedIn} />
      ) : (
        <RejectDialog view={view} isAsking={dialog === 'ask'} undone={undone} onClose={onClose} onSend={onReject} />
      )}
    </LoadBoundary>
  )
}

/** Shown if the dialog's code could not be loaded, most likely without a connection. */
function PlainFailure() {
  const t = useTranslate()
  return (
    <Message role="alert" look="red">
      {t('failure.noContact')}
    </Message>
  )
}

const statusTitle = (order: ReadOrder): string => readable(readable(order.status)?.title) ?? '—'
