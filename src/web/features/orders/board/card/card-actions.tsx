import { canBeDismissed } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { Button } from '#web/components/button.tsx'
import { AnswerFailure, AnswerStatus } from '#web/features/orders/answer/answer-failure.tsx'
import { dialogRequested } from '#web/api/screen-state.ts'
import { LastNote } from '#web/features/orders/answer/answer-notes.tsx'
import { ReadyMessages } from '#web/features/orders/answer/ready-messages.tsx'
import { slowMs, useLease } from '#web/features/orders/answer/lease/use-lease.ts'
import { notifyAccepted } from '#web/features/orders/answer/send-action.ts'
import { useAnswer } from '#web/features/orders/answer/use-answer.ts'
import { useReady } from '#web/features/orders/answer/use-ready.ts'
import { isInSight, watchSight } from '#web/features/orders/board/lanes.ts'
import { DismissOrder } from '#web/features/orders/dismiss-order.tsx'
import { HandOverState } from '#web/features/orders/hand-over/hand-over-state.tsx'
import { isUnreconciled } from '#web/features/orders/order-can.ts'
import { isHalfPicked, pickCount } from '#web/features/orders/picking/pick-count.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useId } from 'react'
import { useNavigate } from 'react-router'

interface CardAnswerProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/** Accept and reject on a new order's card. Codes and reasons are entered on the order's own screen. */
export function CardAnswer({ row, order }: CardAnswerProps) {
  const t = useTranslate()
  const answer = useAnswer(order, true)
  const navigate = useNavigate()
  const id = useId()
  const isChecked = isUnreconciled(row)
  useLease(order.id, answer.isPending, slowMs)

  function open(dialog: 'digital' | 'reject') {
    dialogRequested.current = { orderId: order.id, dialog }
    void navigate(paths.order(order.id))
  }
  const enterCodes = () => open('digital')
  // The order's own screen holds a rejection for some seconds, in which it can be undone.
  const reject = () => open('reject')

  async function accept() {
    if (await answer.send({ action: 'accept' })) notifyAccepted(order, t)
  }

  // The card moves once the answer is done; a toast reports that.
  const isStatusShown = answer.state.step !== 'done'
  return (
    <div className="card-foot">
      <div className="card-messages">
        {isStatusShown && (
          <AnswerStatus id={id} state={answer.state} held={undefined} seconds={0} status="">
            {isChecked && <LastNote row={row} />}
          </AnswerStatus>
        )}
        {answer.state.step === 'failed' && (
          <AnswerFailure
            state={answer.state}
            lane={row.lane}
            onSignedIn={answer.forgetFailure}
            onDigital={enterCodes}
          />
        )}
      </div>
      {/* While the outcome of the last answer is unknown, the desk accepts no other. The status above says why. */}
      {!isChecked && !answer.isUnknown && (
        <div className="card-buttons">
          <Button
            className="text-soft"
            aria-label={t('action.reject')}
            aria-describedby={answer.isPending ? id : undefined}
            isBusy={answer.isPending}
            onClick={reject}
          >
            {t('card.reject')}
          </Button>
          <Button
            look="primary"
            size="large"
            className="flex-1"
            aria-label={t('action.accept')}
            isBusy={answer.isPending}
            aria-describedby={answer.isPending ? id : undefined}
            // An order with codes must not be accepted without them.
            onClick={() => (row.is_digital ? enterCodes() : void accept())}
          >
            {t('card.accept')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface CardReadyProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/**
 * The ready button of a card, held for five seconds as on the order's own screen. The same button becomes its Undo and
 * keeps the focus. It is kept light, because a board may show hundreds.
 */
function CardReady({ row, order }: CardReadyProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const ready = useReady(row, order, () => isInSight(row.lane))
  const { answer, hold, press, pressGuard, isUnknown } = ready
  const id = useId()

  // Takes the hold back when the lane is hidden, because its Undo is out of reach.
  useEffect(() => (hold.held ? watchSight(() => isInSight(row.lane) || hold.leave()) : undefined))

  const { missing } = pickCount(order, row.picks)
  /** The order's own screen holds the question for some seconds, in which it can be undone. */
  function ask() {
    dialogRequested.current = { orderId: order.id, dialog: 'ask' }
    void navigate(paths.order(order.id))
  }

  return (
    <div className="card-foot">
      {missing > 0 && !hold.held && !isUnknown && !answer.isPending && (
        <Button className="mb-2 w-full px-2!" onClick={ask}>
          {t('pick.ask', { count: missing })}
        </Button>
      )}
      {!isUnknown && (
        <Button
          {...pressGuard}
          look={hold.held || !isHalfPicked(order, row.picks) ? 'primary' : 'quiet'}
          isBusy={answer.isPending}
          aria-describedby={id}
          className="min-h-14 w-full px-2!"
          onClick={press}
        >
          {t(hold.held ? 'action.undo' : 'action.ready')}
        </Button>
      )}
      {/* Below the button, so that the Undo stays under the finger. */}
      <ReadyMessages id={id} row={row} ready={ready} className="card-messages pt-2" />
    </div>
  )
}

interface CardNextProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/** The next step of an order that does not wait for an answer. */
export function CardNext({ row, order }: CardNextProps) {
  if (canBeDismissed(row)) {
    return (
      <div className="card-foot">
        <DismissOrder row={row} isReasonShown />
      </div>
    )
  }
  if (row.lane === 'preparing') return <CardReady row={row} order={order} />
  return (
    <div className="card-foot *:min-h-14">
      <HandOverState view={{ order, row }} kind="pickup" />
    </div>
  )
}
