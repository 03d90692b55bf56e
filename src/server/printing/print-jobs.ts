import type { Clock } from '#contract/clock.ts'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { TicketKind } from '#contract/desk/printers.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import { coveredCategories, jobsOf, type PrinterRecord, type PrintJob } from '#domain/print-job.ts'
import { printNumber } from '#server/orders/order-row.ts'
import { newId, type RandomBytes } from '#server/runtime/credentials.ts'
import type { Store } from '#server/storage/store.ts'
import { createPrintQueue, type PrintQueue } from './print-queue.ts'
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

export interface PrintJobs extends PrintQueue {
  /**
   * Adds the jobs that an order asks for; each is added once, however often this is called. `backAt`: when the order was
   * back to be answered anew, if it was; what was printed before is then printed again.
   * `printers` are those of the store, if the caller knows them.
   * @throws {StoreUnavailable}
   */
  note(record: OrderRecord, backAt?: number | null, printers?: readonly PrinterRecord[]): Promise<void>
  /** Adds jobs by hand, one for each bag. @returns the first. @throws {StoreUnavailable} */
  addByHand(printer: PrinterRecord, what: TicketKind, record: OrderRecord, bags: number): Promise<PrintJob>
  addTest(printer: PrinterRecord): Promise<PrintJob>
  /** Adds a copy of a job that failed or is unknown. @returns the earlier copy if there is one already. */
  addAgain(job: PrintJob): Promise<PrintJob>
}

/** The occasion of a further copy of a job: two people who press at once get one. */
export const occasionAgain = ({ id }: Pick<PrintJob, 'id'>): string => `${againMark}${id}`

const handMark = 'hand '
const againMark = 'again '

/** Whether no person asked for a job. */
export const isAutomatic = ({ occasion }: Pick<PrintJob, 'occasion'>): boolean =>
  !occasion.startsWith(handMark) && !occasion.startsWith(againMark)

const knownAtMost = 10_000
/** Test prints are found among so many. */
const latest = 100

/** What is to be printed, in the store, so that each ticket is printed once over all servers and through crashes. */
export function createPrintJobs({ store, clock, randomBytes, matches, onDue }: PrintJobsDeps): PrintJobs {
  /** Occasions that have a job, or need none: saves asking the store again. */
  const known = new Set<string>()

  function jobOf(job: Pick<PrintJob, 'occasion' | 'printerId' | 'what'> & Partial<PrintJob>): PrintJob {
    const now = clock.now()
    return {
      id: newId(randomBytes),
      forPrinterId: job.printerId,
      orderId: null,
      number: null,
      standsInFor: null,
      bag: 1,
      bags: 1,
      sheet: 1,
      sheets: 1,
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

  /** @returns those that were added. */
  async function add(jobs: readonly PrintJob[]): Promise<readonly PrintJob[]> {
    const added = await store.addPrintJobs(jobs)
    if (added.length > 0) onDue()
    return added
  }

  /** Adds a job. @returns it; or the one that has its occasion already. */
  async function addOne(job: PrintJob): Promise<PrintJob> {
    if ((await add([job])).length > 0) return job
    const earlier = job.orderId === null ? await store.latestPrintJobs(latest) : await store.printJobsOf(job.orderId)
    return earlier.find(({ occasion }) => occasion === job.occasion) ?? job
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

  /** One more than the highest copy that may be on paper, or will be. */
  const copyAfter = (earlier: readonly PrintJob[], what: TicketKind): number =>
    Math.max(0, ...earlier.filter((job) => job.what === what && job.state !== 'failed').map(({ copy }) => copy)) + 1

  /** Makes further copies of tickets from before the order was back: its lines may be others now. */
  async function copiesSince(
    backAt: number,
    jobs: readonly PrintJob[],
    orderId: OrderId,
  ): Promise<readonly PrintJob[]> {
    const earlier = (await store.printJobsOf(orderId)).filter(({ createdAt }) => createdAt < backAt)
    return jobs.map((job) =>
      job.what === 'test' || !earlier.some(({ occasion }) => occasion.startsWith(job.occasion))
        ? job
        : { ...job, occasion: `${job.occasion} back ${backAt}`, copy: copyAfter(earlier, job.what) },
    )
  }

  return {
    ...createPrintQueue({ store, clock, onDue }),
    async note(record, backAt = null, given) {
      if (record.lane !== 'preparing' && record.lane !== 'ready') return
      const printers = given ?? (await store.printers())
      const wanted = jobsOf(record, printers, clock.now()).filter(
        ({ occasion }) => backAt !== null || !known.has(occasion),
      )
      if (wanted.length === 0) return
      const ofOrder = { orderId: record.orderId, number: printNumber(record) }
      const jobs: PrintJob[] = []
      for (const job of wanted) {
        const printer = printers.find(({ id }) => id === job.printerId)
        const coveredIds = coveredCategories(printers, job.what)
        if (printer && (await hasLines(record, printer, coveredIds))) jobs.push(jobOf({ ...job, ...ofOrder }))
      }
      await add(backAt === null ? jobs : await copiesSince(backAt, jobs, record.orderId))
      if (known.size > knownAtMost) known.clear()
      for (const { occasion } of wanted) known.add(occasion)
    },
    async addByHand({ id }, what, record, bags) {
      const earlier = await store.printJobsOf(record.orderId)
      const copy = copyAfter(earlier, what)
      const ofOrder = { orderId: record.orderId, number: printNumber(record) }
      // Two people who press at once get one copy; a copy that failed does not count.
      const tried = earlier.filter((job) => !isAutomatic(job) && job.what === what && job.copy === copy).length
      const press = `${handMark}${record.orderId} ${id} ${what} ${copy} ${tried}`
      const jobs = Array.from({ length: bags }, (_, bag) =>
        jobOf({ occasion: `${press} ${bag + 1}`, printerId: id, what, ...ofOrder, copy, bag: bag + 1, bags }),
      )
      const [first, ...others] = jobs
      await add(others)
      return addOne(first ?? jobOf({ occasion: press, printerId: id, what, ...ofOrder, copy }))
    },
    async addTest({ id }) {
      return addOne(jobOf({ occasion: `test ${newId(randomBytes)}`, printerId: id, what: 'test' }))
    },
    async addAgain(job) {
      const { orderId, number, printerId, forPrinterId, what, bag, bags, sheet, sheets, standsInFor } = job
      const copy = job.state === 'failed' ? job.copy : job.copy + 1
      const same = { orderId, number, printerId, forPrinterId, what, bag, bags, sheet, sheets, standsInFor }
      return addOne(jobOf({ ...same, occasion: occasionAgain(job), copy }))
    },
  }
}
