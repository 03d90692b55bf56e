import type { OrderId } from '#contract/vendor/item-id.ts'
import type { BarcodeReading } from '#domain/barcode.ts'
import { createStore, type ChangeRecords } from './store.ts'

/** How many answers of this tablet are held back or on their way: a printer's dialog would keep them from going on. */
export const answersUnderWay = createStore(0)

export const countAnswer = (by: 1 | -1): void => answersUnderWay.set(answersUnderWay.read() + by)

/** Lines of an order that somebody is looking for, each by its `lineKey`. */
interface MarkedLines {
  readonly orderId: string
  readonly keys: readonly string[]
}

/** What an order's screen marks, and brings into sight. Who marks it also takes the mark away. */
export const markedLines = createStore<MarkedLines | undefined>(undefined)

/** Takes what is scanned while an order is packed: a scan then leads nowhere else. */
export interface ScanTaker {
  readonly orderId: string
  /**
   * `keys`: the order's lines that have the code, each by its `lineKey`, none where it is the order's own number;
   * `reading`: how the code was read, where nothing has the code itself.
   */
  take(code: string, keys: readonly string[] | undefined, reading: BarcodeReading | undefined): void
}

export const scanTaker = createStore<ScanTaker | undefined>(undefined)

/** Somebody, or this tablet by itself, wants an order on paper; or a ticket that only shows that the printer works. */
export interface TicketRequest {
  readonly orderId: OrderId | undefined
  readonly isAutomatic: boolean
  /** One ticket for each. */
  readonly bags: number
}

const told = createStore<readonly TicketRequest[]>([])
/** What is still to be printed, the oldest first. */
export const tickets: ChangeRecords<readonly TicketRequest[]> = told

export const requestTicket = (orderId: OrderId | undefined, isAutomatic = false, bags = 1): void =>
  told.set([...told.read(), { orderId, isAutomatic, bags }])

export const dropTicket = (wish: TicketRequest): void => told.set(told.read().filter((each) => each !== wish))
