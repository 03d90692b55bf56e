import type { Clock } from '#contract/clock.ts'
import type { PrinterRecord, PrintJob } from '#domain/print-job.ts'
import { logBug, type Log } from '#server/runtime/bug.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import type { CheckJobs } from './check-jobs.ts'
import { printCommands } from './escpos.ts'
import type { EscposPrinter } from './escpos-printer.ts'
import type { PrintJobs } from './print-jobs.ts'
import type { DrawJob } from './print-tickets.ts'
import type { PrinterStates } from './printer-states.ts'

export interface PrintRunnerDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly servers: Pick<Cluster, 'isPolling'>
  readonly jobs: PrintJobs
  readonly states: PrinterStates
  readonly checkJobs: CheckJobs
  readonly escpos: EscposPrinter
  readonly drawJob: DrawJob
  /** Draws something, because the first ticket takes a second to draw and should not. */
  readonly warmUp: () => void
  readonly onStoreFailure: (error: unknown) => void
}

export interface PrintRunner {
  /** Looks for jobs at once. */
  wake(): void
  /** Prints and looks after the printers until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
  /** Resolves when no ticket is being sent. Never rejects. */
  idle(): Promise<void>
}

const second = 1000
const checkEveryMs = 3 * second
const lookEveryMs = 10 * second
const dueEveryMs = second
/** Without printers there is nothing to do; another server may add one without waking this one. */
const emptyEveryMs = { alone: 600 * second, shared: 5 * second }

/**
 * Sends jobs to the printers to which this server connects, and looks after all printers. One server of a shop does:
 * the one that polls.
 */
export function createPrintRunner(deps: PrintRunnerDeps): PrintRunner {
  const { store, clock, log, servers, jobs, states, checkJobs, escpos, drawJob, warmUp, onStoreFailure } = deps
  /** The conversations under way, by printer. */
  const busy = new Map<string, Promise<void>>()
  const lookedAt = new Map<string, number>()
  const emptyMs = store.shared ? emptyEveryMs.shared : emptyEveryMs.alone
  let wake = () => undefined as void
  let checkedAt = Number.NEGATIVE_INFINITY

  /** Prints one job. @returns whether another one may follow at once. */
  async function printOne(printer: PrinterRecord, address: string, job: PrintJob): Promise<boolean> {
    const image = await drawJob(job, printer)
    if (!image) return true
    let begun: PrintJob | undefined
    const commands = printCommands(image, printer.opensDrawer && job.what === 'full')
    const outcome = await escpos.print(
      address,
      commands,
      async () => Boolean((begun = await jobs.begin(job))),
      (condition) => void states.heard(printer, condition).catch(onStoreFailure),
    )
    lookedAt.set(printer.id, clock.steady())
    if (!outcome) return true
    const { is } = outcome
    log('print', {
      job: job.id,
      printer: printer.id,
      outcome: is,
      ...(is !== 'printed' && { problem: outcome.problem }),
    })
    if (is === 'not_printed') {
      await jobs.putOff(begun ?? job, outcome.problem)
      return false
    }
    await jobs.end(begun ?? job, is, is === 'unknown' ? outcome.problem : undefined)
    return is === 'printed'
  }

  async function work(printer: PrinterRecord, address: string, closing: AbortSignal): Promise<void> {
    while (!closing.aborted && servers.isPolling()) {
      const job = await jobs.next(printer.id)
      if (!job || !(await printOne(printer, address, job))) break
    }
    const isLookDue = clock.steady() - (lookedAt.get(printer.id) ?? Number.NEGATIVE_INFINITY) >= lookEveryMs
    if (!isLookDue) return
    lookedAt.set(printer.id, clock.steady())
    const condition = await escpos.look(address)
    if (condition) await states.heard(printer, condition)
  }

  /** Starts a conversation with each printer that has none, and waits for none: a slow printer delays only itself. */
  function startWork(printers: readonly PrinterRecord[], closing: AbortSignal): void {
    for (const printer of printers) {
      const { id, address } = printer
      if (address === null || busy.has(id)) continue
      const conversation = work(printer, address, closing)
        .catch((error: unknown) => {
          if (error instanceof StoreUnavailable) onStoreFailure(error)
          else logBug(log, 'printing', error)
        })
        .finally(() => busy.delete(id))
      busy.set(id, conversation)
    }
  }

  async function check(printers: readonly PrinterRecord[], isStart: boolean): Promise<void> {
    await checkJobs(printers, { isBusy: (id) => busy.has(id), isStart })
    await states.check(printers)
  }

  return {
    wake: () => wake(),
    idle: async () => void (await Promise.all(busy.values())),
    async run(closing) {
      let isStart = true
      let isWarm = false

      /** @returns how long to rest. */
      async function step(): Promise<number> {
        if (!servers.isPolling()) {
          if (!isStart) states.leave()
          isStart = true
          return dueEveryMs
        }
        const printers = await store.printers()
        if (!isWarm && printers.length > 0) {
          isWarm = true
          warmUp()
        }
        // What an earlier process left is settled before anything is sent.
        if (!isStart) startWork(printers, closing)
        if (clock.steady() - checkedAt >= checkEveryMs) {
          await check(printers, isStart)
          checkedAt = clock.steady()
        }
        if (isStart) {
          isStart = false
          startWork(printers, closing)
        }
        return printers.length > 0 ? dueEveryMs : emptyMs
      }

      await runForever({ name: 'printing', clock, log, pauseMs: second }, closing, async () => {
        const called = Promise.withResolvers<void>()
        wake = called.resolve
        const restMs = await step().catch((error: unknown) => {
          onStoreFailure(error)
          return dueEveryMs
        })
        const rest = new AbortController()
        await Promise.race([called.promise, clock.sleep(restMs, AbortSignal.any([closing, rest.signal]))])
        rest.abort()
      })
    },
  }
}
