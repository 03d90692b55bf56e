import type { OrderId } from '#contract/vendor/item-id.ts'
import type { PrinterRecord, PrinterState, PrintJob } from '#domain/print-job.ts'
import type { LogEntry } from './order-store.ts'

/** The printers and their jobs. Changes by other servers are visible at once. */
export interface PrinterStore {
  /** Sorted by name. */
  printers(): Promise<readonly PrinterRecord[]>
  findPrinterByKey(keyHash: string): Promise<PrinterRecord | undefined>
  /** Adds a printer, or overwrites the one with its id, but for the state of an existing one. */
  savePrinter(printer: PrinterRecord, entry?: LogEntry): Promise<void>
  /** Records what a printer said of itself; nothing for an unknown printer. */
  savePrinterState(id: string, state: PrinterState): Promise<void>
  /** @returns whether it existed. */
  removePrinter(id: string, entry?: LogEntry): Promise<boolean>
  /** Adds jobs, but for those whose occasion has one already. @returns those that were added. */
  addPrintJobs(jobs: readonly PrintJob[]): Promise<readonly PrintJob[]>
  /**
   * Overwrites a job with its next revision.
   * @returns it with that revision; undefined, with nothing written, if another server wrote it in between.
   */
  savePrintJob(job: PrintJob): Promise<PrintJob | undefined>
  findPrintJob(id: string): Promise<PrintJob | undefined>
  /** Queued and sending jobs, oldest first. */
  pendingPrintJobs(): Promise<readonly PrintJob[]>
  printJobsOf(orderId: OrderId): Promise<readonly PrintJob[]>
  /** Newest first. */
  latestPrintJobs(limit: number): Promise<readonly PrintJob[]>
  /** Deletes jobs created before a moment. @returns how many. */
  forgetPrintJobs(createdBefore: number): Promise<number>
}
