import type { Clock } from '#contract/clock.ts'
import type { PrintProblem } from '#contract/desk/printers.ts'
import { afterFailure, isDue, silentAfterMs, type PrinterRecord, type PrintJob } from '#domain/print-job.ts'
import type { Store } from '#server/storage/store.ts'

interface PrintQueueDeps {
  readonly store: Store
  readonly clock: Clock
  /** Called when a job came to another printer. */
  readonly onDue: () => void
}

/** The jobs that wait, and what becomes of them. */
export interface PrintQueue {
  /** The next job that is due on a printer. */
  next(printerId: string): Promise<PrintJob | undefined>
  /** The job that a printer is being sent. */
  sendingOn(printerId: string): Promise<PrintJob | undefined>
  /** Writes that a job is being sent. @returns undefined if another server has taken it. */
  begin(job: PrintJob): Promise<PrintJob | undefined>
  /** Writes the end of a job. A `problem` says why its outcome is unknown. */
  end(job: PrintJob, state: 'printed' | 'unknown' | 'failed', problem?: PrintProblem): Promise<void>
  /** Writes that a job was certainly not printed; it is tried again, or waits for a person. */
  putOff(job: PrintJob, problem: PrintProblem): Promise<void>
  /** Gives what has waited 30 s on a printer to its back-up printer. */
  handToBackup(printer: PrinterRecord, backup: PrinterRecord): Promise<void>
  /** Takes what waits on a back-up printer back to the printer whose tickets they are. */
  takeBack(printer: PrinterRecord, backup: PrinterRecord): Promise<void>
}

export function createPrintQueue({ store, clock, onDue }: PrintQueueDeps): PrintQueue {
  const pendingOn = async (printerId: string) =>
    (await store.pendingPrintJobs()).filter((job) => job.printerId === printerId)

  return {
    async next(printerId) {
      const now = clock.now()
      return (await pendingOn(printerId)).find((job) => isDue(job, now))
    },
    sendingOn: async (printerId) => (await pendingOn(printerId)).find(({ state }) => state === 'sending'),
    begin: (job) => store.savePrintJob({ ...job, state: 'sending', dueAt: clock.now(), tries: job.tries + 1 }),
    async end(job, state, problem) {
      await store.savePrintJob({ ...job, state, problem: problem ?? null })
    },
    async putOff(job, problem) {
      await store.savePrintJob(
        afterFailure(job.state === 'sending' ? job : { ...job, tries: job.tries + 1 }, problem, clock.now()),
      )
    },
    async handToBackup(printer, backup) {
      const now = clock.now()
      // Its own tickets only: one that came from another printer does not travel on.
      const late = (await pendingOn(printer.id)).filter(
        ({ state, createdAt, forPrinterId, orderId }) =>
          state === 'queued' && forPrinterId === printer.id && orderId !== null && now - createdAt >= silentAfterMs,
      )
      for (const job of late) {
        const moved = { ...job, printerId: backup.id, standsInFor: printer.name, dueAt: now }
        if (await store.savePrintJob(moved)) onDue()
      }
    },
    async takeBack(printer, backup) {
      for (const job of await pendingOn(backup.id)) {
        if (job.state !== 'queued' || job.forPrinterId !== printer.id) continue
        const moved = { ...job, printerId: printer.id, standsInFor: null, dueAt: clock.now() }
        if (await store.savePrintJob(moved)) onDue()
      }
    },
  }
}
