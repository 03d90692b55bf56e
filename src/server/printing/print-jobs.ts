import type { Clock } from '#contract/clock.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { PrintProblem, TicketKind } from '#contract/desk/printers.ts'
import type { OrderRecord } from '#domain/order.ts'
import {
  afterFailure,
  coveredCategories,
  jobsOf,
  silentAfterMs,
  type PrinterRecord,
  type PrintJob,
} from '#domain/print-job.ts'
import { printNumber } from '#server/orders/order-row.ts'
import { newId, type RandomBytes } from '#server/runtime/credentials.ts'
import type { Store } from '#server/storage/store.ts'
import { linesFor } from './ticket-lines.ts'

export interface PrintJobsDeps {
  readonly store: Store
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** The catalog items behind an order's lines. */
  readonly matches: (order: unknown) => Promise<{ readonly matches: readonly ItemMatch[] }>
  /** Called when jobs were added, or became due again. */
  readonly onDue: () => void
}

export interface PrintJobs {
  /** Adds the jobs that an order asks for; each is added once, however often this is called. @throws {StoreUnavailable} */
  note(record: OrderRecord): Promise<void>
  /** Adds jobs by hand, one for each bag. @returns the first. @throws {StoreUnavailable} */
  addByHand(printer: PrinterRecord, what: TicketKind, record: OrderRecord, bags: number): Promise<PrintJob>
  addTest(printer: PrinterRecord): Promise<PrintJob>
  /** Adds a copy of a job that failed or whose outcome is unknown. */
  addAgain(job: PrintJob): Promise<PrintJob>
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
  /** Gives what has waited too long on a printer that cannot print to its back-up printer. */
  handToBackup(printer: PrinterRecord, backup: PrinterRecord): Promise<void>
}

/** The occasion of a further copy of a job: two people who press at once get one. */
export const occasionAgain = ({ id }: Pick<PrintJob, 'id'>): string => `again ${id}`

const knownAtMost = 10_000

/** What is to be printed, in the store, so that each ticket is printed once over all servers and through crashes. */
export function createPrintJobs({ store, clock, randomBytes, matches, onDue }: PrintJobsDeps): PrintJobs {
  /** Occasions that have a job, or need none: saves asking the store again. */
  const known = new Set<string>()

  function jobOf(job: Pick<PrintJob, 'occasion' | 'printerId' | 'what'> & Partial<PrintJob>): PrintJob {
    const now = clock.now()
    return {
      id: newId(randomBytes),
      orderId: null,
      number: null,
      standsInFor: null,
      bag: 1,
      bags: 1,
      copy: 1,
      state: 'queued',
      createdAt: now,
      dueAt: now,
      tries: 0,
      problem: null,
      revision: 0,
      ...job,
    }
  }

  async function add(jobs: readonly PrintJob[]): Promise<void> {
    if ((await store.addPrintJobs(jobs)).length > 0) onDue()
  }

  /** Whether a printer for some categories has any line of the order. An order that cannot be read prints its warning. */
  async function hasLines(
    record: OrderRecord,
    { categoryIds }: PrinterRecord,
    coveredIds: readonly string[] | null,
  ): Promise<boolean> {
    if (categoryIds === null) return true
    const known = (await matches(record.order)).matches
    const isReadable = linesFor(record, { categoryIds: null, coveredIds: null }, known).length > 0
    return !isReadable || linesFor(record, { categoryIds, coveredIds }, known).length > 0
  }

  /** 1 for the original, 2 for the first ticket of its kind after one that may be on paper. */
  async function copyOf({ orderId }: OrderRecord, what: TicketKind): Promise<number> {
    const earlier = (await store.printJobsOf(orderId)).filter((job) => job.what === what && job.state !== 'failed')
    return Math.max(0, ...earlier.map(({ copy }) => copy)) + 1
  }

  const pendingOn = async (printerId: string) =>
    (await store.pendingPrintJobs()).filter((job) => job.printerId === printerId)

  return {
    async note(record) {
      if (record.lane !== 'preparing' && record.lane !== 'ready') return
      const printers = await store.printers()
      const wanted = jobsOf(record, printers, clock.now()).filter(({ occasion }) => !known.has(occasion))
      if (wanted.length === 0) return
      const ofOrder = { orderId: record.orderId, number: printNumber(record) }
      const jobs: PrintJob[] = []
      for (const job of wanted) {
        const printer = printers.find(({ id }) => id === job.printerId)
        const coveredIds = coveredCategories(printers, job.what)
        if (printer && (await hasLines(record, printer, coveredIds))) jobs.push(jobOf({ ...job, ...ofOrder }))
      }
      await add(jobs)
      if (known.size > knownAtMost) known.clear()
      for (const { occasion } of wanted) known.add(occasion)
    },
    async addByHand({ id }, what, record, bags) {
      const copy = await copyOf(record, what)
      const ofOrder = { orderId: record.orderId, number: printNumber(record) }
      const press = newId(randomBytes)
      const jobs = Array.from({ length: bags }, (_, bag) =>
        jobOf({ occasion: `hand ${press} ${bag + 1}`, printerId: id, what, ...ofOrder, copy, bag: bag + 1, bags }),
      )
      await add(jobs)
      return jobs[0] ?? jobOf({ occasion: '', printerId: id, what })
    },
    async addTest({ id }) {
      const job = jobOf({ occasion: `test ${newId(randomBytes)}`, printerId: id, what: 'test' })
      await add([job])
      return job
    },
    async addAgain(job) {
      const { orderId, number, printerId, what, bag, bags, standsInFor } = job
      const copy = job.state === 'failed' ? job.copy : job.copy + 1
      const again = jobOf({
        occasion: occasionAgain(job),
        orderId,
        number,
        printerId,
        what,
        bag,
        bags,
        standsInFor,
        copy,
      })
      await add([again])
      return again
    },
    async next(printerId) {
      const now = clock.now()
      return (await pendingOn(printerId)).find(({ state, dueAt }) => state === 'queued' && dueAt <= now)
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
      const late = (await pendingOn(printer.id)).filter(
        ({ state, createdAt }) => state === 'queued' && now - createdAt >= silentAfterMs,
      )
      for (const job of late) {
        const moved = { ...job, printerId: backup.id, standsInFor: printer.name, dueAt: now }
        if (await store.savePrintJob(moved)) onDue()
      }
    },
  }
}
