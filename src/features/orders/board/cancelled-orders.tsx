import { boardQuery, rereadBoard } from '#client/board.ts'
import { callDesk } from '#client/wire/call.ts'
import { useLocation } from '#client/navigation.tsx'
import { boardActs } from '#contract/desk/board-acts.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { patterns } from '#paths.ts'
import { orderNumber } from '#reading/order-number.ts'
import { orderOfRow } from '#client/order.ts'
import { SignInLink } from '#reading/sign-in-link.tsx'
import { deskActWords } from '#features/orders/desk-act-words.ts'
import { StatusBadge } from '#features/orders/status/status-badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx'
import { Message } from '#ui/message.tsx'
import { isOfBefore, useCameAt, useStrayTaps } from '#ui/stray-tap.ts'
import { Digits } from '#ui/text.tsx'
import { useWords } from '#words/words.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

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
  const say = useWords()
  const queries = useQueryClient()
  const seen = useMutation({
    mutationFn: (orderId: string) => callDesk(boardActs.acknowledge, { params: { orderId } }),
    onSettled: () => rereadBoard(queries),
  })
  const [hasStrayed, setStrayed] = useState(false)
  const cameAt = useCameAt()
  // It comes up by itself: a finger that was down before it, or taps twice, meant what stood here.
  const taps = useStrayTaps(
    (tap) => isOfBefore(tap, cameAt.current),
    () => setStrayed(true),
  )
  const order = orderOfRow(row)
  return (
    <Dialog title={say('cancelled.title')} onClose={() => undefined}>
      <DialogBody>
        <p className="text-2xl font-extrabold text-red">
          <Digits>{orderNumber(order)}</Digits>
        </p>
        <p>
          <StatusBadge order={order} />
        </p>
        <p className="text-lg">{say('cancelled.hint')}</p>
        {hasStrayed && <p role="status">{say('action.stray')}</p>}
        {seen.error && (
          <Message role="alert" look="red">
            {deskActWords(seen.error, say)} <SignInLink error={seen.error} />
          </Message>
        )}
      </DialogBody>
      <div {...taps}>
        <DialogActions>
          <Button look="primary" size="large" isBusy={seen.isPending} onClick={() => seen.mutate(row.order_id)}>
            {say('cancelled.seen')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
