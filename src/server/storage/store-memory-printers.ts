import { isPending, type PrinterRecord, type PrintJob } from '#domain/print-job.ts'
import type { Done } from './store-memory-actions.ts'
import type { LogEntry, PrinterStore } from './store.ts'

/** Printers and their jobs in memory. */
export function createPrintersInMemory(done: Done, appendLog: (entry: LogEntry) => void): PrinterStore {
  const printers = new Map<string, PrinterRecord>()
  return {
    printers: () => done(() => [...printers.values()].toSorted(byName)),
    findPrinterByKey: (keyHash) => done(() => [...printers.values()].find((printer) => printer.keyHash === keyHash)),
    savePrinter: (printer, entry) =>
      done(() => {
        const state = printers.get(printer.id)?.state ?? printer.state
        printers.set(printer.id, structuredClone({ ...printer, state }))
        if (entry) appendLog(entry)
      }),
    savePrinterState: (id, state) =>
      done(() => {
        const printer = printers.get(id)
        if (printer) printers.set(id, structuredClone({ ...printer, state }))
      }),
    removePrinter: (id, entry) =>
      done(() => {
        const existed = printers.delete(id)
        if (existed && entry) appendLog(entry)
        return existed
      }),
    ...createJobs(done),
  }
}

function createJobs(done: Done) {
  const jobs = new Map<string, PrintJob>()
  const oldestFirst = (isWanted: (job: PrintJob) => boolean): readonly PrintJob[] =>
    [...jobs.values()].filter(isWanted).toSorted(byAge)

  return {
    addPrintJobs: (wanted: readonly PrintJob[]) =>
      done(() => {
        const taken = new Set([...jobs.values()].map(({ occasion }) => occasion))
        return wanted.filter((job) => {
          if (taken.has(job.occasion) || jobs.has(job.id)) return false
          taken.add(job.occasion)
          jobs.set(job.id, structuredClone(job))
          return true
        })
      }),
    savePrintJob: (job: PrintJob) =>
      done(() => {
        if (jobs.get(job.id)?.revision !== job.revision) return undefined
        const saved = structuredClone({ ...job, revision: job.revision + 1 })
        jobs.set(job.id, saved)
        return saved
      }),
    findPrintJob: (id: string) => done(() => jobs.get(id)),
    pendingPrintJobs: () => done(() => oldestFirst(isPending)),
    printJobsOf: (orderId: string) => done(() => oldestFirst((job) => job.orderId === orderId)),
    latestPrintJobs: (limit: number) =>
      done(() =>
        oldestFirst(() => true)
          .toReversed()
          .slice(0, limit),
      ),
    forgetPrintJobs: (createdBefore: number) =>
      done(() => {
        const old = oldestFirst(({ createdAt }) => createdAt < createdBefore)
        for (const { id } of old) jobs.delete(id)
        return old.length
      }),
  }
}

const byName = (one: PrinterRecord, other: PrinterRecord): number => {
  if (one.name === other.name) return one.id < other.id ? -1 : 1
  return one.name < other.name ? -1 : 1
}

/** Jobs of one moment are sorted by occasion, which ends with the number of the copy. */
const byAge = (one: PrintJob, other: PrintJob): number =>
  one.createdAt - other.createdAt || (one.occasion < other.occasion ? -1 : 1)
