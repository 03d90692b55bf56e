import { boardActions } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { paths, withQuery } from '#contract/screen-paths.ts'
import { standsIn } from '#contract/stands-in.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import { westernDigits } from '#contract/western-digits.ts'
import { normalizeForSearch } from '#domain/search-text.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { putAnswer } from '#web/api/order.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { deskActionWords } from '#web/features/orders/desk-action-words.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { memo, startTransition, useId, useState } from 'react'
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
function OpenById({ text, onOpened }: OpenByIdProps) {
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

interface SearchHidesProps {
  /** How many orders wait for an answer that the search leaves out. */
  readonly waiting: number
  readonly onShowAll: () => void
}

/** A search that was left standing must not keep a ringing order from being seen. */
function SearchHides({ waiting, onShowAll }: SearchHidesProps) {
  const t = useTranslate()
  return (
    <Message look="amber">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {t('find.hides', { count: waiting })}
        <Button onClick={onShowAll}>{t('find.showAll')}</Button>
      </span>
    </Message>
  )
}

interface FindOrderProps {
  /** What the board shows, which may be a moment behind what is typed. */
  readonly search: string
  /** Whether something on the board answers to it. */
  readonly hasFound: boolean
  /** How many orders wait for an answer and do not answer to it. */
  readonly hidden: number
  readonly onSearch: (search: string) => void
}

/** Finds an order on the board by any of its numbers, or by its customer; one that nobody told of is opened by its id. */
export const FindOrder = memo(function FindOrder({ search, hasFound, hidden, onSearch }: FindOrderProps) {
  const t = useTranslate()
  const id = useId()
  const [text, setText] = useState('')

  /** No key waits for the board, whose cards come and go afterwards. */
  function look(next: string) {
    setText(next)
    startTransition(() => onSearch(next.trim()))
  }

  return (
    <div role="search" className="flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        {t('board.find')}
      </label>
      <input
        id={id}
        type="search"
        // Of an empty field it would be that of no language.
        dir={text === '' ? undefined : 'auto'}
        autoComplete="off"
        placeholder={t('board.find')}
        className="min-h-12 w-full max-w-md rounded border border-edge bg-raised px-3 text-base placeholder:text-faint"
        value={text}
        onChange={(event) => look(event.target.value)}
      />
      {hidden > 0 && <SearchHides waiting={hidden} onShowAll={() => look('')} />}
      {search !== '' && !hasFound && <OpenById text={search} onOpened={() => look('')} />}
    </div>
  )
})

/**
 * Whether an order answers to a part of any of its numbers, or of its customer's name. The board is all there, so the
 * desk need not be asked; what is closed it looks up itself, by the same numbers and names.
 */
export function isFoundBy({ order_id: id, told_id: told, order }: OrderRow, search: string): boolean {
  const { print_order_number: print, receipt_number: receipt, customer } = isRecord(order) ? order : {}
  const name = isRecord(customer) ? customer['name'] : undefined
  return (
    [id, told, print, receipt].some(
      (number) => typeof number === 'string' && standsIn(asNumber(number), asNumber(search)),
    ) ||
    (normalizeForSearch(search) !== '' &&
      typeof name === 'string' &&
      normalizeForSearch(name).includes(normalizeForSearch(search)))
  )
}

/** Dashes that are typed stay: they tell one number from another. */
const asNumber = (text: string): string => westernDigits(text.toLowerCase())
