import type { Who } from '#contract/desk/action.ts'
import type { Lane, Problem } from '#contract/desk/inbox.ts'
import type { PickState } from '#contract/desk/marks.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { westernDigits } from '#contract/text.ts'
import type { CancelledAfter } from './deadline.ts'
import { normalizeForSearch } from './search-text.ts'

// What this desk stores about an order. Timestamps are milliseconds since 1970 on the desk's clock.

/** An order id from a webhook, or from a person who opened the order. */
export interface OrderNotification {
  readonly orderId: OrderId
  /** The id as received, if it is not safe in an address; else null. */
  readonly toldId: string | null
  /** Item ids from the webhook; codes of digital goods are sent under these. */
  readonly itemIds: readonly string[]
  readonly source: 'webhook' | 'opened'
  readonly receivedAt: number
}

export interface StoredPick {
  readonly line: string
  readonly state: PickState
  readonly by: Who
  readonly at: number
  /** The line as it was then: a pick for another quantity does not count. */
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

/** The shop's own marks on an order. They are stored and deleted together with its record. */
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
  /** A rejection of single items, which asks the customer and does not end the order. */
  readonly isQuestion?: true
}

/** Everything stored about one order. */
export interface OrderRecord extends OrderNotification {
  /** The vendor's `data`, without hand-over codes and payment form; null until first read. */
  readonly order: unknown
  readonly readAt: number | null
  readonly problem: Problem | null
  readonly lane: Lane
  /** The lane that it was in when it closed; null while it is open, or if that is unknown. */
  readonly closedFrom: Lane | null
  /** When it came back to the answer lane, or null if it has never left it. A closed order keeps it. */
  readonly backAt: number | null
  /** When it was accepted, and when it became ready; null before. Records of older versions lack both. */
  readonly acceptedAt?: number | null | undefined
  readonly readyAt?: number | null | undefined
  readonly acknowledged: { readonly by: Who; readonly until: number } | null
  /** Who is answering it, and until when the lease lasts. */
  readonly answering: { readonly by: Who; readonly until: number } | null
  /** The last attempt, whatever its outcome. */
  readonly lastAction: LastAction | null
  /** The last action that succeeded; a later failed attempt does not clear it. */
  readonly lastDone: LastAction | null
  /** The lines before the customer changed them. */
  readonly beforeChange: unknown
  /** Whether codes are sold on it, according to the catalog; false if the catalog does not say. */
  readonly isDigital: boolean
  readonly marks: Marks
  readonly closedAt: number | null
  /** How long after its creation the service cancelled it, if it was watched while it waited for its first answer. */
  readonly cancelledAfter?: CancelledAfter | undefined
  /** Its search terms: id, print number and receipt number, in lower case, separated by spaces. */
  readonly numbers: string
  /** Increases with every change of any order in this store. */
  readonly version: number
}

export interface TimelineRecord {
  readonly at: number
  readonly what: string
  readonly detail: string | null
  readonly by: Who | null
}

/** The record of an order that has not been read yet. */
export const recordOfNotification = (notification: OrderNotification, version: number): OrderRecord => ({
  ...notification,
  order: null,
  readAt: null,
  problem: notification.toldId === null ? 'unread' : 'bad_id',
  lane: 'answer',
  closedFrom: null,
  backAt: null,
  acknowledged: null,
  answering: null,
  lastAction: null,
  lastDone: null,
  beforeChange: null,
  isDigital: false,
  marks: noMarks,
  closedAt: null,
  numbers: searchTerms([notification.orderId, ...(notification.toldId === null ? [] : [notification.toldId])]),
  version,
})

export const searchTerms = (numbers: readonly string[]): string => westernDigits(numbers.join(' ').toLowerCase())

/**
 * All search terms of an order: its numbers, its customer's normalized name, and of each item its normalized name, its
 * reference and its barcode. Numbers and codes are there with and without their dashes.
 */
export function searchTermsIn({ numbers, order }: Pick<OrderRecord, 'numbers' | 'order'>): string {
  const name = isRecord(order) && isRecord(order['customer']) ? order['customer']['name'] : undefined
  const items = isRecord(order) && Array.isArray(order['items']) ? order['items'].flatMap(itemTerms) : []
  return [...new Set([...codeTerms(numbers), ...nameTerms(name), ...items])].join(' ')
}

function itemTerms(item: unknown): readonly string[] {
  const product = isRecord(item) ? item['product'] : undefined
  if (!isRecord(product)) return []
  return [...nameTerms(product['name']), ...codeTerms(product['vendor_reference_id']), ...codeTerms(product['barcode'])]
}

const nameTerms = (name: unknown): readonly string[] => (typeof name === 'string' ? [normalizeForSearch(name)] : [])

function codeTerms(code: unknown): readonly string[] {
  if (typeof code !== 'string') return []
  // Older versions stored digits as received.
  const term = searchTerms([code])
  return [term, term.replaceAll('-', '')]
}
