import { closedAtOnce, inbox, type OrderRow } from '#contract/desk/inbox.ts'
import { readable } from '#contract/salvage.ts'
import { paths, withQuery } from '#contract/screen-paths.ts'
import { possibleMoments } from '#domain/moment.ts'
import { callDesk } from '#web/api/http/call.ts'
import { orderOfRow } from '#web/api/order.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/field.tsx'
import { OrderCard } from '#web/features/orders/board/card/order-card.tsx'
import { OrderSkeleton } from '#web/features/orders/order-skeleton.tsx'
import { formatSent, formatWhen, useToday } from '#web/format/times.ts'
import { useSearchText } from '#web/format/use-search-text.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Closed orders, newest first, searched by number or customer. */
const closedQuery = (search: string, before: string | undefined) =>
  queryOptions({
    queryKey: ['closed', search, before],
    queryFn: ({ signal }) => {
      const query = { view: 'closed', ...(search !== '' && { q: search }), ...(before !== undefined && { before }) }
      return callDesk(inbox.list, { query, signal })
    },
    placeholderData: keepPreviousData,
  })

/** When an order was closed or, if the service does not say, when the desk received it. */
export function ClosedSince({ row }: { readonly row: OrderRow }) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const since = readable(readable(orderOfRow(row).status)?.created_at)
  return (
    <span className="block text-sm text-soft">
      {since && possibleMoments(since)
        ? t('order.statusSince', { time: formatSent(since, language, t, { isShort: true }) })
        : `${t('order.placed')} ${formatWhen(Date.parse(row.received_at), language)}`}
    </span>
  )
}

/**
 * `/closed`: closed orders, newest first, searched by number or customer. The search is part of the address, so that going
 * back from an order restores the list.
 */
export function ClosedScreen() {
  const t = useTranslate()
  const given = new URLSearchParams(useLocation().search)
  const q = given.get('q')?.trim() ?? ''
  const before = given.get('before') ?? undefined
  const navigate = useNavigate()
  const onSearch = useCallback(
    (next: string) => void navigate(withQuery(paths.closed, { q: next || undefined }), { replace: true }),
    [navigate],
  )
  const [text, type] = useSearchText(q, onSearch)
  const show = (older?: string) => void navigate(withQuery(paths.closed, { q: q || undefined, before: older }))
  // The previous list stays, dimmed, until the new one arrives.
  const { data, error, isPlaceholderData: isOld } = useQuery(closedQuery(q, before))
  if (!data) {
    if (error) throw error
    return <OrderSkeleton />
  }
  const oldest = data.data.at(-1)?.received_at
  return (
    <div className="flex flex-col gap-4 pb-6">
      <title>{`${t('closed.title')} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{t('closed.title')}</h1>
      <TextField
        className="max-w-md"
        label={t('board.find')}
        type="search"
        dir="auto"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {data.data.length === 0 && !isOld && (
        <p className="text-soft">
          {t(before !== undefined ? 'closed.noneOlder' : q === '' ? 'closed.none' : 'closed.noneFound')}
        </p>
      )}
      <ul aria-busy={isOld} className={`grid gap-3 tablet:grid-cols-2 wide:grid-cols-3 ${isOld ? 'opacity-60' : ''}`}>
        {data.data.map((row) => (
          <li key={row.order_id}>
            <OrderCard row={row} isLinkOnly>
              <ClosedSince row={row} />
            </OrderCard>
          </li>
        ))}
      </ul>
      <div className="flex gap-3">
        {before !== undefined && <Button onClick={() => show()}>{t('closed.newest')}</Button>}
        {/* A page may be longer, because orders of the same millisecond are not split. */}
        {data.data.length >= closedAtOnce && (
          <Button isBusy={isOld} onClick={() => show(oldest)}>
            {t('closed.older')}
          </Button>
        )}
      </div>
    </div>
  )
}
