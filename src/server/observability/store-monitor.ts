import type { Clock } from '#contract/clock.ts'
import type { Metrics } from '#server/runtime/metrics.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { withTimeLimit } from '#server/runtime/tasks.ts'

export interface StoreMonitor {
  /** The same store, instrumented. */
  readonly store: Store
  /** Whether it can be read now, and has not refused a write recently. Never rejects. */
  works(): Promise<boolean>
}

/** Methods that some stores lack, or that are no work of the server. */
const besides = ['backup', 'close']
/** After this a balancer sends work again, because only work shows whether a disk has room. */
const rememberedMs = 30_000
const answersWithinMs = 2_000

const always = () => true
const bySomething = (result: unknown) => result !== undefined
const byNothing = (result: unknown) => result === undefined
const byOne = (results: unknown) => Array.isArray(results) && results.some(bySomething)
/** Results that prove a write: a call that had nothing to change may not have written. */
const writes: Readonly<Record<string, (result: unknown) => boolean>> = {
  ingest: byOne,
  save: bySomething,
  saveUnreadable: always,
  saveUnconfirmed: always,
  beginAttempt: byNothing,
  writeAttempt: byNothing,
  refuseAttempt: byNothing,
  appendLog: always,
  addDevice: always,
  addEnrolmentCode: always,
  savePrinter: always,
  removePrinter: (existed) => existed === true,
  addPrintJobs: byOne,
  savePrintJob: bySomething,
}

/** Measures a store's latency, and records its failures. */
export function monitorStore(store: Store, clock: Clock, metrics: Metrics): StoreMonitor {
  const refusedAt = new Map<string, number>()

  /** A refusal from before this began was by a store that could not write then. */
  function noteWrite(begunAt: number): void {
    for (const [operation, at] of refusedAt) if (at <= begunAt) refusedAt.delete(operation)
  }

  const seen =
    (operation: string, work: Operation): Operation =>
    async (...args) => {
      const seconds = metrics.stopwatch()
      const begunAt = clock.steady()
      try {
        const result = await work(...args)
        refusedAt.delete(operation)
        if (writes[operation]?.(result)) noteWrite(begunAt)
        return result
      } catch (error) {
        metrics.count('vendor_desk_store_failures_total', { operation })
        if (error instanceof StoreUnavailable) refusedAt.set(operation, clock.steady())
        throw error
      } finally {
        metrics.time('vendor_desk_store_seconds', { operation }, seconds())
      }
    }

  const operations = Object.entries(store).map(([name, value]: [string, unknown]) => {
    const isWork = typeof value === 'function' && !besides.includes(name)
    return [name, isWork ? seen(name, value as Operation) : value] // All that a store does, it promises.
  })
  return {
    store: Object.fromEntries(operations) as Store, // Under the same names.
    async works() {
      const isFresh = (at: number) => clock.steady() - at < rememberedMs
      if ([...refusedAt.values()].some(isFresh)) return false
      const read = () => store.version()
      return withTimeLimit(clock, answersWithinMs, read).then(
        () => true,
        () => false,
      )
    },
  }
}

type Operation = (...args: readonly unknown[]) => Promise<unknown>
