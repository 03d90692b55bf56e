import type { OrderId } from '#contract/vendor/item-id.ts'
import type { BarcodeReading } from '#domain/barcode.ts'
import { createStore, type ReadableStore } from './store.ts'

/** How many answers of this tablet are on hold or being sent. A print dialog would block them. */
export const answersUnderWay = createStore(0)

export const countAnswer = (by: 1 | -1): void => answersUnderWay.set(answersUnderWay.read() + by)

/** Order lines to highlight, each by its `lineKey`. */
interface MarkedLines {
  readonly orderId: string
  readonly keys: readonly string[]
}

/** The lines that an order's screen highlights and scrolls into view. The code that sets it also clears it. */
export const markedLines = createStore<MarkedLines | undefined>(undefined)

/** Receives scans while an order is packed, instead of the scan's usual target. */
export interface ScanTaker {
  readonly orderId: string
  /**
   * `keys`: the order's lines with this code, each by its `lineKey`; undefined if the code is the order's own number.
   * `reading`: how the code was interpreted, if nothing has the code itself.
   */
  take(code: string, keys: readonly string[] | undefined, reading: BarcodeReading | undefined): void
}

export const scanTaker = createStore<ScanTaker | undefined>(undefined)

/** A request to print an order's ticket, or a test ticket if `orderId` is undefined. */
export interface TicketRequest {
  readonly orderId: OrderId | undefined
  readonly isAutomatic: boolean
  /** The number of bags; each gets a ticket. */
  readonly bags: number
}

const queue = createStore<readonly TicketRequest[]>([])
/** The tickets still to be printed, oldest first. */
export const tickets: ReadableStore<readonly TicketRequest[]> = queue

export const requestTicket = (orderId: OrderId | undefined, isAutomatic = false, bags = 1): void =>
  queue.set([...queue.read(), { orderId, isAutomatic, bags }])

export const dropTicket = (request: TicketRequest): void => queue.set(queue.read().filter((each) => each !== request))

/** Whether the help is open. The person's menu opens it; the key `?` opens it at the keyboard shortcuts. */
export const helpShown = createStore<'questions' | 'shortcuts' | undefined>(undefined)

export interface DialogRequest {
  readonly orderId: string
  /** `ask`: about what is missing. */
  readonly dialog: 'digital' | 'reject' | 'ask'
}

/** The dialog that a press on an order's card or on a toast asked for, until the order's screen opens it. */
export const dialogRequested: { current: DialogRequest | undefined } = { current: undefined }

/** Whether this tablet would ring now if an order came: its sound is on, and nothing that it depends on is broken. */
export const wouldRing = createStore(false)

/** How many numbers stand large on the display. A reload would lose them. */
export const largeNumbers = createStore(0)

/** The id of the order that has taken the screen; undefined if none has. */
export const orderTakingScreen = createStore<string | undefined>(undefined)
