import type { OrderRow } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { lineKey, orderItems, paymentOf } from '#contract/vendor/order.ts'
import { orderOfRow } from '#web/api/order.ts'
import { useShortages } from '#web/api/shortages.tsx'
import { dialogRequested } from '#web/api/screen-state.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { isOfBefore, useCameAt, useMisclickGuard } from '#web/components/misclick-guard.ts'
import { ServiceText } from '#web/components/text.tsx'
import { AnswerFailure, AnswerStatus } from '#web/features/orders/answer/answer-failure.tsx'
import { notifyAccepted } from '#web/features/orders/answer/send-action.ts'
import { useAnswer } from '#web/features/orders/answer/use-answer.ts'
import { shortagesIn } from '#web/features/orders/lines/lines-out.ts'
import { OrderLine } from '#web/features/orders/lines/order-line.tsx'
import { isUnreconciled } from '#web/features/orders/order-can.ts'
import { OrderTimeLeft, TimeOver } from '#web/features/orders/time/order-time-left.tsx'
import { orderNumber } from '#domain/order-number.ts'
import { Money, PlainValue } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'

interface NewOrderProps {
  readonly row: OrderRow
  /** How many other orders wait for an answer. */
  readonly others: number
  /** Puts the order off: it stays on the board, and rings. */
  readonly onLater: () => void
  /** Ends the takeover without putting the order off. */
  readonly onLeave: () => void
}

/** A new order over the whole screen, with all its lines. */
export function NewOrder({ row, others, onLater, onLeave }: NewOrderProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const order = orderOfRow(row)
  const out = shortagesIn(order, row, useShortages())
  const answer = useAnswer(order, true)
  const [wasMisclick, setWasMisclick] = useState(false)
  const cameAt = useCameAt()
  // It opens by itself, so a press that began before it was meant for what was there.
  const pressGuard = useMisclickGuard(
    (press) => isOfBefore(press, cameAt.current),
    () => setWasMisclick(true),
  )
  const isUnknown = isUnreconciled(row) || answer.isUnknown
  const payment = paymentOf(order)

  /** Codes and reasons are entered on the order's own screen. */
  function continueOnOrder(dialog: 'digital' | 'reject') {
    dialogRequested.current = { orderId: order.id, dialog }
    onLeave()
    void navigate(paths.order(order.id))
  }

  async function accept() {
    if (await answer.send({ action: 'accept' })) notifyAccepted(order, t)
  }

  return (
    <Dialog
      title={t('takeover.title', { number: orderNumber(order) })}
      isWhole
      beside={<OrderTimeLeft view={{ order, row }} />}
      onClose={onLater}
    >
      <DialogBody>
        <TimeOver view={{ order, row }} />
        <p className="flex flex-wrap gap-x-4 text-lg">
          <PlainValue of={order.customer}>
            {({ name }) => (
              <PlainValue of={name}>{(text) => <ServiceText className="font-semibold">{text}</ServiceText>}</PlainValue>
            )}
          </PlainValue>
          {order.is_pickup === true && t('tag.pickup')}
          {order.is_pickup === false && t('tag.delivery')}
          {payment !== undefined && <ServiceText>{payment}</ServiceText>}
          <PlainValue of={order.total}>{(total) => <Money amount={total} currency={order.currency} />}</PlainValue>
          {others > 0 && (
            <span className="ms-auto font-semibold text-amber">{t('takeover.others', { count: others })}</span>
          )}
        </p>
        <ul className="divide-y divide-line">
          {orderItems(order).map((line, index) => (
            <OrderLine
              key={lineKey(line, index) + String(index)}
              line={line}
              order={order}
              match={undefined}
              isCatalogGrowing={false}
              isMarked={false}
              shortage={out[index]}
            />
          ))}
        </ul>
      </DialogBody>
      <div {...pressGuard}>
        <div className="flex flex-col gap-2 px-6 empty:hidden">
          <AnswerStatus state={answer.state} held={undefined} seconds={0} status="" wasMisclick={wasMisclick} />
          {answer.state.step === 'failed' && (
            <AnswerFailure
              state={answer.state}
              lane={row.lane}
              onSignedIn={answer.forgetFailure}
              onDigital={() => continueOnOrder('digital')}
            />
          )}
        </div>
        <DialogActions>
          <Button size="large" isBusy={answer.isPending} onClick={onLater}>
            {t('takeover.later')}
          </Button>
          {!isUnknown && (
            <>
              <Button look="grave" size="large" isBusy={answer.isPending} onClick={() => continueOnOrder('reject')}>
                {t('action.reject')}
              </Button>
              <Button
                look="primary"
                size="large"
                className="grow"
                isBusy={answer.isPending}
                onClick={() => (row.is_digital ? continueOnOrder('digital') : void accept())}
              >
                {t('action.accept')}
              </Button>
            </>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
