import { marks } from '#contract/desk/board-actions.ts'
import type { HandOverKind } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { type OrderView, putAnswer } from '#web/api/order.ts'
import { Message } from '#web/components/text.tsx'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'

interface Mark {
  readonly isMade: boolean
  readonly codeMatched: boolean
}

/** Stores or removes the mark that an order was handed over or returned, for all tablets of this desk. */
export function useHandOver(orderId: OrderId, kind: HandOverKind) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ isMade, codeMatched }: Mark) =>
      callDesk(marks.handOver, {
        params: { orderId },
        body: { state: isMade ? 'handed_over' : null, kind, code_matched: codeMatched },
        signal: AbortSignal.timeout(15_000),
      }),
    // Updates the board at once, because staff may go there next.
    onSuccess: ({ data }) => putAnswer(queries, data),
  })
}

/** The next hand-over of a ready order: a pickup, or a return if only that has a code. */
export const nextKind = ({ order, lane }: OrderView): HandOverKind | undefined => {
  if (lane !== 'ready') return undefined
  return order.return_otp && !order.pickup_otp ? 'return' : 'pickup'
}

interface HandOverFailureProps {
  readonly error: Error
  readonly onSignedIn: () => void
}

/** Shows why a hand-over mark was not stored. */
export function HandOverFailure({ error, onSignedIn }: HandOverFailureProps) {
  const t = useTranslate()
  return (
    <Message role="alert" look="red">
      {textOf(error, t)} <SignInLink error={error} onSignedIn={onSignedIn} />
    </Message>
  )
}

function textOf(error: Error, t: Translate): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'no_contact':
      return t('handover.failure.no_contact')
    case 'sign_in_required':
      return t('handover.failure.sign_in_required')
    case 'store_unavailable':
      return t('handover.failure.store_unavailable')
    default:
      return t('failure.other', { message: error.message })
  }
}
