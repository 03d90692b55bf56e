import type { Clock } from '#contract/clock.ts'
import type { OrderRecord } from '#domain/order.ts'
import { isPending, isTooLate, type PrinterRecord, type PrintJob } from '#domain/print-job.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { logBug, type Log } from '#server/runtime/bug.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { isAutomatic, occasionAgain, type PrintJobs } from './print-jobs.ts'

interface CheckJobsDeps {
  readonly store: Store
  readonly clock: Clock
  readonly alarms: Alarms
  readonly inbox: Pick<Inbox, 'open' | 'peek'>
  readonly jobs: PrintJobs
  readonly log: Log
}

interface Circumstances {
  /** Whether this server is in conversation with a printer. */
  readonly isBusy: (printerId: string) => boolean
  /** Nothing of this server is under way yet. */
  readonly isStart: boolean
}

/** Looks after the jobs that nothing else moves: after a crash, a removed printer, a printer that cannot print. */
export type CheckJobs = (printers: readonly PrinterRecord[], circumstances: Circumstances) => Promise<void>

/** A job is sent in less; one that still is has lost its server, or its printer. */
const sentWithinMs = 60_000
/** A job that waits for a person is shown on the board for so long. */
const shownForMs = 12 * 60 * 60_000
const latestShown = 400

export function createCheckJobs({ store, clock, alarms, inbox, jobs, log }: CheckJobsDeps): CheckJobs {
  /** A job whose server ended while it was sent, or whose printer never said what became of it. */
  async function endLost(printers: readonly PrinterRecord[], { isBusy, isStart }: Circumstances): Promise<void> {
    const isOwnStart = isStart && store.shared === undefined
    for (const job of await store.pendingPrintJobs()) {
      const printer = printers.find(({ id }) => id === job.printerId)
      if (!printer) await jobs.end(job, job.state === 'sending' ? 'unknown' : 'failed', 'cancelled')
      else if (isTooLate(job, clock.now())) await jobs.end(job, 'failed', 'too_late')
      else if (job.state === 'sending' && !isBusy(printer.id)) {
        // A time in the future is from before the clock was set back.
        const isOld = Math.abs(clock.now() - job.dueAt) >= sentWithinMs
        const isLost = (isOwnStart && printer.kind === 'escpos') || isOld
        if (isLost) await jobs.end(job, 'unknown', 'interrupted')
      }
    }
  }

  async function handOver(printers: readonly PrinterRecord[]): Promise<void> {
    for (const printer of printers) {
      const backup = printers.find(({ id }) => id === printer.backupId)
      if (!backup) continue
      if (canPrint(backup)) await jobs.handToBackup(printer, backup)
      else if (canPrint(printer)) await jobs.takeBack(printer, backup)
    }
  }

  /** Shows on the board that a ticket waits for a person: it failed or is unknown, and nobody has printed it since. */
  async function showWaiting(printers: readonly PrinterRecord[]): Promise<void> {
    const latest = printers.length > 0 ? await store.latestPrintJobs(latestShown) : []
    const waiting = latest.filter(
      (job) =>
        !isPending(job) &&
        job.state !== 'printed' &&
        job.orderId !== null &&
        clock.now() - job.createdAt < shownForMs &&
        inbox.peek(job.orderId)?.closedAt === null &&
        !latest.some((other) => isInsteadOf(other, job)),
    )
    const names = printers.filter(({ id }) => waiting.some(({ printerId }) => printerId === id)).map(({ name }) => name)
    if (waiting.length > 0) alarms.raise('print_waits', names)
    else alarms.clear('print_waits')
  }

  /** An order that cannot be noted must not keep the others from it. */
  const noteOne = (record: OrderRecord, printers: readonly PrinterRecord[]): Promise<void> =>
    jobs.note(record, null, printers).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error
      logBug(log, 'printing', error)
    })

  /** A repaired store may have lost jobs, and have old ones back: what is on paper is not known. */
  async function distrust(printers: readonly PrinterRecord[]): Promise<void> {
    for (const job of await store.pendingPrintJobs()) await jobs.end(job, 'unknown', 'interrupted')
    for (const printer of printers) await store.savePrinter({ ...printer, setUpAt: clock.now() })
  }

  return async (printers, circumstances) => {
    if (circumstances.isStart && store.wasRepaired) return distrust(printers)
    await endLost(printers, circumstances)
    await handOver(printers)
    await showWaiting(printers)
    // Whatever a crash or another server left undone.
    if (printers.length > 0) for (const record of inbox.open()) await noteOne(record, printers)
  }
}

const canPrint = ({ state }: PrinterRecord): boolean => state.is === 'ready' || state.is === 'paper_low'

/** Whether a person has asked for a ticket once more, on any printer. */
const isInsteadOf = (other: PrintJob, job: PrintJob): boolean =>
  other.occasion === occasionAgain(job) ||
  (!isAutomatic(other) && other.orderId === job.orderId && other.what === job.what && other.createdAt > job.createdAt)
