import type { Clock } from '#contract/clock.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import { runForever } from '#server/runtime/run-forever.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { unlessUnavailable } from './digital-lookup.ts'

interface DailyCatalogDeps {
  readonly servers: Pick<Cluster, 'isWatching'>
  readonly wantDaily: Catalog['wantDaily']
  readonly clock: Clock
  readonly log: Log
}

const hourMs = 60 * 60_000

/** Refreshes a catalog older than a day, on the polling server only, so that order lines match it. */
export function createDailyCatalog({ servers, wantDaily, clock, log }: DailyCatalogDeps) {
  const look = async (): Promise<void> => {
    if (servers.isWatching()) await wantDaily().catch(unlessUnavailable)
  }
  return {
    /** Checks once, when this server takes over polling. Rejects only for a bug. */
    look,
    /** Checks now and every hour until the signal aborts. Never rejects. */
    run: (closing: AbortSignal): Promise<void> =>
      runForever({ name: 'daily catalog', clock, log, pauseMs: hourMs }, closing, async () => {
        await look()
        await clock.sleep(hourMs, closing)
      }),
  }
}
