import { readable, type Unreadable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { isUnread, type OrderView } from '#web/api/order.ts'
import { Picture } from '#web/components/picture.tsx'
import { Sign } from '#web/components/sign.tsx'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { MoneyDifference } from '#web/features/orders/change/customer-change.tsx'
import { StatusBadge } from '#web/features/orders/status/decoration.tsx'
import { OrderTimeLeft, TimeOver } from '#web/features/orders/time/order-time-left.tsx'
import { laneWord } from '#web/format/lane-word.ts'
import { orderNumber } from '#domain/order-number.ts'
import { pictureAddress } from '#web/format/order-number.ts'
import { formatSent, useToday } from '#web/format/times.ts'
import { Money, Value } from '#web/format/value.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { DismissOrder } from './dismiss-order.tsx'
import { endingWords } from './history/ending-words.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The order's numbers and what else is seldom needed at a counter, behind one press. */
export function OrderDetails({ order }: { readonly order: ReadOrder }) {
  const t = useTranslate()
  const language = useLanguage()
  const vendor = readable(order.vendor)
  const paymentType = readable(order.payment_method)?.payment_type
  return (
    <details className="rounded border border-line bg-raised px-4">
      <summary className="opens font-bold text-soft">{t('order.details')}</summary>
      <dl className="order-facts pb-3">
        <Fact name={t('order.placed')}>
          <Value of={order.created_at}>
            {(text) => <bdi className="tabular-nums">{formatSent(text, language, t)}</bdi>}
          </Value>
        </Fact>
        <Fact name={t('order.receipt')}>
          <Value of={order.receipt_number}>{(text) => <Digits>{text}</Digits>}</Value>
        </Fact>
        <Fact name={t('order.id')}>
          <Digits>{order.id}</Digits>
        </Fact>
        {isSent(paymentType) && (
          <Fact name={t('order.paymentType')}>
            <Value of={paymentType} />
          </Fact>
        )}
        <Fact name={t('order.service')}>
          <Value of={order.service} />
        </Fact>
        <Fact name={t('order.shop')}>
          <span className="flex items-baseline justify-end gap-2">
            <Picture src={pictureAddress(vendor?.featured_image)} className="size-8" />
            <Part of={order.vendor} field="name" />
          </span>
        </Fact>
      </dl>
      <p className="border-t border-line py-3 text-sm text-soft">{t('time.estimate')}</p>
    </details>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="min-w-0 text-end font-semibold">{children}</dd>
  </>
)

/** unspecified: the meaning of a payment's second title and its type; the specification's examples only have null. */
const isSent = (text: unknown): boolean => text !== undefined && text !== null && text !== ''

/** A name with its icon. */
const Signed = ({ sign, children }: { readonly sign: unknown; readonly children: ReactNode }) => (
  <span className="flex items-center justify-end gap-2">
    <Sign src={pictureAddress(sign)} className="h-6 w-auto max-w-16 object-contain" />
    <span className="min-w-0">{children}</span>
  </span>
)

type PartProps<Field extends string> = { readonly field: Field; readonly of: unknown }

/** One field of an object. Both may be missing or unreadable. */
function Part<Field extends string>({ of, field }: PartProps<Field>) {
  const part = of as Parameters<typeof Value<Record<Field, string>>>[0]['of']
  return <Value of={part}>{(fields) => <Value of={fields[field]} />}</Value>
}

interface OrderEndingProps {
  readonly row: NonNullable<OrderView['row']>
}

/** How the order ended, by whom and why, as in the history, to which it leads. */
function OrderEnding({ row }: OrderEndingProps) {
  const t = useTranslate()
  const { text, reason } = endingWords(
    {
      ...row,
      reject_reason: row.timeline.findLast((entry) => entry.reject_reason)?.reject_reason,
      removed_by: row.timeline.findLast(({ what }) => what === 'put_aside')?.by ?? undefined,
    },
    t,
  )
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3">
      <span>
        {text}
        {reason !== undefined && (
          <>
            {': '}
            <ServiceText>{reason}</ServiceText>
          </>
        )}
      </span>
      <Link to={paths.history()} className="no-print inline-flex min-h-12 items-center underline">
        {t('history.title')}
      </Link>
    </p>
  )
}

/** The order's number, customer, status and time left, in the largest type on the screen. */
export function OrderHeader({ view }: { readonly view: OrderView }) {
  const { order, lane, row } = view
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const since = readable(readable(order.status)?.created_at)
  const customer = readable(order.customer)
  const own = t(laneWord(lane))
  return (
    <header className="order-head">
      <div className="min-w-0 flex-1 basis-36">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1 className="line-clamp-2 text-2xl font-extrabold">
            <Digits>{orderNumber(order)}</Digits>
          </h1>
          {/* Aligned with the interface's direction, but truncated in the name's own. */}
          <p className="min-w-0 text-left text-lg rtl:text-right">
            <span className="sr-only">{t('order.customer')} </span>
            {customer ? (
              <Value of={customer.name}>{(name) => <ServiceText className="line-clamp-2">{name}</ServiceText>}</Value>
            ) : (
              <Value of={order.customer} />
            )}
          </p>
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          {/* The status itself says that it is unknown. */}
          {lane !== 'other' && own !== readable(readable(order.status)?.title)?.trim() && (
            <strong className="text-lg">{own}</strong>
          )}
          {!isUnread(view) && <StatusBadge order={order} />}
          {since && (
            <span className="text-sm text-soft">
              {t('order.statusSince', { time: formatSent(since, language, t, { isShort: true }) })}
            </span>
          )}
        </p>
        {lane === 'closed' && row && <OrderEnding row={row} />}
        {lane !== 'answer' && row?.problem && <DismissOrder row={row} />}
      </div>
      {lane === 'answer' && (
        <>
          <OrderTimeLeft view={view} />
          <TimeOver view={view} />
        </>
      )}
    </header>
  )
}

/**
 * The amounts as the service sent them, with a note if they do not add up, and how the order is paid and leaves the shop.
 * The desk computes no total.
 */
export function OrderSummary({ order }: { readonly order: ReadOrder }) {
  const t = useTranslate()
  const rows: readonly (readonly [string, number | Unreadable | undefined])[] = [
    [t('order.subtotal'), order.subtotal],
    [t('order.deliveryCharge'), order.delivery_charge],
    [t('order.serviceCharge'), order.service_charge],
  ]
  return (
    <section aria-label={t('order.total')} className="rounded border border-line bg-raised px-4 py-3">
      <dl className="space-y-1">
        {rows.map(([name, amount]) => (
          <MoneyRow key={name} name={name} amount={amount} order={order} />
        ))}
        <MoneyRow name={t('order.total')} amount={order.total} order={order} isTotal />
        {/* unspecified: its meaning. It is 0 for an order that is not paid in cash. */}
        {order.cash_amount !== 0 && <MoneyRow name={t('order.cash')} amount={order.cash_amount} order={order} />}
      </dl>
      <MoneyDifference order={order} />
      <dl className="order-facts mt-2 border-t border-line pt-2">
        <Fact name={t('order.payment')}>
          <Value of={order.payment_method}>
            {({ title, key, sub_title: more, featured_image: sign }) => (
              <>
                <Signed sign={sign}>
                  <Value of={title || key} />
                </Signed>
                {isSent(more) && (
                  <span className="block text-sm text-soft">
                    <Value of={more} />
                  </span>
                )}
              </>
            )}
          </Value>
        </Fact>
        <Fact name={t('order.delivery')}>
          <Value of={order.is_pickup}>{(isPickup) => t(isPickup ? 'tag.pickup' : 'tag.delivery')}</Value>
          <span className="block text-sm font-normal text-soft">
            <Value of={order.delivery_method}>
              {({ name, featured_image: sign }) => (
                <Signed sign={sign}>
                  <Value of={name} />
                </Signed>
              )}
            </Value>
          </span>
        </Fact>
      </dl>
    </section>
  )
}

interface MoneyRowProps {
  readonly name: string
  readonly amount: number | Unreadable | undefined
  readonly order: ReadOrder
  readonly isTotal?: boolean
}

/** An amount and its name, which wrap if they do not fit into one row. */
const MoneyRow = ({ name, amount, order, isTotal = false }: MoneyRowProps) => (
  <div className={isTotal ? 'order-sum order-total' : 'order-sum'}>
    <dt>{name}</dt>
    <dd>
      <Money amount={amount} currency={order.currency} />
    </dd>
  </div>
)
