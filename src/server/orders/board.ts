import { searchTermsIn, type OrderRecord } from '#domain/order.ts'
import { closedAtOnce } from '#contract/desk/closed-at-once.ts'
import type { Who } from '#contract/desk/action.ts'
import type { Clock } from '#contract/clock.ts'
import { normalizeForSearch } from '#domain/search-text.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { westernDigits } from '#contract/western-digits.ts'
import { standsIn } from '#contract/stands-in.ts'
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
  /** With all that is known of it. */
  read(orderId: OrderId): Promise<Response>
  /** The catalog's items behind the lines of any order of the vendor's. */
  readMatches(orderId: OrderId): Promise<Response>
  /** Takes in an order that no webhook told of. */
  open(body: unknown): Promise<Response>
  acknowledge(orderId: OrderId, by: Who): Promise<Response>
  lease(orderId: OrderId, by: Who, isAnswering: boolean): Promise<Response>
  dismissOrder(orderId: OrderId, by: Who): Promise<Response>
}

/** What tablets ask about orders: answered from what this desk knows, however many of them there are. */
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
      // The lines as they were last shown: the catalog is what is asked.
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
