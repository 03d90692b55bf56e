import type { OrderRow } from '#contract/desk/inbox.ts'
import type { OrderOutcome } from '#contract/desk/order-outcome.ts'
import { readable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { orderOfRow } from '#web/api/order.ts'
import { Drawing } from '#web/components/icon.tsx'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { orderNumber } from '#domain/order-number.ts'
import { Money, PlainValue, Quantity } from '#web/format/value.tsx'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { endingWords } from './ending-words.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A closed order in a line or two: when it came, what was in it, how it ended. Opens the order. */
export function HistoryEntry({ row }: { readonly row: OrderRow }) {
  const t = useTranslate()
  const language = useLanguage()
  const order = orderOfRow(row)
  const number = row.told_id ?? orderNumber(order)
  const customer = readable(order.customer)
  return (
    <article aria-label={number}>
      <EntryLink row={row}>
        <time
          dateTime={row.received_at}
          className="text-sm text-soft tabular-nums max-tablet:order-4 max-tablet:text-end"
        >
          {t('history.received', { time: formatMoment(row.received_at, language, false) })}
        </time>
        <Digits className="justify-self-start font-bold wrap-anywhere">{number}</Digits>
        <span className="min-w-0 wrap-anywhere max-tablet:order-1 max-tablet:col-span-2">
          {customer?.name !== undefined && (
            <PlainValue of={customer.name}>{(name) => <ServiceText>{name}</ServiceText>}</PlainValue>
          )}
        </span>
        <span className="text-end font-semibold">
          {order.total !== undefined && (
            <PlainValue of={order.total}>{(total) => <Money amount={total} currency={order.currency} />}</PlainValue>
          )}
        </span>
        <span className={`${below} text-soft max-tablet:order-2 max-tablet:col-span-2`}>
          <FirstLines order={order} />
        </span>
        <span className={`${below} max-tablet:order-3`}>
          <EndingText row={row} />
        </span>
      </EntryLink>
    </article>
  )
}

interface EntryLinkProps {
  readonly row: OrderRow
  readonly children: ReactNode
}

/** On a phone the customer has a row of its own, and the time stands beside the ending. */
const grid =
  'grid min-w-0 flex-1 grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-0.5 tablet:grid-cols-[auto_auto_1fr_auto]'
const below = 'min-w-0 text-sm tablet:col-span-3 tablet:col-start-2'
const entryLook = 'flex items-center gap-3 px-4 py-3'

/** An id that is no part of an address cannot be opened. */
const EntryLink = ({ row, children }: EntryLinkProps) =>
  row.told_id === null ? (
    <Link to={paths.order(row.order_id)} className={`${entryLook} -outline-offset-3 hover:bg-sunken`}>
      <div className={grid}>{children}</div>
      <Drawing path="M9 5l7 7-7 7" className="size-5 shrink-0 text-faint rtl:-scale-x-100" />
    </Link>
  ) : (
    <div className={entryLook}>
      <div className={grid}>{children}</div>
    </div>
  )

const linesShown = 2

/** The first lines of an order, and how many more there are. */
function FirstLines({ order }: { readonly order: ReadOrder }) {
  const t = useTranslate()
  const lines = orderItems(order).map(readable)
  const more = lines.length - linesShown
  return (
    <>
      {lines.slice(0, linesShown).map((line, index) => (
        <span key={index} className="me-3 inline-block">
          <span className="me-1.5 font-semibold text-strong">
            <Quantity of={readable(line?.quantity) ?? '?'} />
          </span>
          <PlainValue of={readable(line?.product)?.name}>{(name) => <ServiceText>{name}</ServiceText>}</PlainValue>
        </span>
      ))}
      {more > 0 && <span className="inline-block">{t('card.more', { count: more })}</span>}
    </>
  )
}

const inks: Readonly<Record<OrderOutcome, string>> = {
  completed: 'text-good',
  rejected: 'text-amber',
  cancelled: 'text-amber',
  missed: 'text-red',
  other: 'text-soft',
}

function EndingText({ row }: { readonly row: OrderRow }) {
  const t = useTranslate()
  const { text, reason } = endingWords(row, t)
  return (
    <>
      <span className={`font-semibold ${inks[row.outcome ?? 'other']}`}>{text}</span>
      {reason !== undefined && (
        <>
          <span className="text-faint"> · </span>
          <ServiceText>{reason}</ServiceText>
        </>
      )}
    </>
  )
}
