import type { OrderRecord } from '#domain/order.ts'
import type { At } from '#server/http/guard.ts'
import { longestShiftMs, readShift } from '#contract/desk/shift.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { checkQuery } from '#server/http/input-limits.ts'
import type { Gate } from '#server/auth/require-sign-in.ts'
import type { LogEntry, LogStore, OrderStore } from '#server/storage/store.ts'
import { createTurns } from '#server/runtime/tasks.ts'
import { barMsOf, knownOrder, shiftOf, type KnownOrder, type Span } from './shift.ts'

interface ShiftRouteDeps {
  readonly gate: Gate
  readonly clock: Clock
  readonly store: Pick<OrderStore, 'open' | 'closed'> & Pick<LogStore, 'readLog'>
}

/** Each holds the orders of its span in memory. */
const shiftsAtOnce = 2

/** The shift summary, from stored data; the vendor is not called. */
export function shiftRoutes(at: At, { gate, clock, store }: ShiftRouteDeps): void {
  const inTurn = createTurns(shiftsAtOnce)
  const deps = { clock, store }
  const shiftIn = async (span: Span) => {
    const orders = await ordersReceivedIn(deps, span)
    return shiftOf(span, orders, await logOf(deps, orders, span.from))
  }
  const read = async (c: { readonly req: { readonly url: string } }) => {
    const span = spanIn(new URL(c.req.url).searchParams, clock.now())
    return answer(200, { data: await inTurn(() => shiftIn(span)) })
  }
  at(readShift.path, { GET: [gate.enrolledOnly, read] })
}

const usualMs = 12 * 60 * 60 * 1000
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/
const isMoment = (text: string): boolean => moment.test(text) && Number.isFinite(Date.parse(text))

/** @throws {HttpError} `bad_request` */
function spanIn(search: URLSearchParams, now: number): Span {
  const given = checkQuery(search, { from: isMoment, to: isMoment, bars_from: isMoment })
  const to = given.to === undefined ? now : Date.parse(given.to)
  const from = given.from === undefined ? to - usualMs : Date.parse(given.from)
  if (from >= to || to - from > longestShiftMs) {
    throw new HttpError(400, 'bad_request', 'A span begins before it ends, and is no longer than 7 days.')
  }
  const barsFrom = given.bars_from === undefined ? from : Date.parse(given.bars_from)
  if (barsFrom <= from && from - barsFrom <= barMsOf({ from, to })) return { from, to, barsFrom }
  throw new HttpError(400, 'bad_request', 'bars_from is the beginning of the span, or up to one bar before it.')
}

type Deps = Pick<ShiftRouteDeps, 'clock' | 'store'>

// A file store answers within one turn of the event loop, so after this many orders other work gets a turn.
const ordersAtOnce = 100
const rowsAtOnce = 100
const lookedUpAtOnce = 20

/** The orders received in a span, as they are now. */
export async function ordersReceivedIn({ clock, store }: Deps, { from, to }: Pick<Span, 'from' | 'to'>) {
  const heard = new Map<OrderId, KnownOrder>()
  // An order that is closed meanwhile is read twice; the last one counts.
  const note = (records: readonly OrderRecord[]) => {
    for (const record of records) {
      if (record.receivedAt >= from && record.receivedAt < to) heard.set(record.orderId, knownOrder(record))
    }
  }
  note(await store.open())
  for (let before = to; ; await clock.sleep(0)) {
    const page = await store.closed({ before, limit: ordersAtOnce })
    note(page)
    const last = page.at(-1)
    if (!last || page.length < ordersAtOnce || last.receivedAt < from) return [...heard.values()]
    before = last.receivedAt
  }
}

async function lookUp(
  { clock }: Deps,
  orders: readonly KnownOrder[],
  work: (orderId: OrderId) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < orders.length; index += lookedUpAtOnce) {
    if (index > 0) await clock.sleep(0)
    await Promise.all(orders.slice(index, index + lookedUpAtOnce).map(({ orderId }) => work(orderId)))
  }
}

/** The log rows of these orders. An order is answered after it was received, so older rows need not be read. */
async function logOf(deps: Deps, orders: readonly KnownOrder[], from: number): Promise<readonly LogEntry[]> {
  const done: LogEntry[] = []
  await lookUp(deps, orders, async (orderId) => {
    for (let before: string | undefined; ; await deps.clock.sleep(0)) {
      const page = await deps.store.readLog({ orderId, limit: rowsAtOnce, ...(before !== undefined && { before }) })
      done.push(...page.entries.filter(({ at, outcome }) => at >= from && outcome === 'done'))
      const last = page.entries.at(-1)
      if (!last || last.at < from || page.next === null) return
      before = page.next
    }
  })
  return done
}
