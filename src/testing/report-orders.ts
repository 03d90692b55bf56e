import fc from 'fast-check'
import { automaticPerson, type Who } from '#contract/desk/action.ts'
import type { Order } from '#contract/vendor/order.ts'
import { recordOfNotification, type OrderRecord } from '#domain/order.ts'
import { outcomeOfOrder } from '#domain/order-outcome.ts'
import type { LogEntry, Store } from '#server/storage/store.ts'
import { logEntryOf } from './action-store-suite.ts'
import { order as orderOnWire } from './order-arbitrary.ts'
import { notificationOf } from './store-suite.ts'

/** An order as a store has it, with its log rows. */
export interface StoredOrder {
  readonly record: OrderRecord
  readonly log: readonly LogEntry[]
}

const second = 1000
const minute = 60 * second

const action = fc.record({
  what: fc.constantFrom('accept', 'reject', 'reject', 'ready', 'print'),
  outcome: fc.constantFrom('done', 'done', 'done', 'failed', 'unknown'),
  by: fc.constantFrom<(Who | null)[]>(
    { person: 'Sara', tablet: 'Counter' },
    { person: 'ليلى', tablet: 'Counter' },
    { person: 'Sara', tablet: '', key: true },
    { person: automaticPerson, tablet: '', rule: 'now' },
    { person: automaticPerson, tablet: 'Counter' },
    null,
  ),
  afterMs: fc.integer({ min: 0, max: 40 * minute }),
  tookMs: fc.option(fc.integer({ min: 0, max: 20 * second })),
  reason: fc.constantFrom({ reason_id: 1, reason: 'Out of stock' }, { reason_id: 3 }, { reason_code: 'TOO_BUSY' }, {}),
  namesItems: fc.boolean(),
})

type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

const stateOf = fc.constantFrom(
  { lane: 'answer', closedFrom: null },
  { lane: 'contact', closedFrom: null },
  { lane: 'preparing', closedFrom: null },
  { lane: 'ready', closedFrom: null },
  { lane: 'closed', closedFrom: 'answer' },
  { lane: 'closed', closedFrom: 'ready' },
  { lane: 'closed', closedFrom: 'contact' },
) satisfies fc.Arbitrary<Pick<OrderRecord, 'lane' | 'closedFrom'>>

const statusKeys = fc.constantFrom('cancelled', 'rejected', 'delivered', 'returned', 'unheard-of')

interface Receipts {
  /** In milliseconds since 1970. */
  readonly from: number
  readonly before: number
  /** Many are received at exactly these moments. */
  readonly at: readonly number[]
}

/** Orders that are received in a span. */
export const storedOrders = ({ from, before, at }: Receipts): fc.Arbitrary<readonly StoredOrder[]> =>
  fc
    .array(
      fc.record({
        wire: orderOnWire,
        productIds: fc.array(fc.constantFrom('1', '2', '3'), { minLength: 5, maxLength: 5 }),
        receivedAt: fc.oneof(fc.integer({ min: from, max: before - 1 }), fc.constantFrom(...at)),
        source: fc.constantFrom('webhook', 'webhook', 'opened'),
        state: stateOf,
        statusKey: statusKeys,
        actions: fc.array(action, { maxLength: 4 }),
        missing: fc.boolean(),
        total: fc.constantFrom<unknown>('as is', 'as is', 'as is', 'as text', 'much', undefined, -5.5),
      }),
      { maxLength: 30 },
    )
    .map((all) => all.map((each, index) => storedOrder(`order-${index}`, each)))

interface Drawn {
  readonly wire: Order
  readonly productIds: readonly string[]
  readonly receivedAt: number
  readonly source: 'webhook' | 'opened'
  readonly state: Pick<OrderRecord, 'lane' | 'closedFrom'>
  readonly statusKey: string
  readonly actions: readonly Action[]
  readonly missing: boolean
  readonly total: unknown
}

function totalOf({ wire, total }: Drawn): unknown {
  if (total === 'as is') return wire.total
  return total === 'as text' ? String(wire.total) : total
}

function storedOrder(orderId: string, drawn: Drawn): StoredOrder {
  const { receivedAt, source, state } = drawn
  // Few products, so that orders share them; the line's id is its place.
  const items = drawn.wire.items.map((item, place) => {
    const id = drawn.productIds[place] ?? '1'
    return { ...item, id: String(place), product: { ...item.product, id, name: `Product ${id}` } }
  })
  const status = { ...drawn.wire.status, key: drawn.statusKey, aliases: [] }
  const order = { ...drawn.wire, id: orderId, items, status, total: totalOf(drawn) }
  const log = drawn.actions.map(({ what, outcome, by, afterMs, tookMs, reason, namesItems }) =>
    logEntryOf({
      at: receivedAt + afterMs + (tookMs ?? 0),
      tookMs,
      what,
      orderId,
      outcome,
      by,
      sent: what === 'reject' ? { ...reason, ...(namesItems && items.length > 0 && { item_ids: [0] }) } : {},
    }),
  )
  const done = log.filter((entry) => entry.outcome === 'done' && ['accept', 'reject', 'ready'].includes(entry.what))
  const last = done.toSorted((one, other) => startOf(one) - startOf(other)).at(-1)
  const pick = {
    line: '1',
    state: 'missing',
    by: { person: 'Sara', tablet: 'Counter' },
    at: receivedAt,
    of: '',
  } as const
  const record: OrderRecord = {
    ...recordOfNotification(notificationOf(orderId, { receivedAt, source }), 1),
    ...state,
    order,
    closedAt: state.lane === 'closed' ? receivedAt + 60 * minute : null,
    lastDone: last
      ? {
          action: last.what,
          outcome: 'done',
          by: last.by,
          at: last.at,
          ...(last.sent?.item_ids && { isQuestion: true as const }),
        }
      : null,
    marks: {
      picks: drawn.missing && items.length > 1 ? [pick] : [],
      handedOver: null,
      returned: null,
      prints: { count: 0, latest: [] },
    },
  }
  return { record, log }
}

