import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { boardActions } from '#contract/desk/board-actions.ts'
import { isOrderId } from '#contract/vendor/order-id.ts'
import { westernDigits } from '#contract/western-digits.ts'
import { deskActionWords } from '#web/features/orders/desk-action-words.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { putAnswer } from '#web/api/order.ts'
import { paths, withQuery } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'

interface OpenByIdProps {
  readonly text: string
  readonly onOpened: () => void
}

interface Wish {
  readonly orderId: string
  /** Where it was wished for: this very part goes as soon as the order is on the board. */
  readonly from: Element | null
}

/** Nothing on the board answers to a text: it may be of a closed order, or the id of one that nobody told of. */
export function OpenById({ text, onOpened }: OpenByIdProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const open = useMutation({
    mutationFn: ({ orderId }: Wish) => callDesk(boardActions.open, { body: { order_id: orderId } }),
    onSuccess({ data }, { from }) {
      putAnswer(queries, data)
      // Whoever has opened another order meanwhile is not fetched away from it.
      if (!from?.isConnected) return
      onOpened()
      void navigate(paths.order(data.order_id))
    },
  })
  const id = westernDigits(text)
  // Why one could not be opened says nothing of another.
  const error = open.variables?.orderId === id ? open.error : null
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-soft">{t('board.noneFound')}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {/* The likelier place: what is over has left the board. */}
        <Link
          to={withQuery(paths.closed, { q: text })}
          className="inline-flex min-h-12 items-center font-semibold underline"
        >
          {t('find.closed')}
        </Link>
        {/* Ids have digits in them; a name is of a customer. */}
        {isOrderId(id) && /\d/.test(id) && (
          <Button
            isBusy={open.isPending}
            onClick={({ currentTarget }) =>
              open.mutate({ orderId: id, from: currentTarget.closest('[role="search"]') })
            }
          >
            {t('board.openById', { id })}
          </Button>
        )}
      </div>
      {error && (
        <Message role="alert" look="red">
          {isUnknown(error) ? t('failure.order_not_found') : deskActionWords(error, t)} <SignInLink error={error} />
        </Message>
      )}
    </div>
  )
}

const isUnknown = (error: Error): boolean => error instanceof Failure && error.code === 'order_not_found'
