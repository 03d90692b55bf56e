import type { Who } from '#contract/desk/action.ts'
import type { Problem } from '#contract/desk/inbox.ts'
import type { Lane } from '#contract/desk/lane.ts'
import type { PickState } from '#contract/desk/marks.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { westernDigits } from '#contract/western-digits.ts'
import { normalizeForSearch } from './search-text.ts'

// What an order is to this desk. Moments are milliseconds since 1970 on the desk's clock.

/** Word of an order, as a webhook or a person brought it. */
export interface OrderNotification {
  readonly orderId: OrderId
  /** The id as it was told, where it is none that we put into an address. */
  readonly toldId: string | null
  /** The order items' ids as the webhook had them; digital goods are accepted under these. */
  readonly itemIds: readonly string[]
  readonly source: 'webhook' | 'opened'
  readonly receivedAt: number
}

export interface StoredPick {
  readonly line: string
  readonly state: PickState
  readonly by: Who
  readonly at: number
  /** The line as it was then: what was picked for another quantity is not picked. */
  readonly of: string
}

export interface StoredHandOver {
  readonly by: Who
  readonly at: number
  readonly codeMatched: boolean
}

export interface StoredPrint {
  readonly by: Who
  readonly at: number
  readonly automatic: boolean
}

/** What the shop marked on an order by itself. Part of its record: written with it in one step, and gone with it. */
export interface Marks {
  readonly picks: readonly StoredPick[]
  readonly handedOver: StoredHandOver | null
  readonly returned: StoredHandOver | null
  readonly prints: { readonly count: number; readonly latest: readonly StoredPrint[] }
}

export const noMarks: Marks = { picks: [], handedOver: null, returned: null, prints: { count: 0, latest: [] } }

export interface LastAction {
  readonly action: string
  readonly outcome: string
  readonly by: Who | null
  readonly at: number
}

/** All that is kept of one order. */
export interface OrderRecord extends OrderNotification {
  /** The vendor's `data`, without hand-over codes and payment form; null until it was read. */
  readonly order: unknown
  readonly readAt: number | null
  readonly problem: Problem | null
  readonly lane: Lane
  /** Since when it waits for an answer again, after it was in another lane; null where it does not. */
  readonly backAt: number | null
  readonly acknowledged: { readonly by: Who; readonly until: number } | null
  /** Who has opened it to answer it, and until when that is to be told. */
  readonly answering: { readonly by: Who; readonly until: number } | null
  /** What was tried last, whatever came of it. */
  readonly lastAction: LastAction | null
  /** What was done last: a later try that came to nothing takes nothing back. */
  readonly lastDone: LastAction | null
  /** The lines as they were before the customer changed them. */
  readonly beforeChange: unknown
  /** By the catalog codes are sold on it; false where they are not, and where the catalog does not tell. */
  readonly isDigital: boolean
  /** What this shop marked on it by itself. */
  readonly marks: Marks
  readonly closedAt: number | null
  /** The numbers it is looked for by: id, print number, receipt number; lower case, parted by spaces. */
  readonly numbers: string
  /** Grows with every change of any order of this store. */
  readonly version: number
}

export interface TimelineRecord {
  readonly at: number
  readonly what: string
  readonly detail: string | null
  readonly by: Who | null
}

/** An order of which nothing is known but that it is there. */
export const recordOfNotification = (word: OrderNotification, version: number): OrderRecord => ({
  ...word,
  order: null,
  readAt: null,
  problem: word.toldId === null ? 'unread' : 'bad_id',
  lane: 'answer',
  backAt: null,
  acknowledged: null,
  answering: null,
  lastAction: null,
  lastDone: null,
  beforeChange: null,
  isDigital: false,
  marks: noMarks,
  closedAt: null,
  numbers: searchTerms([word.orderId, ...(word.toldId === null ? [] : [word.toldId])]),
  version,
})

export const searchTerms = (numbers: readonly string[]): string => westernDigits(numbers.join(' ').toLowerCase())

/** All that an order is looked for by: its numbers, and its customer's name as `fold` has it. */
export function searchTermsIn({ numbers, order }: Pick<OrderRecord, 'numbers' | 'order'>): string {
  const customer = isRecord(order) ? order['customer'] : undefined
  const name = isRecord(customer) ? customer['name'] : undefined
  const own = numbers.toLowerCase()
  return typeof name === 'string' ? `${own} ${normalizeForSearch(name)}` : own
}
