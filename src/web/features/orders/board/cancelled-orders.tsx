import { boardQuery, rereadBoard } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { boardActions } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { patterns } from '#contract/screen-paths.ts'
import { orderNumber } from '#domain/order-number.ts'
import { orderOfRow, putAnswer } from '#web/api/order.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { deskActionWords } from '#web/features/orders/order-can.ts'
import { StatusBadge } from '#web/features/orders/status/decoration.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Digits, Message } from '#web/components/text.tsx'
import { isOfBefore, useCameAt, useMisclickGuard } from '#web/components/misclick-guard.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Shows a dialog on every screen when an order that the shop is packing or has packed was cancelled, so that nobody hands
 * it over.
 */
export function CancelledOrders() {
  const { data: row } = useQuery({ ...boardQuery(), select: firstCancelled })
  const { pathname } = useLocation()
  // Acknowledging needs a sign-in, so the dialog must not cover the sign-in and pairing forms.
  if (!row || signInForms.includes(pathname)) return null
  // Each order gets its own dialog, because screen readers do not announce a change inside an open one.
  return <CancelledOrder key={row.order_id} row={row} />
}

const signInForms: readonly string[] = [patterns.signIn, patterns.enrol]

// A stable function, so that the query does not select again at each render.
const firstCancelled = ({ data: rows }: { readonly data: readonly OrderRow[] }): OrderRow | undefined =>
  rows.find(({ problem }) => problem === 'cancelled')

function CancelledOrder({ row }: { readonly row: OrderRow }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: (orderId: string) => callDesk(boardActions.acknowledge, { params: { orderId } }),
    onSuccess: ({ data }) => putAnswer(queries, data),
    onError: () => rereadBoard(queries),
  })
  const [wasMisclick, setWasMisclick] = useState(false)
  const cameAt = useCameAt()
  // The dialog opens by itself, so a press that began before it was meant for what was there.
  const pressGuard = useMisclickGuard(
    (press) => isOfBefore(press, cameAt.current),
    () => setWasMisclick(true),
  )
  const order = orderOfRow(row)
  return (
    <Dialog title={t('cancelled.title')} onClose={() => undefined}>
      <DialogBody>
        <p className="text-2xl font-extrabold text-red">
          <Digits>{orderNumber(order)}</Digits>
        </p>
        <p>
          <StatusBadge order={order} />
        </p>
        <p className="text-lg">{t('cancelled.hint')}</p>
        {wasMisclick && <p role="status">{t('action.stray')}</p>}
        {acknowledge.error && (
          <Message role="alert" look="red">
            {deskActionWords(acknowledge.error, t)}{' '}
            <SignInLink error={acknowledge.error} onSignedIn={acknowledge.reset} />
          </Message>
        )}
      </DialogBody>
      <div {...pressGuard}>
        <DialogActions>
          <Button
            look="primary"
            size="large"
            isBusy={acknowledge.isPending}
            onClick={() => acknowledge.mutate(row.order_id)}
          >
            {t('cancelled.seen')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