const startOf = ({ at, tookMs }: LogEntry): number => at - (tookMs ?? 0)

/** Puts orders into a store as if they had come and been answered. */
export async function storeOrders(store: Store, orders: readonly StoredOrder[]): Promise<void> {
  await store.ingest(orders.map(({ record }) => record))
  for (const { record, log } of orders) {
    const known = await store.find(record.orderId)
    if (known) await store.save({ ...record, version: known.version })
    for (const entry of log) await store.appendLog(entry)
  }
}

/** Whether the shop sells an order. */
const isSold = (record: OrderRecord): boolean =>
  ['preparing', 'ready'].includes(record.lane) || outcomeOfOrder(record) === 'completed'

const medianOf = (sorted: readonly number[]): number | null => {
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return null
  return sorted.length % 2 === 1 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The shortest time within which at least nine in ten are done, by trying all. */
const p90Of = (sorted: readonly number[]): number | null =>
  sorted.find((limit) => sorted.filter((each) => each <= limit).length * 10 >= sorted.length * 9) ?? null

const timesOf = (seconds: readonly number[]) => {
  const sorted = seconds.toSorted((one, other) => one - other)
  return { count: sorted.length, median_seconds: medianOf(sorted), p90_seconds: p90Of(sorted) }
}

/** The figures of a span by plain loops over its orders. `dayAndHour` is `2026-10-25 02`, by the clock on the wall. */
export function plainFigures(orders: readonly StoredOrder[], from: string, to: string, timeZone: string) {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const counts = { orders: 0, accepted: 0, rejected: 0, missed: 0, waiting: 0, other: 0, asked: 0, ready: 0 }
  const hours = Array.from({ length: 24 }, () => 0)
  const weekdays = Array.from({ length: 7 }, () => 0)
  const [toAnswer, toReady]: [number[], number[]] = [[], []]
  /** In thousandths of a currency, in which whole numbers are exact. */
  const money = new Map<string, bigint>()
  const [sold, missing, reasons] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  const people = new Map<string, { accepted: number; rejected: number; ready: number }>()
  let unreadable = 0
  const add = (map: Map<string, number>, key: string, by: number) => map.set(key, (map.get(key) ?? 0) + by)
  const person = ({ by }: LogEntry) => {
    const kind = by?.key ? 'key' : by?.rule ? 'rule' : 'person'
    const name = by ? `${by.person}, ${kind}` : ', nobody'
    const known = people.get(name) ?? { accepted: 0, rejected: 0, ready: 0 }
    people.set(name, known)
    return known
  }
  for (const { record, log } of orders) {
    const wall = clock.format(record.receivedAt)
    const day = wall.slice(0, 10)
    if (day < from || day > to) continue
    const done = log.filter(({ outcome }) => outcome === 'done').toSorted((one, other) => startOf(one) - startOf(other))
    const answers = done.filter(({ what }) => what === 'accept' || what === 'reject')
    const firstReady = done.find(({ what }) => what === 'ready')
    const last = answers.at(-1)
    let fate: 'accepted' | 'rejected' | 'missed' | 'waiting' | 'other' = 'other'
    if (last) fate = last.what === 'accept' ? 'accepted' : 'rejected'
    if (outcomeOfOrder(record) === 'missed') fate = 'missed'
    if (record.lane === 'answer' || record.lane === 'contact') fate = 'waiting'
    counts.orders += 1
    counts[fate] += 1
    hours[Number(wall.slice(11, 13))] = (hours[Number(wall.slice(11, 13))] ?? 0) + 1
    const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
    weekdays[weekday] = (weekdays[weekday] ?? 0) + 1
    if (done.some(({ what, sent }) => what === 'reject' && sent?.item_ids)) counts.asked += 1
    if (firstReady) counts.ready += 1
    const [first] = answers
    const seconds = (entry: LogEntry) => Math.round((startOf(entry) - record.receivedAt) / 1000)
    if (first) person(first)
    if (first && record.source === 'webhook') toAnswer.push(seconds(first))
    if (firstReady && record.source === 'webhook') toReady.push(seconds(firstReady))
    if (last) {
      const own = person(last)
      if (fate === 'accepted' || fate === 'rejected') own[fate] += 1
    }
    if (firstReady) person(firstReady).ready += 1
    for (const { what, sent } of done)
      if (what === 'reject') add(reasons, `${sent?.reason_id ?? null} ${sent?.reason_code ?? null}`, 1)
    const wire = record.order as Order // as it was drawn
    const lost = new Set<string>()
    if (record.marks.picks.length > 0) lost.add(wire.items[1]?.product.id ?? '')
    if (done.some(({ sent }) => sent?.item_ids)) lost.add(wire.items[0]?.product.id ?? '')
    for (const id of lost) add(missing, id, 1)
    if (!isSold(record)) continue
    const total = Number(wire.total)
    if (Number.isFinite(total)) {
      const thousandths = BigInt(Math.round(total * 1000))
      money.set(wire.currency, (money.get(wire.currency) ?? 0n) + thousandths)
    } else unreadable += 1
    for (const item of wire.items) add(sold, item.product.id, item.quantity)
  }
  return {
    ...counts,
    hours,
    weekdays,
    toAnswer: timesOf(toAnswer),
    toReady: timesOf(toReady),
    money,
    unreadable,
    sold,
    missing,
    reasons,
    people,
  }
}
