import { closedAtOnce } from '#contract/desk/closed-at-once.ts'
import type { OrderMatches, OrderRow, TimelineEntry } from '#contract/desk/inbox.ts'
import type { Who } from '#contract/desk/actor.ts'
import type { Clock } from '#contract/clock.ts'
import { normalizeForSearch } from '#contract/fold.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { westernDigits } from '#contract/western-digits.ts'
import { standsIn } from '#contract/stands-in.ts'
import { unreadableMatches } from '#server/catalog/catalog.ts'
import { answer, HttpError } from '#server/http-error.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { OrderRecord } from '#server/storage/store.ts'
import { unlessLate } from '#server/time-limit.ts'
import { promptMs } from '#server/vendor/timeouts.ts'
import { checkVendorsId } from './check-order-id.ts'
import type { Inbox } from './inbox.ts'
import { noReading, type OrderReader } from './order-reader.ts'
import { wordByHand } from './order-record.ts'
import { searchTermsIn } from '#server/storage/order-store.ts'
import { toRow } from './order-row.ts'
import type { OrderTimes } from './order-times.ts'
import { causesFirst } from './timeline.ts'

export interface BoardParts {
  readonly inbox: Inbox
  readonly orders: OrderReader
  readonly alarms: Alarms
  readonly servers: Pick<Cluster, 'isWatching'>
  readonly clock: Clock
  readonly times: Pick<OrderTimes, 'respondBy'>
  /** The catalog's items behind an order's lines. */
  readonly matches: (order: unknown) => Promise<OrderMatches>
}

export interface Board {
  list(search: URLSearchParams): Promise<Response>
  /** With all that is known of it. */
  read(orderId: OrderId): Promise<Response>
  /** The row alone, which asks nothing of the catalog. @returns the text of the answer. */
  readRow(orderId: OrderId): Promise<string>
  /** The catalog's items behind the lines of any order of the vendor's. */
  readMatches(orderId: OrderId): Promise<Response>
  /** Takes in an order that no webhook told of. */
  open(body: unknown): Promise<Response>
  acknowledge(orderId: OrderId, by: Who): Promise<Response>
  lease(orderId: OrderId, by: Who, isAnswering: boolean): Promise<Response>
  dismissOrder(orderId: OrderId, by: Who): Promise<Response>
}

/** How long an order waits for its hand-over codes, and for its catalog matches: it can be shown without either. */
const codesWaitMs = 250
const matchesWaitMs = 1000

