import { asksCustomer } from '#contract/desk/log.ts'
import { readable } from '#contract/salvage.ts'
import { fromRejectItemId, type OrderId } from '#contract/vendor/item-id.ts'
import { lineKey, orderItems, readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import { dayAndHour } from '#domain/calendar-day.ts'
import type { OrderRecord } from '#domain/order.ts'
import { outcomeOfOrder } from '#domain/order-outcome.ts'
import { loggedName, unnamedLine } from '#domain/redact-action.ts'
import { type Actor, type FirstAction, type OrderFacts, type Product, productKey } from '#domain/report-day.ts'
import { fateOf, isAnswer, tappedAt } from '#server/history/shift.ts'
import { saleOf } from '#server/history/shift-money.ts'
import { reasonOf } from '#server/orders/reject-reasons.ts'
import type { LogEntry } from '#server/storage/store.ts'

const secondMs = 1000

/** The counted part of an order, from its record and its log rows. */
export function orderFacts(record: OrderRecord, log: readonly LogEntry[], timeZone: string): OrderFacts {
  const done = log.filter(({ outcome }) => outcome === 'done').toSorted((one, other) => tappedAt(one) - tappedAt(other))
  const { lane, receivedAt, source } = record
  const firstAction = (entry: LogEntry | undefined): FirstAction | null =>
    entry
      ? {
          by: actorOf(entry),
          // For an order opened by hand, the start of its wait is unknown.
          seconds: source === 'webhook' ? Math.max(0, Math.round((tappedAt(entry) - receivedAt) / secondMs)) : null,
        }
      : null
  const sale = saleOf(record)
  const order = readOrder(record.orderId, record.order)
  const answer = done.findLast(isAnswer)
  const rejections = done.filter(({ what }) => what === 'reject')
  return {
    hour: dayAndHour(receivedAt, timeZone).hour,
    fate: fateOf({ lane, outcome: outcomeOfOrder(record) }, done),
    isAsked: done.some(({ what, outcome, sent }) => asksCustomer(what, outcome, sent)),
    sale,
    answeredBy: answer ? actorOf(answer) : null,
    firstAnswer: firstAction(done.find(isAnswer)),
    firstReady: firstAction(done.find(({ what }) => what === 'ready')),
    reasons: rejections.map(({ sent }) => reasonOf(sent)),
    items: sale && order ? soldItems(order) : [],
    missing: missingProducts(record, order, rejections),
  }
}

function actorOf({ by }: LogEntry): Actor {
  if (!by?.person) return { name: '', kind: 'nobody' }
  if (by.key) return { name: by.person, kind: 'key' }
  return { name: by.person, kind: by.rule ? 'rule' : 'person' }
}

const linesOf = (order: ReadOrder | undefined) => (order ? orderItems(order) : [])

function productOf(line: ReturnType<typeof linesOf>[number]): Product {
  const product = readable(readable(line)?.product)
  return { id: readable(product?.id) ?? null, name: readable(product?.name) ?? null }
}

const isKnown = ({ id, name }: Product): boolean => id !== null || name !== null

function soldItems(order: ReadOrder): OrderFacts['items'] {
  return linesOf(order).flatMap((line) => {
    const product = productOf(line)
    const quantity = readable(readable(line)?.quantity)
    return isKnown(product) && quantity !== undefined && Number.isFinite(quantity) ? [{ ...product, quantity }] : []
  })
}

/** What was marked as missing, or named by a rejection; a line that the customer took off since, by its name alone. */
function missingProducts(
  record: OrderRecord,
  order: ReadOrder | undefined,
  rejections: readonly LogEntry[],
): readonly Product[] {
  const marked = record.marks.picks.flatMap(({ line, state }) => (state === 'missing' ? [line] : []))
  if (marked.length === 0 && rejections.every(({ sent }) => sent?.item_ids === undefined)) return []
  const lines = new Map([...keyed(linesBefore(record)), ...keyed(linesOf(order))])
  const found = marked.flatMap((line) => lines.get(line) ?? [])
  const named = rejections.flatMap(({ sent }) => {
    const products = (sent?.item_ids ?? []).flatMap((id) => lines.get(fromRejectItemId(id)) ?? [])
    const names = new Set(products.map(({ name }) => loggedName(name)))
    const gone = (sent?.items ?? []).filter((name) => name !== unnamedLine && !names.has(name))
    return [...products, ...gone.map((name) => ({ id: null, name }))]
  })
  const all = [...found, ...named].filter(isKnown)
  return [...new Map(all.map((product) => [productKey(product), product])).values()]
}

const keyed = (lines: ReturnType<typeof linesOf>) =>
  lines.map((line, index) => [lineKey(line, index), productOf(line)] as const)

/** The lines before the customer changed them. */
function linesBefore({ orderId, beforeChange }: OrderRecord): ReturnType<typeof linesOf> {
  if (!Array.isArray(beforeChange)) return []
  return linesOf(readOrder(orderId, { id: orderId, status: {}, items: beforeChange }))
}

/** Log rows by order. */
export function logByOrder(log: readonly LogEntry[]): ReadonlyMap<OrderId, readonly LogEntry[]> {
  const byOrder = new Map<OrderId, LogEntry[]>()
  for (const entry of log) {
    if (entry.orderId === null) continue
    const own = byOrder.get(entry.orderId)
    if (own) own.push(entry)
    else byOrder.set(entry.orderId, [entry])
  }
  return byOrder
}
