import type { Clock } from '#contract/clock.ts'
import type { AutoAccept, RuleReason } from '#contract/desk/rules.ts'
import { isRecord } from '#contract/json.ts'
import { judgeOrder } from '#domain/auto-accept.ts'
import { momentOf } from '#domain/moment.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import { printNumber } from '#server/orders/order-row.ts'
import { waitingSince, type OrderTimes } from '#server/orders/order-times.ts'
import { createTurns } from '#server/runtime/tasks.ts'
import type { Store } from '#server/storage/store.ts'
import { lastMomentOf } from './rule-facts.ts'

export interface RehearsalDeps {
  readonly store: Pick<Store, 'open' | 'closed'>
  readonly catalog: Pick<Catalog, 'matches'>
  readonly times: Pick<OrderTimes, 'waitsSince' | 'respondBy'>
  readonly clock: Clock
}

export interface RehearsedOrder {
  readonly order_id: string
  readonly number: string | null
  readonly received_at: string
  readonly would_accept: boolean
  readonly because: RuleReason
}

const dayMs = 24 * 60 * 60_000
export const rehearsedDays = 30
/** Orders that may still have been open on the first of these days. */
const daysBefore = 1
/** Each page is read and judged in one step, and blocks everything else meanwhile. */
const ordersAtOnce = 100

interface Judged {
  readonly answer: Omit<RehearsedOrder, 'would_accept' | 'because'>
  /** When the rule would have acted. */
  readonly at: number
  readonly because: RuleReason
}

/** Runs a rule over the orders that the store keeps, as if it had been on when they came. */
export function createRehearsal({ store, catalog, times, clock }: RehearsalDeps) {
  /** The orders received since a moment, open ones first, page by page. Between two pages other work gets a turn. */
  async function* ordersSince(from: number): AsyncGenerator<readonly OrderRecord[]> {
    yield (await store.open()).filter(({ receivedAt }) => receivedAt >= from)
    for (let before: number | undefined; ;) {
      await clock.sleep(0)
      const page = await store.closed({ from, limit: ordersAtOnce, ...(before !== undefined && { before }) })
      yield page
      before = page.at(-1)?.receivedAt
      if (before === undefined || page.length < ordersAtOnce) return
    }
  }

  /** When the rule would have acted on an order. */
  function momentFor({ when }: AutoAccept, { receivedAt, order }: OrderRecord, windowMs: number): number {
    if (when === 'now') return receivedAt
    const created = isRecord(order) ? order['created_at'] : undefined
    const createdAt = typeof created === 'string' ? momentOf(created) : undefined
    const since = waitingSince({ receivedAt, createdAt, aheadMs: undefined, windowMs })
    return lastMomentOf(since, since + windowMs)
  }

  async function judge(rule: AutoAccept, record: OrderRecord, windowMs: number): Promise<Judged> {
    const at = momentFor(rule, record, windowMs)
    const found = await catalog.matches(record.order, false)
    // Open orders are the last condition, and are counted once all orders are known.
    const facts = { record, at, catalog: found, isAnybodyThere: true, openOrders: 0 }
    return {
      at,
      because: judgeOrder({ ...rule, enabled: true }, facts),
      answer: {
        order_id: record.orderId,
        number: printNumber(record),
        received_at: new Date(record.receivedAt).toISOString(),
      },
    }
  }

  async function rehearse(rule: AutoAccept): Promise<readonly RehearsedOrder[]> {
    const now = clock.now()
    const from = now - rehearsedDays * dayMs
    const sample = { orderId: '', receivedAt: now, backAt: null, order: null }
    const windowMs = times.respondBy(sample) - times.waitsSince(sample)
    const judged: Judged[] = []
    const opened: number[] = []
    const closed: number[] = []
    for await (const page of ordersSince(from - daysBefore * dayMs)) {
      for (const record of page) {
        opened.push(record.receivedAt)
        if (record.closedAt !== null) closed.push(record.closedAt)
        // An order that a person opened by its number did not wait for a rule.
        if (record.receivedAt >= from && record.source === 'webhook') judged.push(await judge(rule, record, windowMs))
      }
    }
    const [openedBy, closedBy] = [countUntil(opened), countUntil(closed)]
    const orders = judged.map(({ answer, at, because }) => {
      const isFull = because === 'fits' && rule.max_open !== null && openedBy(at) - closedBy(at) > rule.max_open
      return { ...answer, would_accept: because === 'fits' && !isFull, because: isFull ? 'open_orders' : because }
    })
    return orders.toSorted((one, other) => (one.received_at < other.received_at ? 1 : -1)) satisfies RehearsedOrder[]
  }

  // A rehearsal reads a month of orders, so they take turns.
  const inTurn = createTurns(1)
  return (rule: AutoAccept): Promise<readonly RehearsedOrder[]> => inTurn(() => rehearse(rule))
}

/** Counts the moments up to one, both included. */
function countUntil(moments: readonly number[]): (at: number) => number {
  const sorted = moments.toSorted((one, other) => one - other)
  return (at) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sorted[middle] ?? 0) <= at) low = middle + 1
      else high = middle
    }
    return low
  }
}
