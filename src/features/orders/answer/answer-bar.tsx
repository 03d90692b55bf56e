import { notify } from '#client/notices.ts'
import { setRingRoom } from '#client/ring-room.ts'
import type { Action } from '#contract/desk/action.ts'
import { isCalledOff } from '#contract/desk/lane.ts'
import { readable } from '#contract/salvage.ts'
import type { AcceptBody, RejectBody } from '#contract/vendor/order-endpoints.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import type { OrderView } from '#client/order.ts'
import { hindrance, isPacked, isUnsettled } from '#features/orders/order-can.ts'
import { useAskTimeLeft } from '#features/orders/use-time-left.ts'
import { orderNumber } from '#reading/order-number.ts'
import { Button } from '#ui/button.tsx'
import { Fallback } from '#ui/fallback.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useEffect, useRef, useState } from 'react'
import { ActionButtons } from './action-buttons.tsx'
import { AnswerStatus } from './answer-status.tsx'
import { codesWanted } from './codes-wanted.ts'
import { LastWord } from './last-word.tsx'
import { Answering, AnswerFailure, DigitalDialog, loadLater, PackingWord, RejectDialog } from './later.ts'
import type { Answer } from './send-action.ts'
import { useAnswer, type AnswerState } from './use-answer.ts'
import { useHold } from './use-hold.ts'
import { useLease } from './use-lease.ts'

/** Under this there is no time for second thoughts. */
const noHoldUnderSeconds = 15

interface AnswerBarProps {
  readonly view: OrderView
  /** Somebody said that this order is accepted with codes. */
  readonly isDigital: boolean
}

/** The bar that never scrolls away: what can be done, what is being done, and what came of it. */
export function AnswerBar({ view, isDigital }: AnswerBarProps) {
  const { order, lane, row } = view
  const say = useWords()
  const answer = useAnswer(order)
  const hold = useHold<Answer>(() => notify(say('held.left', { number: orderNumber(order) })))
  const [dialog, setDialog] = useState<'reject' | 'digital' | undefined>(() =>
    codesWanted.read() === order.id ? 'digital' : undefined,
  )
  /** What became of something that was not sent. */
  const [unsent, setUnsent] = useState('')
  const bar = useRef<HTMLElement>(null)
  const askTimeLeft = useAskTimeLeft(view)
  useEffect(loadLater, [])
  useEffect(() => codesWanted.set(''), [])
  useLease(order.id, dialog !== undefined || hold.held !== undefined)
  const isChecked = isUnsettled(row)
  const isBusy = answer.isPending || hold.held !== undefined
  const wanted = hold.held?.action ?? (dialog === 'digital' ? 'accept' : dialog)
  useChangeOf(lane, () => {
    const { state } = answer
    const isDone = state.step === 'done'
    // Of an order that is back for a new answer the last one is told no more, nor of one that another has ended since.
    if (isDone && (lane === 'answer' || (lane === 'closed' && state.action !== 'reject'))) answer.forget()
    // What has become impossible is asked and sent no more, but for what is just being done.
    const why = wanted && hindrance(wanted, lane)
    if (!why || answer.isPending || isDone) return
    hold.undo()
    setDialog(undefined)
    setUnsent(isCalledOff(order) ? say('held.cancelled') : `${say('held.undone')} ${say(why)}`)
  })

  function undo() {
    hold.undo()
    setUnsent(say('held.undone'))
    // The button that was pressed is gone: the focus stays with the bar.
    bar.current?.focus()
  }

  /** What cannot be undone waits five seconds; an order about to expire does not. */
  function sendHeld(held: Answer) {
    answer.forget()
    const left = lane === 'answer' ? askTimeLeft() : undefined
    if (left && left.seconds < noHoldUnderSeconds) void answer.send(held)
    else {
      hold.hold(held, (released) => {
        bar.current?.focus()
        void answer.send(released)
      })
    }
  }

  /** The codes stay in the dialog until they have arrived. */
  async function sendCodes(body: AcceptBody) {
    if (await answer.send({ action: 'accept', body })) setDialog(undefined)
  }

  function enterCodes() {
    answer.forget()
    setDialog('digital')
  }

  function tap(action: Action) {
    answer.forget()
    setUnsent('')
    if (action === 'ready') sendHeld({ action })
    else if (action === 'reject') setDialog('reject')
    else if (isDigital) setDialog('digital')
    else void answer.send({ action })
  }

  const reject = () => void (isBusy || isChecked || dialog || tap('reject'))

  return (
    <section ref={bar} tabIndex={-1} aria-label={say('action.bar')} className="answer-bar no-print">
      <div ref={setRingRoom} className="ring-room" />
      {row?.answering && (
        <Fallback instead={null}>
          <Answering row={row} />
        </Fallback>
      )}
      <AnswerStatus
        state={answer.state}
        held={hold.held?.action}
        seconds={hold.secondsLeft}
        status={statusTitle(order)}
        unsent={unsent}
      >
        {(answer.state.step === 'idle' || isChecked) && <LastWord row={row} />}
      </AnswerStatus>
      {answer.state.step === 'failed' && dialog !== 'digital' && (
        <Fallback instead={<PlainFailure />}>
          <AnswerFailure state={answer.state} onDigital={enterCodes} />
        </Fallback>
      )}
      {row && isPacked(lane) && (
        <Fallback instead={null}>
          <PackingWord view={{ ...view, row }} isReadyHeld={hold.held?.action === 'ready'} onAsk={reject} />
        </Fallback>
      )}
      {hold.held ? (
        <Button look="primary" size="large" autoFocus onClick={undo}>
          {say('action.undo')}
        </Button>
      ) : (
        <ActionButtons view={view} isDigital={isDigital} isBusy={isBusy} onTap={tap} />
      )}
      {dialog && (
        <AnswerDialog
          dialog={dialog}
          view={view}
          state={answer.state}
          onClose={() => setDialog(undefined)}
          onReject={(body) => {
            setDialog(undefined)
            sendHeld({ action: 'reject', body })
          }}
          onCodes={(body) => void sendCodes(body)}
        />
      )}
    </section>
  )
}

interface AnswerDialogProps {
  readonly dialog: 'reject' | 'digital'
  readonly view: OrderView
  readonly state: AnswerState
  readonly onClose: () => void
  readonly onReject: (body: RejectBody) => void
  readonly onCodes: (body: AcceptBody) => void
}

function AnswerDialog({ dialog, view, state, onClose, onReject, onCodes }: AnswerDialogProps) {
  return (
    <Fallback key={dialog} instead={<PlainFailure />}>
      {dialog === 'reject' ? (
        <RejectDialog view={view} onClose={onClose} onSend={onReject} />
      ) : (
        <DigitalDialog view={view} onClose={onClose} state={state} onSend={onCodes} />
      )}
    </Fallback>
  )
}

/** Calls back as soon as something is another than it was, before that is drawn. */
function useChangeOf<T>(now: T, onChange: () => void): void {
  const [before, setBefore] = useState(now)
  if (now === before) return
  setBefore(now)
  onChange()
}

/** What can always be said: the rest of it could not be loaded, most likely for want of a connection. */
function PlainFailure() {
  const say = useWords()
  return (
    <Message role="alert" look="red">
      {say('failure.noContact')}
    </Message>
  )
}

const statusTitle = (order: ReadOrder): string => readable(readable(order.status)?.title) ?? '—'
