import type { Clock } from '#contract/clock.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { Mode } from '#contract/desk/session.ts'
import { coveredCategories, dotsAcross, type PrinterRecord, type PrintJob } from '#domain/print-job.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { bugIn, type Log } from '#server/runtime/bug.ts'
import type { Store } from '#server/storage/store.ts'
import type { PrintJobs } from './print-jobs.ts'
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
  async function pageOf(job: PrintJob, printer: PrinterRecord): Promise<TicketPage | undefined> {
    const { what, orderId } = job
    const printedAt = clock.now()
    if (what === 'test' || orderId === null) return testPage(printer, printedAt)
    const record = await inbox.find(orderId)
    if (!record) return undefined
    const known = await matches(record.order)
    const coveredIds = coveredCategories(await store.printers(), what)
    const lines = { ...printer, coveredIds }
    return ticketPage({ record, job: { ...job, what }, printer: lines, matches: known.matches, mode, printedAt })
  }

  return async (job, printer) => {
    const page = await pageOf(job, printer)
    if (!page) {
      await jobs.end(job, 'failed', 'order_gone')
      return undefined
    }
    try {
      return await draw(page, dotsAcross(printer))
    } catch (error) {
      log('ticket_not_drawn', { job: job.id, ...bugIn(error) }, 'error')
      await jobs.putOff(job, 'not_drawn')
      return undefined
    }
  }
}
