import type { Clock } from '#contract/clock.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { PrintProblem } from '#contract/desk/printers.ts'
import type { Mode } from '#contract/desk/session.ts'
import { coveredCategories, dotsAcross, type PrinterRecord, type PrintJob } from '#domain/print-job.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { bugIn, type Log } from '#server/runtime/bug.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { isAutomatic, type PrintJobs } from './print-jobs.ts'
import type { DrawTicket, TicketImage, TicketPage } from './ticket.ts'
import { testPage, ticketPage } from './ticket-page.ts'

export interface PrintTicketsDeps {
  readonly clock: Clock
  readonly mode: Mode
  readonly inbox: Pick<Inbox, 'find'>
  /** The catalog items behind an order's lines. */
  readonly matches: (order: unknown) => Promise<{ readonly matches: readonly ItemMatch[] }>
  readonly draw: DrawTicket
  readonly store: Pick<Store, 'printers'>
  readonly jobs: Pick<PrintJobs, 'end' | 'putOff'>
  readonly log: Log
}

/**
 * Draws the ticket of a job, with the order as it is now.
 * @returns undefined if there is no image; then the job has failed, or is tried again.
 */
export type DrawJob = (job: PrintJob, printer: PrinterRecord) => Promise<TicketImage | undefined>

export function createDrawJob({ clock, mode, inbox, matches, draw, store, jobs, log }: PrintTicketsDeps): DrawJob {
  /** @returns why there is nothing to print, if there is not. */
  async function pageOf(job: PrintJob, printer: PrinterRecord): Promise<TicketPage | PrintProblem> {
    const { what, orderId } = job
    const printedAt = clock.now()
    if (what === 'test' || orderId === null) return testPage(printer, printedAt)
    const record = await inbox.find(orderId)
    if (!record) return 'order_gone'
    // Nobody packs an order that is over; a person may print it all the same.
    if (record.lane === 'closed' && isAutomatic(job)) return 'order_closed'
    const printers = await store.printers()
    // A back-up printer prints the lines of the printer for which it stands in.
    const { categoryIds, languages } = printers.find(({ id }) => id === job.forPrinterId) ?? printer
    const lines = { categoryIds, languages, coveredIds: coveredCategories(printers, what) }
    const { matches: known } = await matches(record.order)
    return ticketPage({ record, job: { ...job, what }, printer: lines, matches: known, mode, printedAt })
  }

  return async (job, printer) => {
    try {
      const page = await pageOf(job, printer)
      if (typeof page === 'object') return await draw(page, dotsAcross(printer))
      if (job.state === 'queued') await jobs.end(job, 'failed', page)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      log('ticket_not_drawn', { job: job.id, ...bugIn(error) }, 'error')
      // One that is being sent may be on paper.
      if (job.state === 'queued') await jobs.putOff(job, 'not_drawn')
    }
    return undefined
  }
}