/** What tablets ask about orders: answered from what this desk knows, however many of them there are. */
export function createBoard({ inbox, orders, alarms, servers, clock, ...parts }: BoardParts): Board {
  const { times, matches } = parts
  const meta = () => ({
    version: inbox.version(),
    server_time: new Date(clock.now()).toISOString(),
    alarms: [...alarms.current()],
  })

  async function recordsOf(search: URLSearchParams): Promise<readonly OrderRecord[]> {
    const texts = textsToLookFor(search.get('q')?.trim() ?? '')
    if (search.get('view') !== 'closed') {
      return inbox
        .open()
        .filter((record) => texts?.some((text) => standsIn(westernDigits(searchTermsIn(record)), text)) ?? true)
        .toSorted((one, other) => one.receivedAt - other.receivedAt)
    }
    const before = Date.parse(search.get('before') ?? '')
    return inbox.closed({
      limit: closedAtOnce,
      ...(texts && { search: texts }),
      ...(Number.isFinite(before) && { before }),
    })
  }

  /** Whether this server has read an order for its hand-over codes; a ready one since another server told of it last. */
  const knowsCodes = ({ orderId, lane, readAt }: OrderRecord): boolean =>
    inbox.codes(orderId) !== undefined && (lane !== 'ready' || (orders.last(orderId)?.askedAt ?? 0) >= (readAt ?? 0))

  /** Codes are in the memory of the server alone that read the order. @returns whether they are still being read. */
  async function readCodes(orderId: OrderId): Promise<boolean> {
    const reading = await unlessLate(clock, codesWaitMs, () => orders.read(orderId).catch(noReading))
    const known = inbox.codes(orderId)
    if (reading === 'late') return !(known?.pickup_otp ?? known?.return_otp)
    // What was read is noted in the order's turn, which others may have now.
    return reading !== undefined && known === undefined
  }

  /** The catalog has a thread of its own, which may be held up; an order without its word is better than none. */
  const matchesOf = (order: unknown) => unlessLate(clock, matchesWaitMs, () => matches(order))

  async function find(orderId: OrderId): Promise<OrderRecord> {
    const record = await inbox.find(orderId)
    if (!record) throw new HttpError(404, 'order_not_found', 'This desk has not heard of that order.')
    return record
  }

  /** An order that is just being read for the first time; where that takes longer than a moment, as it is known. */
  async function findOnceRead(orderId: OrderId): Promise<OrderRecord> {
    const record = await find(orderId)
    if (record.readAt !== null) return record
    const arriving = orders.arriving(orderId)
    // It may be there, and only has to be written.
    if (!arriving && !orders.last(orderId)) return record
    const noted = async () => {
      await arriving?.catch(noReading)
      await inbox.noted(orderId)
    }
    await unlessLate(clock, promptMs, noted)
    return find(orderId)
  }

  const row = (record: OrderRecord): OrderRow => toRow(record, times, clock.now())
  const stateOf = ({ closedAt, version }: OrderRecord) => ({ is_on_board: closedAt === null, version })

  function changed(record: OrderRecord | undefined): Response {
    if (!record) throw new HttpError(404, 'order_not_found', 'No such order waits on this desk.')
    return answer(200, { data: row(record) })
  }

  return {
    async list(search) {
      return answer(200, { data: (await recordsOf(search)).map(row), meta: meta() })
    },
    async readRow(orderId) {
      const record = await findOnceRead(orderId)
      return JSON.stringify({ data: { ...row(record), ...stateOf(record) } })
    },
    async read(orderId) {
      const record = await find(orderId)
      const heard = {
        at: record.receivedAt,
        what: record.source === 'webhook' ? 'heard' : 'opened',
        detail: null,
        by: null,
      }
      const [noted, found] = await Promise.all([inbox.timeline(orderId), matchesOf(record.order)])
      const timeline = [heard, ...causesFirst(noted)].map((entry): TimelineEntry => ({
        ...entry,
        at: new Date(entry.at).toISOString(),
      }))
      const isBlind = record.closedAt === null && !servers.isWatching() && !knowsCodes(record)
      const isPending = isBlind && (await readCodes(orderId))
      const data = {
        ...toRow(record, times, clock.now(), inbox.codes(orderId)),
        ...stateOf(record),
        timeline,
        ...(found === 'late' ? unreadableMatches : found),
        codes_pending: isPending || found === 'late',
      }
      return answer(200, { data })
    },
    async readMatches(orderId) {
      // The lines as they were last shown: the catalog is what is asked.
      const { data } = orders.last(orderId) ?? (await orders.read(orderId))
      const found = await matchesOf(data)
      return answer(200, { data: found === 'late' ? unreadableMatches : found })
    },
    async open(body) {
      const orderId = checkVendorsId(idGiven(body))
      const isNew = !(await inbox.find(orderId))
      const reading = await orders.read(orderId, 'screen', isNew)
      await inbox.hear([wordByHand(orderId, clock.now())])
      await inbox.noteReading(reading)
      return answer(200, { data: row(await find(orderId)) })
    },
    acknowledge: async (orderId, by) => changed(await inbox.acknowledge(orderId, by)),
    lease: async (orderId, by, isAnswering) => changed(await inbox.lease(orderId, by, isAnswering)),
    async dismissOrder(orderId, by) {
      const record = await inbox.dismissOrder(orderId, by)
      if (!record)
        throw new HttpError(409, 'not_put_aside', 'Only an order that the service does not know is put aside.')
      return answer(200, { data: row(record) })
    },
  }
}

/** The texts of which an order has to have one, for what somebody typed; nothing where nothing was. */
function textsToLookFor(typed: string): readonly string[] | undefined {
  if (typed === '') return undefined
  // An older desk kept the digits of numbers as they came, and what is closed is not written again.
  const own = typed.toLowerCase()
  const number = westernDigits(own)
  // A number's dashes and dots tell it from another one: only what may be a name is looked for without them.
  const name = /\p{L}/u.test(typed) ? normalizeForSearch(typed) : ''
  return [...new Set([own, number, name])].filter((text) => text !== '')
}

/** "String or integer": of a number that a double cannot hold nobody knows the last digits. */
function idGiven(body: unknown): string | undefined {
  const id = isRecord(body) ? body['order_id'] : undefined
  if (Number.isSafeInteger(id)) return String(id)
  return typeof id === 'string' ? id.trim() : undefined
}
