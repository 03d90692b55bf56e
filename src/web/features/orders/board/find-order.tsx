import { boardActions } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { paths, withQuery } from '#contract/screen-paths.ts'
import { normalizeForSearch, standsIn } from '#domain/search-text.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import { westernDigits } from '#contract/text.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { putAnswer } from '#web/api/order.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { deskActionWords } from '#web/features/orders/order-can.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { memo, startTransition, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'

interface OpenByIdProps {
  readonly text: string
  readonly onOpened: () => void
}

interface OpenRequest {
  readonly orderId: string
  /** The search element of the request, which is removed once the order is on the board. */
  readonly from: Element | null
}

/** Shown if nothing on the board matches: a link to closed orders, and a button to open an order by its id. */
function OpenById({ text, onOpened }: OpenByIdProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const open = useMutation({
    mutationFn: ({ orderId }: OpenRequest) => callDesk(boardActions.open, { body: { order_id: orderId } }),
    onSuccess({ data }, { from }) {
      putAnswer(queries, data)
      // Does not navigate away if another order was opened meanwhile.
      if (!from?.isConnected) return
      onOpened()
      void navigate(paths.order(data.order_id))
    },
  })
  const id = westernDigits(text)
  // An error only applies to the id that was requested.
  const error = open.variables?.orderId === id ? open.error : null
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-soft">{t('board.noneFound')}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {/* First, because the order is most likely closed. */}
        <Link
          to={withQuery(paths.closed, { q: text })}
          className="inline-flex min-h-12 items-center font-semibold underline"
        >
          {t('find.closed')}
        </Link>
        {/* An id contains digits; other texts are names. */}
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
  /** The number of waiting orders that the search hides. */
  readonly waiting: number
  readonly onShowAll: () => void
}

/** A forgotten search must not hide a ringing order. */
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
  /** The search that the board shows, which may lag behind the typed text. */
  readonly search: string
  /** Whether an order on the board matches. */
  readonly hasFound: boolean
  /** The number of waiting orders that do not match. */
  readonly hidden: number
  readonly onSearch: (search: string) => void
}

/** The board's search by number or customer. An order that is not on the board is opened by its id. */
export const FindOrder = memo(function FindOrder({ search, hasFound, hidden, onSearch }: FindOrderProps) {
  const t = useTranslate()
  const id = useId()
  const [text, setText] = useState('')

  /** Updates the board in a transition, so that typing is never blocked. */
  function changeSearch(next: string) {
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
        // For an empty field, `auto` would mean left to right in every language.
        dir={text === '' ? undefined : 'auto'}
        autoComplete="off"
        placeholder={t('board.find')}
        className="min-h-12 w-full max-w-md rounded border border-edge bg-raised px-3 text-base placeholder:text-faint"
        value={text}
        onChange={(event) => changeSearch(event.target.value)}
      />
      {hidden > 0 && <SearchHides waiting={hidden} onShowAll={() => changeSearch('')} />}
      {search !== '' && !hasFound && <OpenById text={search} onOpened={() => changeSearch('')} />}
    </div>
  )
})

/**
 * Whether a part of an order's numbers or of its customer's name matches. The server searches closed orders by the same
 * fields.
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

/** Keeps dashes, because they distinguish numbers. */
const asNumber = (text: string): string => westernDigits(text.toLowerCase())
