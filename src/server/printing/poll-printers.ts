import type { Clock } from '#contract/clock.ts'
import type { PrinterCondition, PrintProblem } from '#contract/desk/printers.ts'
import type { PrinterRecord, PrintJob } from '#domain/print-job.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Sha256 } from '#server/runtime/credentials.ts'
import type { Store } from '#server/storage/store.ts'
import type { PrintJobs } from './print-jobs.ts'
import type { DrawJob } from './print-tickets.ts'
import type { PrinterStates } from './printer-states.ts'
import type { TicketImage } from './ticket.ts'

export interface PollPrintersDeps {
  readonly store: Pick<Store, 'findPrinterByKey' | 'findPrintJob' | 'beginTry' | 'takeBackTry'>
  readonly clock: Clock
  readonly sha256: Sha256
  readonly jobs: PrintJobs
  readonly states: PrinterStates
  readonly drawJob: DrawJob
  readonly log: Log
}

/** What printers that ask the desk have in common, whatever they speak. */
export interface PollPrinters {
  /**
   * The printer with this key. `peer` is the address it asks from, whose wrong keys are counted.
   * @throws {HttpError} 401; 429 after 20 wrong keys in 10 minutes
   */
  printerWith(key: string, kind: PrinterRecord['kind'], peer: string | undefined): Promise<PrinterRecord>
  /** Records what a printer says of itself. */
  note(printer: PrinterRecord, condition: PrinterCondition): Promise<void>
  /** The next job. What the printer was sent before without saying how it ended is unknown now. */
  offer(printer: PrinterRecord): Promise<PrintJob | undefined>
  /** Takes a job for sending. @returns undefined if it cannot be sent (any more). */
  take(printer: PrinterRecord, job: PrintJob): Promise<TicketImage | undefined>
  /** The job that a printer names, or the one that it is being sent. */
  jobNamed(printer: PrinterRecord, id: string | undefined): Promise<PrintJob | undefined>
  /** Records how a job ended; `problem` if the printer refused it. */
  end(printer: PrinterRecord, job: PrintJob, problem: PrintProblem | undefined): Promise<void>
}

const minuteMs = 60_000
const keyFormat = /^[\w-]{22}$/

const wrongKeys = (peer: string) => ({
  subject: `printer key ${peer}`,
  most: 20,
  withinMs: 10 * minuteMs,
  waitsMs: [0],
})

export function createPollPrinters(deps: PollPrintersDeps): PollPrinters {
  const { store, clock, sha256, jobs, states, drawJob, log } = deps

  async function refuseKey(peer: string): Promise<never> {
    const now = clock.now()
    const refusal = await store.beginTry([wrongKeys(peer)], now)
    if (!refusal) throw new HttpError(401, 'bad_credentials', 'No printer has this address.')
    throw new HttpError(429, 'too_many_tries', 'There were too many wrong addresses. Wait, then try again.', {
      retryAfterMs: refusal.until - now,
    })
  }

  return {
    async printerWith(key, kind, peer = '') {
      const printer = keyFormat.test(key) ? await store.findPrinterByKey(await sha256(key)) : undefined
      return printer?.kind === kind ? printer : refuseKey(peer)
    },
    note: (printer, condition) => states.heard(printer, condition),
    async offer(printer) {
      const sending = await jobs.sendingOn(printer.id)
      if (sending) await jobs.end(sending, 'unknown', 'interrupted')
      return jobs.next(printer.id)
    },
    async take(printer, job) {
      // A printer may ask again for what it did not receive whole.
      if (job.state !== 'queued' && job.state !== 'sending') return undefined
      const image = await drawJob(job, printer)
      return image && (await jobs.begin(job)) ? image : undefined
    },
    async jobNamed(printer, id) {
      const job = id === undefined ? await jobs.sendingOn(printer.id) : await store.findPrintJob(id)
      return job?.printerId === printer.id ? job : undefined
    },
    async end(printer, job, problem) {
      // A late answer still tells what became of an unknown one.
      if (job.state !== 'sending' && job.state !== 'unknown') return
      log('print', { job: job.id, printer: printer.id, outcome: problem ? 'not_printed' : 'printed', problem })
      if (!problem) await jobs.end(job, 'printed')
      else if (job.state === 'sending') await jobs.putOff(job, problem)
    },
  }
}
