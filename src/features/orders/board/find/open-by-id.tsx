import { rereadBoard } from '#client/board.ts'
import { callDesk } from '#client/wire/call.ts'
import { Failure } from '#client/wire/failure.ts'
import { Link, useNavigate } from '#client/navigation.tsx'
import { boardActs } from '#contract/desk/board-acts.ts'
import { isOrderId } from '#contract/vendor/order-id.ts'
import { westernDigits } from '#contract/western-digits.ts'
import { deskActWords } from '#features/orders/desk-act-words.ts'
import { SignInLink } from '#reading/sign-in-link.tsx'
import { paths, withQuery } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'

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
  const say = useWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const open = useMutation({
    mutationFn: ({ orderId }: Wish) => callDesk(boardActs.open, { body: { order_id: orderId } }),
    async onSuccess({ data }, { from }) {
      await rereadBoard(queries)
      // Whoever has opened another order meanwhile is not fetched away from it.
      if (!from?.isConnected) return
      onOpened()
      navigate(paths.order(data.order_id))
    },
  })
  const id = westernDigits(text)
  // Why one could not be opened says nothing of another.
  const error = open.variables?.orderId === id ? open.error : null
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-soft">{say('board.noneFound')}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {/* The likelier place: what is over has left the board. */}
        <Link
          to={withQuery(paths.closed, { q: text })}
          className="inline-flex min-h-12 items-center font-semibold underline"
        >
          {say('find.closed')}
        </Link>
        {/* Ids have digits in them; a name is of a customer. */}
        {isOrderId(id) && /\d/.test(id) && (
          <Button
            isBusy={open.isPending}
            onClick={({ currentTarget }) =>
              open.mutate({ orderId: id, from: currentTarget.closest('[role="search"]') })
            }
          >
            {say('board.openById', { id })}
          </Button>
        )}
      </div>
      {error && (
        <Message role="alert" look="red">
          {isUnknown(error) ? say('failure.order_not_found') : deskActWords(error, say)} <SignInLink error={error} />
        </Message>
      )}
    </div>
  )
}

const isUnknown = (error: Error): boolean => error instanceof Failure && error.code === 'order_not_found'
