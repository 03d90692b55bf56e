import type { Clock } from '#contract/clock.ts'
import type { PrinterCondition, PrintProblem } from '#contract/desk/printers.ts'
import type { PrinterRecord, PrintJob } from '#domain/print-job.ts'
import { createWrongKeyCount } from '#server/auth/wrong-keys.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Sha256 } from '#server/runtime/credentials.ts'
import type { Store } from '#server/storage/store.ts'
import { wrongKeyLimit } from '#server/storage/tries.ts'
import type { PrintJobs } from './print-jobs.ts'
import type { DrawJob } from './print-tickets.ts'
import type { PrinterStates } from './printer-states.ts'
import type { TicketImage } from './ticket.ts'

export interface PollPrintersDeps {
  readonly store: Pick<Store, 'findPrinterByKey' | 'findPrintJob' | 'beginTry'>
  readonly clock: Clock
  readonly sha256: Sha256
  readonly jobs: PrintJobs
  readonly states: PrinterStates
  readonly drawJob: DrawJob
  readonly log: Log
}

/** A job and whether its token is that of the current try; an older one comes with a late answer. */
interface NamedJob {
  readonly job: PrintJob
  readonly isCurrent: boolean
}

/** What a printer says of a job: `refused` means that certainly nothing of it is on paper. */
export type PrintResult =
  | { readonly is: 'printed' }
  | { readonly is: 'refused'; readonly problem: PrintProblem }
  | { readonly is: 'unknown'; readonly problem: PrintProblem }

/** How a printer names a job in its answers: with the try, so that a late answer to an earlier one is known as such. */
export const tokenOf = ({ id, state, tries }: PrintJob): string => `${id}.${state === 'sending' ? tries : tries + 1}`

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
  /** The job of a token; without one the job that the printer is being sent, or would be sent next. */
  jobNamed(printer: PrinterRecord, token: string | undefined): Promise<NamedJob | undefined>
  /** Records how a job ended, as the printer says. */
  end(printer: PrinterRecord, named: NamedJob, result: PrintResult): Promise<void>
}

const keyFormat = /^[\w-]{22}$/

export function createPollPrinters(deps: PollPrintersDeps): PollPrinters {
  const { store, clock, sha256, jobs, states, drawJob, log } = deps

  const countWrongKey = createWrongKeyCount({ store, clock })

  async function refuseKey(peer: string | undefined): Promise<never> {
    const retryAfterMs = await countWrongKey(wrongKeyLimit('printer key', peer))
    if (retryAfterMs === undefined) throw new HttpError(401, 'bad_credentials', 'No printer has this address.')
    throw new HttpError(429, 'too_many_tries', 'There were too many wrong addresses. Wait, then try again.', {
      retryAfterMs,
    })
  }

  return {
    async printerWith(key, kind, peer) {
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
      return image && (job.state === 'sending' || (await jobs.begin(job))) ? image : undefined
    },
    async jobNamed(printer, token) {
      if (token === undefined) {
        const job = (await jobs.sendingOn(printer.id)) ?? (await jobs.next(printer.id))
        return job && { job, isCurrent: true }
      }
      const job = await store.findPrintJob(token.split('.')[0] ?? '')
      return job?.printerId === printer.id ? { job, isCurrent: token === tokenOf(job) } : undefined
    },
    async end(printer, { job, isCurrent }, result) {
      const isSending = job.state === 'sending' && isCurrent
      // Late news of paper still counts, whatever has been thought of the job since.
      if (result.is === 'printed' ? job.state === 'printed' : !isSending) return
      log('print', { job: job.id, printer: printer.id, outcome: result.is })
      if (result.is === 'printed') await jobs.end(job, 'printed')
      else if (result.is === 'refused') await jobs.putOff(job, result.problem)
      else await jobs.end(job, 'unknown', result.problem)
    },
  }
}
