import { canBeDismissed, isDismissed } from '#contract/desk/board-actions.ts'
import type { OrderRow, Problem } from '#contract/desk/inbox.ts'
import { readable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import { paymentOf, type ReadOrder } from '#contract/vendor/order.ts'
import { isSilenced } from '#domain/ringing.ts'
import { serverClock } from '#web/api/http/server-clock.ts'
import { orderOfRow } from '#web/api/order.ts'
import { useShortages } from '#web/api/shortages.tsx'
import { useStore } from '#web/api/store.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { Answering, LastNote } from '#web/features/orders/answer/answer-notes.tsx'
import { isPacked, isUnreconciled } from '#web/features/orders/order-can.ts'
import { shortagesIn } from '#web/features/orders/lines/lines-out.ts'
import { pickCount } from '#web/features/orders/picking/pick-count.ts'
import { StatusBadge } from '#web/features/orders/status/decoration.tsx'
import { orderNumber } from '#domain/order-number.ts'
import { formatWhen, useToday } from '#web/format/times.ts'
import { Money, PlainValue } from '#web/format/value.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { CardAnswer, CardNext } from './card-actions.tsx'
import { CardLines, CardNotes, CardOut } from './card-lines.tsx'
import { CardSince, CardTime, isSameCard } from './card-time.tsx'
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

interface OrderCardProps {
  readonly row: OrderRow
  /** Shows no buttons; the card only links to its order. */
  readonly isLinkOnly?: boolean
  /** Additional content. It only renders again when the row changes. */
  readonly children?: ReactNode
}

/** An order's card: its number, what is in it, how long is left, and what to do next. */
export const OrderCard = memo(function OrderCard({ row, isLinkOnly = false, children }: OrderCardProps) {
  const order = useMemo(() => orderOfRow(row), [row])
  const out = shortagesIn(order, row, useShortages())
  const waits = row.lane === 'answer'
  const mayAnswer = waits && !isLinkOnly && row.told_id === null
  const number = row.told_id ?? orderNumber(order)
  const silenced = useStore({ ...serverClock, read: () => isSilenced(row, serverClock.read()) })
  return (
    <article aria-label={number} className={`card ${waits && !silenced ? 'border-accent' : 'border-line'}`}>
      <CardLink row={row}>
        <span className="card-head">
          <Digits className="card-number">{number}</Digits>
          <CardCustomer row={row} order={order} />
          {waits ? <CardTime row={row} /> : <CardSince row={row} order={order} />}
        </span>
        {couldNotBeRead(row) ? (
          <CardProblem row={row} problem={row.problem} />
        ) : (
          <>
            <CardLines order={order} out={out} />
            <CardOut out={out} />
            <CardNotes order={order} />
            <CardState row={row} order={order} isSilenced={silenced} />
          </>
        )}
        {children}
        {isUnreconciled(row) && !mayAnswer && (
          <span className="block text-sm font-semibold text-amber">
            <LastNote row={row} />
          </span>
        )}
      </CardLink>
      {/* Between what opens the order and what answers it, a row in which nothing is hit. */}
      {!couldNotBeRead(row) && <CardFacts row={row} order={order} />}
      {mayAnswer && <CardAnswer row={row} order={order} />}
      {!isLinkOnly && (isNextOnCard(row) || canBeDismissed(row)) && <CardNext row={row} order={order} />}
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
}

function CardCustomer({ row, order }: CardFactsProps) {
  const customer = readable(order.customer)
  return (
    // Aligned with the interface's direction, but cut at the name's own end, so the name itself is the box that is cut.
    <span className="min-w-0 flex-1 text-left rtl:text-right">
      {!couldNotBeRead(row) &&
        (customer ? (
          <PlainValue of={customer.name}>
            {(name) => <ServiceText className="block truncate">{name}</ServiceText>}
          </PlainValue>
        ) : (
          <PlainValue of={order.customer} />
        ))}
    </span>
  )
}

/** Whether the order was never read; only its problem can be shown. */
const couldNotBeRead = (row: OrderRow): row is OrderRow & { problem: Problem } =>
  row.problem !== null && row.read_at === null

/** How it leaves the shop, how it is paid and what it costs, in one quiet row. */
function CardFacts({ row, order }: CardFactsProps) {
  const t = useTranslate()
  const payment = paymentOf(order)
  return (
    <span className="card-facts">
      {row.is_digital && <span>{t('tag.digital')}</span>}
      {order.is_pickup === true && <span>{t('tag.pickup')}</span>}
      {order.is_pickup === false && <span>{t('tag.delivery')}</span>}
      {payment !== undefined && <ServiceText>{payment}</ServiceText>}
      <span>
        <PlainValue of={order.total}>{(total) => <Money amount={total} currency={order.currency} />}</PlainValue>
      </span>
    </span>
  )
}

interface CardStateProps extends CardFactsProps {
  /** Somebody has silenced it. */
  readonly isSilenced: boolean
}

/** What has happened to the order since it came, where there is something to say. */
function CardState({ row, order, isSilenced: silenced }: CardStateProps) {
  const t = useTranslate()
  return (
    <>
      {silenced && row.acknowledged && row.lane === 'answer' && (
        // For screen readers only: the border shows it, and a visible text would move the button below.
        <span className="sr-only">{t('card.silencedBy', { person: row.acknowledged.by.person })}</span>
      )}
      {row.lane === 'contact' && <span className="block text-sm font-semibold text-amber">{t('lane.contact')}</span>}
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
