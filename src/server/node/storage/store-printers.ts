import type { Kysely, Selectable } from 'kysely'
import type { PrinterRecord, PrinterState, PrintJob } from '#domain/print-job.ts'
import type { LogEntry, PrinterStore } from '#server/storage/store.ts'
import { changed } from './store-actions.ts'
import type { Tables } from './store-tables.ts'

/** Printers and their jobs in a database. */
export const createPrinters = (db: Kysely<Tables>): PrinterStore => ({ ...createPrinterRows(db), ...createJobRows(db) })

function createPrinterRows(db: Kysely<Tables>) {
  const printers = db.selectFrom('printers').selectAll()
  return {
    printers: async () => (await printers.orderBy('name').orderBy('id').execute()).map(printerIn),
    async findPrinterByKey(keyHash: string) {
      const row = await printers.where('key_hash', '=', keyHash).executeTakeFirst()
      return row && printerIn(row)
    },
    async savePrinter({ state, ...printer }: PrinterRecord, entry?: LogEntry) {
      const { id, name, keyHash } = printer
      const row = { id, name, key_hash: keyHash, printer: JSON.stringify(printer) }
      await changed(db, entry, async (tx) => {
        await tx
          .insertInto('printers')
          .values({ ...row, state: JSON.stringify(state) })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute()
        return true
      })
    },
    async savePrinterState(id: string, state: PrinterState) {
      await changed(db, undefined, async (tx) => {
        const printer = tx.updateTable('printers').where('id', '=', id)
        const { numUpdatedRows } = await printer.set({ state: JSON.stringify(state) }).executeTakeFirst()
        return numUpdatedRows > 0n
      })
    },
    removePrinter: (id: string, entry?: LogEntry) =>
      changed(db, entry, async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom('printers').where('id', '=', id).executeTakeFirst()
        return numDeletedRows > 0n
      }),
  }
}

function createJobRows(db: Kysely<Tables>) {
  const jobs = db.selectFrom('print_jobs').select('job')
  // Jobs of one moment are sorted by occasion, which ends with the number of the copy.
  const oldestFirst = jobs.orderBy('created_at').orderBy('occasion')
  return {
    async addPrintJobs(wanted: readonly PrintJob[]) {
      if (wanted.length === 0) return []
      // Sorted, so that two servers cannot deadlock on their rows.
      const rows = wanted.map(rowOf).toSorted(byOccasion)
      const added = await db.transaction().execute((tx) =>
        tx
          .insertInto('print_jobs')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute(),
      )
      const ids = new Set(added.map(({ id }) => id))
      return wanted.filter(({ id }) => ids.has(id))
    },
    savePrintJob: (job: PrintJob) =>
      db.transaction().execute(async (tx) => {
        const saved = { ...job, revision: job.revision + 1 }
        const known = tx.updateTable('print_jobs').where('id', '=', job.id).where('revision', '=', job.revision)
        const { numUpdatedRows } = await known.set(rowOf(saved)).executeTakeFirst()
        return numUpdatedRows > 0n ? saved : undefined
      }),
    async findPrintJob(id: string) {
      const row = await jobs.where('id', '=', id).executeTakeFirst()
      return row && jobIn(row)
    },
    pendingPrintJobs: async () => (await oldestFirst.where('state', 'in', ['queued', 'sending']).execute()).map(jobIn),
    printJobsOf: async (orderId: string) => (await oldestFirst.where('order_id', '=', orderId).execute()).map(jobIn),
    async latestPrintJobs(limit: number) {
      const newestFirst = jobs.orderBy('created_at', 'desc').orderBy('occasion', 'desc')
      return (await newestFirst.limit(limit).execute()).map(jobIn)
    },
    async forgetPrintJobs(createdBefore: number) {
      const old = await db.deleteFrom('print_jobs').where('created_at', '<', createdBefore).executeTakeFirst()
      return Number(old.numDeletedRows)
    },
  }
}

/** The state has a column of its own, so that what a printer says and what a manager changes do not overwrite each other. */
const printerIn = ({ printer, state }: Selectable<Tables['printers']>): PrinterRecord => ({
  ...(JSON.parse(printer) as Omit<PrinterRecord, 'state'>), // as `savePrinter` wrote it
  state: JSON.parse(state) as PrinterState, // as `savePrinter` and `savePrinterState` wrote it
})

const rowOf = (job: PrintJob): Tables['print_jobs'] => ({
  id: job.id,
  occasion: job.occasion,
  order_id: job.orderId,
  state: job.state,
  created_at: job.createdAt,
  revision: job.revision,
  job: JSON.stringify(job),
})

function byOccasion({ occasion: one }: Tables['print_jobs'], { occasion: other }: Tables['print_jobs']): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** As written by `rowOf`. */
const jobIn = ({ job }: { readonly job: string }): PrintJob => JSON.parse(job) as PrintJob
