import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { notify } from '#web/api/toasts.ts'
import { boardActions, canBeDismissed } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate, type Translate } from '#web/i18n/translations.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orderNumber } from '#domain/order-number.ts'
import { orderOfRow, putAnswer, rereadOrder } from '#web/api/order.ts'
import { deskActionWords } from './order-can.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'

interface DismissOrderProps {
  readonly row: Omit<OrderRow, 'read_at'>
  /** The reason is already shown elsewhere. */
  readonly isReasonShown?: boolean
}

/** Lets staff dismiss an order that the service does not return; renders nothing for any other. */
export function DismissOrder({ row, isReasonShown = false }: DismissOrderProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const dismissOrder = useMutation({
    mutationFn: () => callDesk(boardActions.dismissOrder, { params: { orderId: row.order_id } }),
    onSuccess({ data }) {
      putAnswer(queries, data)
      notify(t('dismissed.done', { number: row.told_id ?? orderNumber(orderOfRow(row)) }))
    },
    onError: () => rereadOrder(queries, row.order_id),
  })
  if (!canBeDismissed(row)) return null
  return (
    <div className="no-print mt-2 flex flex-col items-start gap-1">
      {dismissOrder.error && (
        <Message role="alert" look="red" className="self-stretch">
          {failureText(dismissOrder.error, t)} <SignInLink error={dismissOrder.error} onSignedIn={dismissOrder.reset} />
        </Message>
      )}
      {row.problem && !isReasonShown && <p className="font-semibold text-amber">{t(`problem.${row.problem}`)}</p>}
      <Button isBusy={dismissOrder.isPending} onClick={() => dismissOrder.mutate()}>
        {t('dismissed.button')}
      </Button>
      <p className="text-sm text-faint">{t(row.problem === 'bad_id' ? 'dismissed.hintBadId' : 'dismissed.hint')}</p>
    </div>
  )
}

function failureText(error: Error, t: Translate): string {
  const isChanged = error instanceof Failure && error.code === 'not_put_aside'
  return isChanged ? t('dismissed.changed') : deskActionWords(error, t)
}
