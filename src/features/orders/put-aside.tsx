import { callDesk } from '#client/wire/call.ts'
import { Failure } from '#client/wire/failure.ts'
import { notify } from '#client/notices/notices.ts'
import { boardActs } from '#contract/desk/board-acts.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { canBePutAside } from '#contract/desk/put-aside.ts'
import { Button } from '#ui/button.tsx'
import { Message } from '#ui/message.tsx'
import { useWords, type Say } from '#words/words.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orderNumber } from '#reading/order-number.ts'
import { orderOfRow, rereadOrder } from '#client/order.ts'
import { deskActWords } from './desk-act-words.ts'
import { SignInLink } from '#reading/sign-in-link.tsx'

interface PutAsideProps {
  readonly row: Omit<OrderRow, 'read_at'>
  /** Whether the reason stands somewhere else already. */
  readonly isReasonSaid?: boolean
}

/** The way out for an order that the service does not know, not yet or no longer: nothing where that is not so. */
export function PutAside({ row, isReasonSaid = false }: PutAsideProps) {
  const say = useWords()
  const queries = useQueryClient()
  const putAside = useMutation({
    mutationFn: () => callDesk(boardActs.putAside, { params: { orderId: row.order_id } }),
    onSuccess: () => notify(say('aside.done', { number: row.told_id ?? orderNumber(orderOfRow(row)) })),
    onSettled: () => rereadOrder(queries, row.order_id),
  })
  if (!canBePutAside(row)) return null
  return (
    <div className="no-print mt-2 flex flex-col items-start gap-1">
      {putAside.error && (
        <Message role="alert" look="red" className="self-stretch">
          {failureText(putAside.error, say)} <SignInLink error={putAside.error} />
        </Message>
      )}
      {row.problem && !isReasonSaid && <p className="font-semibold text-amber">{say(`problem.${row.problem}`)}</p>}
      <Button isBusy={putAside.isPending} onClick={() => putAside.mutate()}>
        {say('aside.button')}
      </Button>
      <p className="text-sm text-faint">{say(row.problem === 'bad_id' ? 'aside.hintBadId' : 'aside.hint')}</p>
    </div>
  )
}

function failureText(error: Error, say: Say): string {
  const isChanged = error instanceof Failure && error.code === 'not_put_aside'
  return isChanged ? say('aside.changed') : deskActWords(error, say)
}
