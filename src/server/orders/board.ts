import { searchTermsIn, type OrderRecord } from '#domain/order.ts'
import { closedAtOnce, type OrderRow } from '#contract/desk/inbox.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { Who } from '#contract/desk/action.ts'
import type { Shortage } from '#contract/desk/shortages.ts'
import type { AcceptMoment } from '#contract/desk/accept-moment.ts'
import { type OrderOutcome, orderOutcomes } from '#contract/desk/order-outcome.ts'
import type { Clock } from '#contract/clock.ts'
import { matchesSearch, searchWordsOf, type SearchWords } from '#domain/search-text.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { notesBy, refusal } from '#server/auth/auth-outcomes.ts'
import { checkQuery } from '#server/http/input-limits.ts'
import type { LogStore } from '#server/storage/store.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import { checkVendorsId } from './order-id.ts'
import type { Inbox } from './inbox.ts'
import type { OrderReader } from './order-reader.ts'
import { notificationByHand } from '#domain/order-events.ts'
import { isShownTo } from './role-rows.ts'
import type { OrderRows } from './order-rows.ts'

export interface BoardDeps {
  readonly inbox: Inbox
  readonly orders: OrderReader
  readonly alarms: Alarms
  readonly clock: Clock
  readonly appendLog: LogStore['appendLog']
  readonly rows: OrderRows
  readonly webhookHeardAt: () => string | null
  /** The rule that accepts orders, if one is switched on. */
  readonly autoAccept: () => AcceptMoment | null
  /** The products that are out today, as a role sees them. */
  readonly shortagesFor: (role: TabletRole) => readonly Shortage[]
}

export interface Board {
  /** The orders that a role sees. @throws {HttpError} 403 `role_forbidden` for a search by others than counters. */
  list(role: TabletRole, search: URLSearchParams): Promise<Response>
  /** One order with all details that a role sees. */
  read(role: TabletRole, orderId: OrderId): Promise<Response>
  /** Catalog items for the lines of any order of the vendor. */
  readMatches(orderId: OrderId): Promise<Response>
  /** Adds an order that no webhook announced. The log names who did it. */
  open(body: unknown, by: Who): Promise<Response>
  acknowledge(orderId: OrderId, by: Who): Promise<Response>
  lease(role: TabletRole, orderId: OrderId, by: Who, isAnswering: boolean): Promise<Response>
  dismissOrder(orderId: OrderId, by: Who): Promise<Response>
}

/** Answers tablets' requests about orders from stored state, so that their number does not matter. */
export function createBoard({
  inbox,
  orders,
  alarms,
  clock,
  appendLog,
  rows,
  webhookHeardAt,
  autoAccept,
  shortagesFor,
}: BoardDeps): Board {
  const { row } = rows
  const meta = (role: TabletRole) => ({
    version: inbox.version(),
    server_time: new Date(clock.now()).toISOString(),
    ...(role === 'counter'
      ? { alarms: [...alarms.current()], webhook_heard_at: webhookHeardAt(), auto_accept: autoAccept() }
      : { alarms: [] }),
    ...(role !== 'display' && { shortages: shortagesFor(role) }),
  })

  async function openRows(role: TabletRole, words: SearchWords): Promise<readonly OrderRow[]> {
    const found = inbox.open().filter((record) => matchesSearch(searchTermsIn(record), words))
    const sorted = found.toSorted((one, other) => one.receivedAt - other.receivedAt)
    const shown = await Promise.all(sorted.map((record) => rows.forRole(role, record)))
    return shown.filter((each) => each !== null)
  }

  const unknown = () => new HttpError(404, 'order_not_found', 'This desk has not received that order.')

  async function closedRows(search: URLSearchParams, words: SearchWords): Promise<readonly OrderRow[]> {
    const { outcome } = checkQuery(search, { outcome: isOutcome })
    const [from = NaN, before = NaN] = ['from', 'before'].map((name) => Date.parse(search.get(name) ?? ''))
    const found = await inbox.closed({
      limit: closedAtOnce,
      search: words,
      ...(outcome !== undefined && isOutcome(outcome) && { outcome }),
      ...(Number.isFinite(from) && { from }),
      ...(Number.isFinite(before) && { before }),
    })
    return Promise.all(found.map(rows.closedRow))
  }

  async function find(orderId: OrderId): Promise<OrderRecord> {
    const record = await inbox.find(orderId)
    if (!record) throw unknown()
    return record
  }

  const waitsNot = () => new HttpError(404, 'order_not_found', 'No such order waits on this desk.')

  function changed(record: OrderRecord | undefined): Response {
    if (!record) throw waitsNot()
    return answer(200, { data: row(record) })
  }

  return {
    async list(role, search) {
      const [text, isClosed] = [search.get('q') ?? '', search.get('view') === 'closed']
      // A search would tell what a row leaves out.
      if (role !== 'counter' && (text !== '' || isClosed)) throw refusal.roleForbidden()
      const words = searchWordsOf(text)
      const listed = isClosed ? await closedRows(search, words) : await openRows(role, words)
      return answer(200, { data: listed, meta: meta(role) })
    },
    async read(role, orderId) {
      const shown = await rows.wholeForRole(role, await find(orderId))
      if (!shown) throw unknown()
      return answer(200, { data: shown })
    },
    async readMatches(orderId) {
      // The last reading will do: only the catalog is queried.
      const { data } = orders.last(orderId) ?? (await orders.read(orderId))
      return answer(200, { data: await rows.matches(data) })
    },
    async open(body, by) {
      const orderId = checkVendorsId(idGiven(body))
      const isNew = !(await inbox.find(orderId))
      const reading = await orders.read(orderId, 'screen', isNew)
      // First, so that no order is on the board without it.
      if (isNew) await appendLog({ ...notesBy(clock, by)('open'), orderId })
      await inbox.ingest([notificationByHand(orderId, clock.now())])
      await inbox.noteReading(reading)
      return answer(200, { data: row(await find(orderId)) })
    },
    acknowledge: async (orderId, by) => changed(await inbox.acknowledge(orderId, by)),
    async lease(role, orderId, by, isAnswering) {
      const isSeen = role === 'counter' || isShownTo(role, row(await find(orderId)))
      const record = isSeen ? await inbox.lease(orderId, by, isAnswering) : undefined
      const shown = record && (await rows.forRole(role, record))
      if (!shown) throw waitsNot()
      return answer(200, { data: shown })
    },
    async dismissOrder(orderId, by) {
      const record = await inbox.dismissOrder(orderId, by)
      if (!record)
        throw new HttpError(409, 'not_put_aside', 'Only an order that the service does not know can be dismissed.')
      return answer(200, { data: row(record) })
    },
  }
}

const isOutcome = (text: string): text is OrderOutcome => orderOutcomes.some((outcome) => outcome === text)

/** The id may be a string or an integer; an integer that a double cannot hold exactly is rejected. */
function idGiven(body: unknown): string | undefined {
  const id = isRecord(body) ? body['order_id'] : undefined
  if (Number.isSafeInteger(id)) return String(id)
  return typeof id === 'string' ? id.trim() : undefined
}
