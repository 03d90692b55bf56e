import { boardActions } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { paths } from '#contract/screen-paths.ts'
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
import { orderSearch } from './order-search.tsx'
import { Link, useNavigate } from 'react-router'

interface OpenByIdProps {
  readonly text: string
  readonly onOpened: () => void
}

/** Shown if nothing on the board matches: a link to closed orders, and a button to open an order by its id. */
function OpenById({ text, onOpened }: OpenByIdProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const open = useMutation({
    mutationFn: (orderId: string) => callDesk(boardActions.open, { body: { order_id: orderId } }),
    onSuccess({ data }, orderId) {
      putAnswer(queries, data)
      // The search is cleared when the board is left, so an order that was opened meanwhile stays open.
      if (idIn(orderSearch.read()) !== orderId) return
      onOpened()
      void navigate(paths.order(data.order_id))
    },
  })
  const id = idIn(text)
  // An error only applies to the id that was requested.
  const error = open.variables === id ? open.error : null
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-soft">{t('board.noneFound')}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {/* First, because the order is most likely closed. */}
        <Link to={paths.history({ q: text })} className="inline-flex min-h-12 items-center font-semibold underline">
          {t('find.closed')}
        </Link>
        {/* An id contains digits; other texts are names. */}
        {isOrderId(id) && /\d/.test(id) && (
          <Button isBusy={open.isPending} onClick={() => open.mutate(id)}>
            {t('board.openById', { id })}
          </Button>
        )}
      </div>
      {error && (
        <Message role="alert" look="red">
          {isUnknown(error) ? t('failure.order_not_found') : deskActionWords(error, t)}{' '}
          <SignInLink error={error} onSignedIn={open.reset} />
        </Message>
      )}
    </div>
  )
}

const idIn = (text: string): string => westernDigits(text.trim())

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

interface SearchResultProps {
  /** The search that the board shows. */
  readonly search: string
  /** Whether an order on the board matches. */
  readonly hasFound: boolean
  /** The number of waiting orders that do not match. */
  readonly hidden: number
}

/** What the search hides, and the ways to an order that is not on the board. Nothing while all is shown. */
export function SearchResult({ search, hasFound, hidden }: SearchResultProps) {
  const clear = () => orderSearch.set('')
  if (search === '' || (hasFound && hidden === 0)) return null
  return (
    <div className="flex flex-col gap-2">
      {hidden > 0 && <SearchHides waiting={hidden} onShowAll={clear} />}
      {!hasFound && <OpenById text={search} onOpened={clear} />}
    </div>
  )
}

/**
 * Whether a part of an order's numbers, of its customer's name or of an item's name matches. The server searches closed
 * orders by the same fields.
 */
export function isFoundBy(row: OrderRow, search: string): boolean {
  const { print_order_number: print, receipt_number: receipt, customer, items } = isRecord(row.order) ? row.order : {}
  const products = (Array.isArray(items) ? items : []).map((line: unknown) =>
    isRecord(line) ? line['product'] : undefined,
  )
  const names = [customer, ...products].map((named) => (isRecord(named) ? named['name'] : undefined))
  const text = normalizeForSearch(search)
  return (
    [row.order_id, row.told_id, print, receipt].some(
      (number) => typeof number === 'string' && standsIn(asNumber(number), asNumber(search)),
    ) ||
    (text !== '' && names.some((name) => typeof name === 'string' && normalizeForSearch(name).includes(text)))
  )
}

/** Keeps dashes, because they distinguish numbers. */
const asNumber = (text: string): string => westernDigits(text.toLowerCase())
