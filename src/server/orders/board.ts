import { searchTermsIn, type OrderRecord } from '#domain/order.ts'
import { closedAtOnce } from '#contract/desk/inbox.ts'
import type { Who } from '#contract/desk/action.ts'
import type { Clock } from '#contract/clock.ts'
import { normalizeForSearch, standsIn } from '#domain/search-text.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { westernDigits } from '#contract/text.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import { checkVendorsId } from './order-id.ts'
import type { Inbox } from './inbox.ts'
import type { OrderReader } from './order-reader.ts'
import { notificationByHand } from '#domain/order-events.ts'
import type { OrderRows } from './order-rows.ts'

export interface BoardDeps {
  readonly inbox: Inbox
  readonly orders: OrderReader
  readonly alarms: Alarms
  readonly clock: Clock
  readonly rows: OrderRows
}

export interface Board {
  list(search: URLSearchParams): Promise<Response>
  /** One order with all details. */
  read(orderId: OrderId): Promise<Response>
  /** Catalog items for the lines of any order of the vendor. */
  readMatches(orderId: OrderId): Promise<Response>
  /** Adds an order that no webhook announced. */
  open(body: unknown): Promise<Response>
  acknowledge(orderId: OrderId, by: Who): Promise<Response>
  lease(orderId: OrderId, by: Who, isAnswering: boolean): Promise<Response>
  dismissOrder(orderId: OrderId, by: Who): Promise<Response>
}

/** Answers tablets' requests about orders from stored state, so that their number does not matter. */
export function createBoard({ inbox, orders, alarms, clock, rows }: BoardDeps): Board {
  const { row } = rows
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

  async function find(orderId: OrderId): Promise<OrderRecord> {
    const record = await inbox.find(orderId)
    if (!record) throw new HttpError(404, 'order_not_found', 'This desk has not heard of that order.')
    return record
  }

  function changed(record: OrderRecord | undefined): Response {
    if (!record) throw new HttpError(404, 'order_not_found', 'No such order waits on this desk.')
    return answer(200, { data: row(record) })
  }

  return {
    async list(search) {
      return answer(200, { data: (await recordsOf(search)).map(row), meta: meta() })
    },
    async read(orderId) {
      return answer(200, { data: await rows.whole(await find(orderId)) })
    },
    async readMatches(orderId) {
      // The last reading will do: only the catalog is queried.
      const { data } = orders.last(orderId) ?? (await orders.read(orderId))
      return answer(200, { data: await rows.matches(data) })
    },
    async open(body) {
      const orderId = checkVendorsId(idGiven(body))
      const isNew = !(await inbox.find(orderId))
      const reading = await orders.read(orderId, 'screen', isNew)
      await inbox.ingest([notificationByHand(orderId, clock.now())])
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

/** The search texts for an input, of which an order must contain one; nothing for an empty input. */
function textsToLookFor(typed: string): readonly string[] | undefined {
  if (typed === '') return undefined
  // Older versions stored digits as received, and closed orders are not rewritten.
  const own = typed.toLowerCase()
  const number = westernDigits(own)
  // Dashes and dots distinguish numbers, so only possible names are searched without them.
  const name = /\p{L}/u.test(typed) ? normalizeForSearch(typed) : ''
  return [...new Set([own, number, name])].filter((text) => text !== '')
}

/** The id may be a string or an integer; an integer that a double cannot hold exactly is rejected. */
function idGiven(body: unknown): string | undefined {
  const id = isRecord(body) ? body['order_id'] : undefined
  if (Number.isSafeInteger(id)) return String(id)
  return typeof id === 'string' ? id.trim() : undefined
}
