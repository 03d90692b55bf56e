import type { OrderRow } from '#contract/desk/inbox.ts'
import type { PickState } from '#contract/desk/marks.ts'
import { readable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import { shortageOf } from '#domain/shortage.ts'
import { dialogRequested } from '#web/api/screen-state.ts'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { isSameCard } from '#web/features/orders/board/card/card-time.tsx'
import type { Attempts } from '#web/features/orders/picking/pick-attempts.ts'
import { pickFailureWords } from '#web/features/orders/picking/pick-foot.tsx'
import { scannedOf } from '#web/features/orders/picking/use-picks.ts'
import { PlainValue } from '#web/format/value.tsx'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { productKey } from './all-day.ts'
import { noteBump } from './bumps.ts'
import { ReadyFoot } from './ready-foot.tsx'
import { markedProduct, scannedLines, useStation } from './station-context.ts'
import { TicketHead } from './ticket-head.tsx'
import { LineRow } from './ticket-line.tsx'
import { isTickable, openLines, orderIn, type Ticket, type TicketLine, ticketOf } from './tickets.ts'
import { memo } from 'react'
import { Link } from 'react-router'

/** So many lines usually fit in a column. A ticket with more may go on in the next one. */
const wholeAtMost = 8

interface TicketCardProps {
  readonly row: OrderRow
  /** The key that bumps it; undefined for those beyond the ninth. */
  readonly place: number | undefined
  /** It is not on the screen. */
  readonly isOut: boolean
  /** The places of the lines with which it goes on in a further column, as text. */
  readonly continued: string | undefined
  /** How many lines at its end are not on the screen. */
  readonly cutLines: number
}

/** An order to prepare. It renders when its row, its place or one of its own marks changes, and never with another's. */
export const TicketCard = memo(function TicketCard({ row, place, isOut, continued, cutLines }: TicketCardProps) {
  const t = useTranslate()
  const { own, picks, settings, shortages, press } = useStation()
  const orderId = row.order_id
  const attempts = useStore({ watch: picks.watch, read: () => picks.of(orderId) })
  const scan = useStore({ ...scannedLines, read: () => ofOrder(orderId) })
  const product = useStore({ ...markedProduct, read: () => productIn(row) })
  const ticket = ticketOf(row, own, attempts)
  if (!ticket) return null
  const { order, lines, state, number } = ticket
  const further = continued?.split(' ') ?? []
  const send = isTickable(ticket) ? tick : undefined

  function tick(line: string, to: PickState | null): void {
    const open = ticket ? openLines(ticket) : []
    // It may leave its place with this tick, and is found again as after a bump.
    if (to === 'picked' && open.length === 1 && open[0]?.key === line) noteBump({ orderId, number, lines: [line] })
    void picks.send(order.id, line, to)
  }

  function scannedPart({ key, line }: TicketLine): string | undefined {
    const quantity = readable(readable(line)?.quantity)
    const count = quantity === undefined ? 0 : scannedOf(orderId, key, quantity)
    return quantity !== undefined && count > 0 ? t('pick.of', { count, quantity }) : undefined
  }

  return (
    <article
      aria-label={number}
      className="station-ticket"
      data-order={orderId}
      data-state={state}
      data-long={lines.length > wholeAtMost || undefined}
      data-marked={product !== undefined || scan !== undefined || undefined}
      inert={isOut}
    >
      <TicketHead
        ticket={ticket}
        settings={settings}
        place={place}
        onPress={state === 'open' || state === 'done' || state === 'cancelled' ? () => press(orderId) : undefined}
      />
      {lines.length === 0 ? (
        <p className="station-ticket-problem">
          {row.problem && state !== 'cancelled' ? t(`problem.${row.problem}`) : <PlainValue of={readableItems(row)} />}
        </p>
      ) : (
        <ul>
          {lines.map((line, index) => (
            <LineRow
              // Two lines may have the same id.
              key={index}
              of={line}
              isCut={index >= lines.length - cutLines}
              continues={further.includes(String(index)) ? number : undefined}
              scanned={scannedPart(line)}
              isShort={isShortElsewhere(line, shortages, orderId)}
              isMarked={
                scan?.keys.includes(line.key) === true || (product !== undefined && productKey(line.line) === product)
              }
              onPress={send && ((to) => send(line.key, to))}
            />
          ))}
        </ul>
      )}
      <Failures ticket={ticket} attempts={attempts} onSignedIn={(line) => picks.forget(orderId, line)} />
      <footer className="station-ticket-foot" inert={cutLines > 0}>
        <Foot ticket={ticket} />
      </footer>
    </article>
  )
}, isSame)

function isSame(one: TicketCardProps, other: TicketCardProps): boolean {
  return (
    one.place === other.place &&
    one.isOut === other.isOut &&
    one.continued === other.continued &&
    one.cutLines === other.cutLines &&
    isSameCard(one.row, other.row)
  )
}

const readableItems = (row: OrderRow) => {
  const { items } = orderIn(row)
  return Array.isArray(items) ? undefined : items
}

function ofOrder(orderId: string) {
  const scan = scannedLines.read()
  return scan?.orderId === orderId ? scan : undefined
}

/** The marked product, if the order has it. */
function productIn(row: OrderRow): string | undefined {
  const product = markedProduct.read()
  const { items } = orderIn(row)
  return product !== undefined && Array.isArray(items) && items.some((line) => productKey(line) === product)
    ? product
    : undefined
}

/** The order that reported the shortage says so itself. */
function isShortElsewhere({ line }: TicketLine, shortages: Parameters<typeof shortageOf>[1], orderId: string): boolean {
  const shortage = shortageOf(line, shortages)
  return shortage !== undefined && shortage.order_id !== orderId
}

interface FailuresProps {
  readonly ticket: Ticket
  readonly attempts: Attempts
  readonly onSignedIn: (line: string) => void
}

/** The marks that were not stored, each with its reason. */
function Failures({ ticket: { lines }, attempts, onSignedIn }: FailuresProps) {
  const t = useTranslate()
  return lines.map(({ key, name }) => {
    const failure = attempts.get(key)?.failure
    return (
      failure && (
        <Message key={key} role="alert" look="red">
          {t('station.notStored', { name, message: pickFailureWords(failure, t) })}{' '}
          <SignInLink error={failure} onSignedIn={() => onSignedIn(key)} />
        </Message>
      )
    )
  })
}

/** What is next for a ticket. Its height is the same in every state, so that no other ticket moves. */
function Foot({ ticket }: { readonly ticket: Ticket }) {
  const t = useTranslate()
  const { isCounter, press } = useStation()
  const { state, lines, missing, orderId } = ticket
  const toOrder = isCounter && (
    <Link to={paths.order(orderId)} className="station-ticket-link">
      {t('toast.open')}
    </Link>
  )
  switch (state) {
    case 'open': {
      const total = lines.length
      if (total === 0) return toOrder
      return (
        <p className="station-ticket-progress">
          {t('pick.progress', { picked: lines.filter((line) => line.state === 'picked').length, total })}
          {missing > 0 && <span className="text-red"> · {t('pick.missingCount', { count: missing })}</span>}
        </p>
      )
    }
    case 'missing':
      return (
        <p className="station-ticket-ask">
          {isCounter ? t('pick.missingCount', { count: missing }) : t('station.askCounter', { count: missing })}{' '}
          {isCounter && (
            <Link
              to={paths.order(orderId)}
              className="station-ticket-link"
              onClick={() => (dialogRequested.current = { orderId, dialog: 'ask' })}
            >
              {t('toast.ask')}
            </Link>
          )}
        </p>
      )
    case 'elsewhere':
      return <p className="station-ticket-progress">{t('station.elsewhere')}</p>
    case 'deciding':
      return <p className="station-ticket-progress">{t('lane.contact')}</p>
    case 'cancelled':
      return (
        <>
          <p className="station-ticket-ask" role="alert">
            {t('station.cancelled')}
          </p>
          <Button className="station-ticket-button" onClick={() => press(orderId)}>
            {t('cancelled.seen')}
          </Button>
        </>
      )
    case 'done':
      return <ReadyFoot ticket={ticket} />
  }
}
