import type { Clock } from '#contract/clock.ts'
import type { Who } from '#contract/desk/action.ts'
import type { AlertEnd } from '#contract/desk/alerts.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { AlertRecord } from '#domain/alert.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Presence } from '#server/feed/presence.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import type { AlertBook } from './alert-book.ts'
import type { Withdraw } from './withdraw.ts'

export interface AlertEndDeps {
  readonly clock: Clock
  readonly inbox: Pick<Inbox, 'peek' | 'find'>
  readonly presence: Pick<Presence, 'isAnybodyThere'>
  readonly alarms: Pick<Alarms, 'current'>
  readonly book: Pick<AlertBook, 'open' | 'end'>
  readonly withdraw: Withdraw
}

export interface AlertEnds {
  /** Ends the alerts of an order that no longer waits: at once if it is known who answered it. */
  noteOrder(record: OrderRecord): void
  /** The same for all orders with alerts, as after a restart. @throws {StoreUnavailable} */
  checkOrders(): Promise<void>
  /** Ends alerts about alarms that are over, an empty shop that is not, and an interrupted rehearsal. */
  checkOthers(): void
}

const second = 1000
/** Time for what raises alarms to find their causes again after a start. */
const alarmsBackMs = 60 * second
/** An order may leave its lane before it is known who answered it. */
const answerKnownWithinMs = 2 * second
/** A rehearsal that a crash interrupted. */
const rehearsalOverMs = 90 * second

/** Ends alerts whose cause is over, and withdraws them from phones. */
export function createAlertEnds(deps: AlertEndDeps, closing: () => AbortSignal): AlertEnds {
  const { clock, inbox, presence, alarms, book, withdraw } = deps
  /** Orders with alerts that left their lane, and since when. */
  const left = new Map<OrderId, number>()
  const startedAt = clock.steady()
  const startedNow = clock.now()

  const isWaiting = (orderId: OrderId): boolean => inbox.peek(orderId)?.lane === 'answer'

  async function end(alerts: readonly AlertRecord[], how: AlertEnd, by: Who | null = null): Promise<void> {
    if (alerts.length > 0) await withdraw(await book.end(alerts, how, by), closing())
  }

  function noteOrder(record: OrderRecord): void {
    const { orderId, lane, lastDone, backAt, receivedAt } = record
    const alerts = book.open().filter((alert) => alert.orderId === orderId)
    if (alerts.length === 0 || lane === 'answer') return void left.delete(orderId)
    const since = left.get(orderId) ?? clock.steady()
    left.set(orderId, since)
    const answer = (['accept', 'reject'] as const).find((each) => each === lastDone?.action)
    const isAnswered = answer !== undefined && lastDone !== null && lastDone.at >= (backAt ?? receivedAt)
    if (!isAnswered && clock.steady() - since < answerKnownWithinMs) return
    left.delete(orderId)
    const how: AlertEnd = isAnswered ? answer : lane === 'closed' ? 'closed' : 'changed'
    void end(alerts, how, isAnswered ? lastDone.by : null)
  }

  async function checkOrders(): Promise<void> {
    const ids = new Set(book.open().flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))
    for (const orderId of left.keys()) if (!ids.has(orderId)) left.delete(orderId)
    for (const orderId of ids) {
      if (isWaiting(orderId)) continue
      const record = await inbox.find(orderId)
      if (record) noteOrder(record)
    }
  }

  function checkOthers(): void {
    const codes = new Set<string>(alarms.current().map(({ code }) => code))
    const areAlarmsBack = clock.steady() - startedAt >= alarmsBackMs
    const isOver = ({ kind, alarm, at, isRehearsal }: AlertRecord): boolean => {
      if (isRehearsal) return clock.now() - at >= rehearsalOverMs
      if (kind === 'nobody_there') return presence.isAnybodyThere()
      return alarm !== null && !codes.has(alarm) && (areAlarmsBack || at >= startedNow)
    }
    void end(book.open().filter(isOver), 'over')
  }

  return { noteOrder, checkOrders, checkOthers }
}
