import { boardQuery, rereadBoard } from '#web/api/board.ts'
import { callDesk } from '#web/api/http/call.ts'
import { boardActions } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { patterns } from '#contract/screen-paths.ts'
import { orderNumber } from '#web/format/order-number.ts'
import { orderOfRow, putAnswer } from '#web/api/order.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { deskActionWords } from '#web/features/orders/desk-action-words.ts'
import { StatusBadge } from '#web/features/orders/status/status-badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Digits, Message } from '#web/components/text.tsx'
import { isOfBefore, useCameAt, useMisclickGuard } from '#web/components/misclick-guard.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * An order that the shop has in hand was cancelled: nobody goes on packing it unawares, or gives it away, whichever screen
 * is open, and whatever is looked for on the board.
 */
export function CancelledOrders() {
  const { data: row } = useQuery({ ...boardQuery(), select: firstCancelled })
  const { pathname } = useLocation()
  // Only who is signed in can say that it was seen: it does not lie over the forms in which they do.
  if (!row || formsOfStrangers.includes(pathname)) return null
  // Each in a dialog of its own: what only changed inside an open one is told to nobody who hears the screen.
  return <CancelledOrder key={row.order_id} row={row} />
}

const formsOfStrangers: readonly string[] = [patterns.signIn, patterns.enrol]

// Of its own: one that is made at each drawing would look through the board at each drawing.
const firstCancelled = ({ data: rows }: { readonly data: readonly OrderRow[] }): OrderRow | undefined =>
  rows.find(({ problem }) => problem === 'cancelled')

function CancelledOrder({ row }: { readonly row: OrderRow }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const seen = useMutation({
    mutationFn: (orderId: string) => callDesk(boardActions.acknowledge, { params: { orderId } }),
    onSuccess: ({ data }) => putAnswer(queries, data),
    onError: () => rereadBoard(queries),
  })
  const [wasMisclick, setWasMisclick] = useState(false)
  const cameAt = useCameAt()
  // It comes up by itself: a finger that was down before it, or taps twice, meant what stood here.
  const taps = useMisclickGuard(
    (tap) => isOfBefore(tap, cameAt.current),
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
        {seen.error && (
          <Message role="alert" look="red">
            {deskActionWords(seen.error, t)} <SignInLink error={seen.error} />
          </Message>
        )}
      </DialogBody>
      <div {...taps}>
        <DialogActions>
          <Button look="primary" size="large" isBusy={seen.isPending} onClick={() => seen.mutate(row.order_id)}>
            {t('cancelled.seen')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
