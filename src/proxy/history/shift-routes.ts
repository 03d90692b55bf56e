import { longestShiftMs, readShift } from '#contract/desk/shift.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { answer, DeskFailure } from '#proxy/desk-failure.ts'
import { checkQuery } from '#proxy/gate/check-query.ts'
import type { Gate } from '#proxy/people/people-gate.ts'
import type { At } from '#proxy/people/people-routes.ts'
import type { LogEntry, LogStore, OrderRecord, OrderStore, TimelineRecord } from '#proxy/store/store.ts'
import { barMsOf, shiftOf, wasCalledOff, type Span } from './shift.ts'

interface ShiftRouteParts {
  readonly gate: Gate
  readonly clock: Clock
  readonly store: Pick<OrderStore, 'open' | 'closed' | 'timeline'> & Pick<LogStore, 'readLog'>
}

/** What this store did with its orders: out of what the desk keeps, and the vendor is not asked. */
export function shiftRoutes(at: At, { gate, clock, store }: ShiftRouteParts): void {
  const read = async (c: { readonly req: { readonly url: string } }) => {
    const span = spanIn(new URL(c.req.url).searchParams, clock.now())
    const records = await ordersHeardIn(store, span)
    return answer(200, {
      data: shiftOf(span, records, await logSince(store, span.from), await historyOf(store, records)),
    })
  }
  at(readShift.path, { GET: [gate.enrolledOnly, read] })
}

const usualMs = 12 * 60 * 60 * 1000
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/
const isMoment = (text: string): boolean => moment.test(text) && Number.isFinite(Date.parse(text))

/** @throws {DeskFailure} `bad_request` */
function spanIn(search: URLSearchParams, now: number): Span {
  const given = checkQuery(search, { from: isMoment, to: isMoment, bars_from: isMoment })
  const to = given.to === undefined ? now : Date.parse(given.to)
  const from = given.from === undefined ? to - usualMs : Date.parse(given.from)
  if (from >= to || to - from > longestShiftMs) {
    throw new DeskFailure(400, 'bad_request', 'A span begins before it ends, and is no longer than 7 days.')
  }
  const barsFrom = given.bars_from === undefined ? from : Date.parse(given.bars_from)
  if (barsFrom <= from && from - barsFrom <= barMsOf({ from, to })) return { from, to, barsFrom }
  throw new DeskFailure(400, 'bad_request', 'bars_from is the beginning of the span, or up to one bar before it.')
}

const ordersAtOnce = 200
const rowsAtOnce = 500

async function ordersHeardIn({ open, closed }: ShiftRouteParts['store'], { from, to }: Span) {
  const heard = new Map<OrderId, OrderRecord>()
  // One that is closed meanwhile is met twice, and is what it was last.
  const note = (records: readonly OrderRecord[]) => {
    for (const record of records) {
      if (record.receivedAt >= from && record.receivedAt < to) heard.set(record.orderId, record)
    }
  }
  note(await open())
  for (let before = to; ;) {
    const page = await closed({ before, limit: ordersAtOnce })
    note(page)
    const last = page.at(-1)
    if (!last || page.length < ordersAtOnce || last.receivedAt < from) return [...heard.values()]
    before = last.receivedAt
  }
}

/** An order is answered after it was heard of: no older row is of one of these. */
async function logSince({ readLog }: ShiftRouteParts['store'], from: number): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = []
  for (let before: string | null | undefined; before !== null;) {
    const page = await readLog({ limit: rowsAtOnce, ...(before !== undefined && { before }) })
    entries.push(...page.entries.filter(({ at }) => at >= from))
    const last = page.entries.at(-1)
    before = last && last.at >= from ? page.next : null
  }
  return entries
}

/** Only what was called off may have been missed; of all others, what they are now says enough. */
async function historyOf(
  { timeline }: ShiftRouteParts['store'],
  records: readonly OrderRecord[],
): Promise<ReadonlyMap<OrderId, readonly TimelineRecord[]>> {
  const history = new Map<OrderId, readonly TimelineRecord[]>()
  for (const record of records) if (wasCalledOff(record)) history.set(record.orderId, await timeline(record.orderId))
  return history
}
