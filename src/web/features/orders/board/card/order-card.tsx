import { canBeDismissed, isDismissed } from '#contract/desk/board-actions.ts'
import type { OrderRow, Problem } from '#contract/desk/inbox.ts'
import { readable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import { orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import { serverClock } from '#web/api/http/server-clock.ts'
import { orderOfRow } from '#web/api/order.ts'
import { useStore } from '#web/api/store.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { Answering, LastNote } from '#web/features/orders/answer/answer-notes.tsx'
import { isPacked, isUnreconciled } from '#web/features/orders/order-can.ts'
import { pickCount } from '#web/features/orders/picking/use-picks.ts'
import { StatusBadge } from '#web/features/orders/status/decoration.tsx'
import { flatten } from '#web/format/customer-notes.ts'
import { orderNumber, paymentOf } from '#web/format/order-number.ts'
import { formatWhen, useToday } from '#web/format/times.ts'
import { Money, PlainValue } from '#web/format/value.tsx'
import { type MessageKey, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { CardAnswer, CardNext } from './card-actions.tsx'
import { CardTime, isSameCard } from './card-time.tsx'
import { memo, type ReactNode, useMemo } from 'react'
import { NavLink } from 'react-router'

interface CardMarksProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/** The shop's marks: packing progress, hand-over and return. */
function CardMarks({ row: { lane, picks, handed_over: out, returned }, order }: CardMarksProps) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  const time = (at: string) => formatWhen(Date.parse(at), language)
  const { picked, missing, total } = pickCount(order, picks)
  return (
    <>
      {lane === 'preparing' && picks.length > 0 && (
        <span className="flex flex-wrap gap-x-3 text-sm font-semibold">
          <span className={picked === total ? 'text-good' : ''}>
            {picked === total ? t('pick.all') : t('pick.progress', { picked, total })}
          </span>
          {missing > 0 && <span className="text-red">{t('pick.missingCount', { count: missing })}</span>}
        </span>
      )}
      {out && (
        <span className="block text-sm font-semibold text-good">{t('card.handedOver', { time: time(out.at) })}</span>
      )}
      {returned && (
        <span className="block text-sm font-semibold text-amber">
          {t('card.returned', { time: time(returned.at) })}
        </span>
      )}
    </>
  )
}

/** A highlighted property on a card. */
type Tag = Extract<MessageKey, `tag.${string}`>

export function tagsOf({ is_digital: isDigital }: Pick<OrderRow, 'is_digital'>, order: ReadOrder): readonly Tag[] {
  const tags: Tag[] = []
  const hasNotes = orderItems(order).some((line) => flatten(readable(line)?.customizations).notes.length > 0)
  if (hasNotes) tags.push('tag.notes')
  if (isDigital) tags.push('tag.digital')
  if (order.is_pickup === true) tags.push('tag.pickup')
  if (order.is_pickup === false) tags.push('tag.delivery')
  return tags
}

interface OrderCardProps {
  readonly row: OrderRow
  /** Shows no buttons; the card only links to its order. */
  readonly isLinkOnly?: boolean
  /** Additional content. It only renders again when the row changes. */
  readonly children?: ReactNode
}

/** An order's card. Its number and time are readable from two metres. */
export const OrderCard = memo(function OrderCard({ row, isLinkOnly = false, children }: OrderCardProps) {
  const order = useMemo(() => orderOfRow(row), [row])
  const waits = row.lane === 'answer'
  const mayAnswer = waits && !isLinkOnly && row.told_id === null
  const number = row.told_id ?? orderNumber(order)
  // Silenced until it rings again.
  const isSeen = useStore({
    ...serverClock,
    read: () => Date.parse(row.acknowledged?.until ?? '') > serverClock.read(),
  })
  return (
    <article
      aria-label={number}
      className={`@container relative rounded border bg-raised ${waits && !isSeen ? 'border-accent' : 'border-line'}`}
    >
      <CardLink row={row}>
        <span className="block">
          <Digits className={`text-xl font-extrabold ${waits ? '@[20rem]:text-2xl' : ''}`}>{number}</Digits>
          {/* Floats after the number in reading order. */}
          {waits && <CardTime row={row} />}
        </span>
        <CardCustomer row={row} order={order} />
        <CardFacts row={row} order={order} isSeen={isSeen} />
        {children}
        {isUnreconciled(row) && !mayAnswer && (
          <span className="block text-sm font-semibold text-amber">
            <LastNote row={row} />
          </span>
        )}
      </CardLink>
      {mayAnswer && <CardAnswer row={row} order={order} />}
      {!isLinkOnly && (isNextOnCard(row) || canBeDismissed(row)) && (
        // Reserves the height of the buttons.
        <div className="min-h-17">
          <CardNext row={row} order={order} />
        </div>
      )}
    </article>
  )
}, isSame)

/** Whether the order is to be packed or handed over. */
const isNextOnCard = ({ lane, told_id: toldId, handed_over: out }: OrderRow): boolean =>
  isPacked(lane) && toldId === null && !out

function isSame(one: OrderCardProps, other: OrderCardProps): boolean {
  return one.isLinkOnly === other.isLinkOnly && isSameCard(one.row, other.row)
}

interface CardLinkProps {
  readonly row: OrderRow
  readonly children: ReactNode
}

/** Links a card to its order, unless the id is not valid in a path. */
const CardLink = ({ row, children }: CardLinkProps) =>
  row.told_id === null ? (
    <NavLink to={paths.order(row.order_id)} end className="card-link">
      {children}
    </NavLink>
  ) : (
    <div className="card-link">{children}</div>
  )

interface CardFactsProps {
  readonly row: OrderRow
  readonly order: ReadOrder
  /** Somebody has silenced it. */
  readonly isSeen: boolean
}

function CardCustomer({ row, order }: Omit<CardFactsProps, 'isSeen'>) {
  if (couldNotBeRead(row)) return null
  const customer = readable(order.customer)
  return (
    // Aligned with the interface's direction, but truncated in the name's own.
    <span className="block text-left font-semibold rtl:text-right">
      {customer ? (
        <PlainValue of={customer.name}>
          {(name) => <ServiceText className="line-clamp-2 hyphens-auto">{name}</ServiceText>}
        </PlainValue>
      ) : (
        <PlainValue of={order.customer} />
      )}
    </span>
  )
}

/** Whether the order was never read; only its problem can be shown. */
const couldNotBeRead = (row: OrderRow): row is OrderRow & { problem: Problem } =>
  row.problem !== null && row.read_at === null

function CardFacts({ row, order, isSeen }: CardFactsProps) {
  const t = useTranslate()
  if (couldNotBeRead(row)) return <CardProblem row={row} problem={row.problem} />
  const payment = paymentOf(order)
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
        <PlainValue of={order.items}>{(lines) => t('order.items', { count: lines.length })}</PlainValue>
        <PlainValue of={order.total}>{(total) => <Money amount={total} currency={order.currency} />}</PlainValue>
      </span>
      <span className="flex flex-wrap gap-1">
        {tagsOf(row, order).map((tag) => (
          <span
            key={tag}
            className={`rounded-sm px-2 text-sm font-semibold ${tag === 'tag.notes' ? 'bg-amber-tint text-amber' : 'bg-sunken text-soft'}`}
          >
            {t(tag)}
          </span>
        ))}
        {payment !== undefined && (
          <ServiceText className="line-clamp-2 max-w-full rounded-sm bg-sunken px-2 text-sm font-semibold text-soft">
            {payment}
          </ServiceText>
        )}
        {isSeen && row.acknowledged && row.lane === 'answer' && (
          // For screen readers only: the border shows it visually, and a visible text would move the button below.
          <span className="sr-only">{t('card.seenBy', { person: row.acknowledged.by.person })}</span>
        )}
      </span>
      {(row.lane === 'other' || row.lane === 'closed') && <StatusBadge order={order} />}
      {row.problem && (canBeDismissed(row) || isDismissed(row)) && <CardProblem row={row} problem={row.problem} />}
      {row.before_change !== null && (
        <span className="block text-sm font-semibold text-amber">{t('card.changed')}</span>
      )}
      {(row.picks.length > 0 || row.handed_over || row.returned) && (
        <span className="block min-h-5">
          <CardMarks row={row} order={order} />
        </span>
      )}
      {row.answering && <Answering row={row} />}
    </>
  )
}

interface CardProblemProps {
  readonly row: OrderRow
  readonly problem: Problem
}

function CardProblem({ row, problem }: CardProblemProps) {
  const t = useTranslate()
  const isGivenUp = problem === 'not_found' && isDismissed(row)
  return (
    <span className="block text-sm font-semibold text-amber">
      {t(isGivenUp ? 'dismissed.not_found' : `problem.${problem}`)}
    </span>
  )
}
