import type { BarcodeReading } from '#domain/barcode.ts'
import { createStore } from './store.ts'

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
