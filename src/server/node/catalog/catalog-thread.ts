import { Worker } from 'node:worker_threads'
import { unreadableMatches, type Catalog } from '#server/catalog/catalog.ts'
import type { CatalogHost } from '#server/catalog/catalog-gathering.ts'
import { runForever, TimedOut, withTimeLimit } from '#server/runtime/tasks.ts'
import { createThreadCalls, type Given } from '#server/node/thread-calls.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import type { CatalogFile, ForCatalog, ServedCatalog } from './catalog-served.ts'

export interface CatalogThread {
  open(parts: CatalogHost): Catalog
  /** Resolves when nothing more will be written. */
  close(): Promise<void>
}

/** A thread that failed is restarted after this; orders continue without it. */
const againMs = 60_000
/** Time limit for an answer of the thread, and for a sign that it is responsive. */
const answersWithinMs = 10_000
const closesWithinMs = 3_000

/**
 * Runs the catalog in its own thread with its own memory, so that a hundred thousand items do not block anything else.
 */
export function createCatalogThread(
  file: CatalogFile,
  script: URL = new URL('catalog-worker.ts', import.meta.url),
): CatalogThread {
  const notYet = new StoreUnavailable('The catalog is not there yet.')
  let thread: ReturnType<typeof start> | undefined

  function start({ vendor, log, clock }: CatalogHost) {
    const worker = new Worker(script, { workerData: file })
    // The thread alone must not keep the process running.
    worker.unref()
    const ours: ForCatalog = {
      readPage: async ({ name, query }) => (await vendor.call(name, { params: {}, query, urgency: 'list' })).text,
      log: async ({ event, fields, level }) => log(event, fields, level),
    }
    const calls = createThreadCalls<ServedCatalog>(worker, ours)
    let message = 'it ended'
    worker.on('error', (error) => (message = error instanceof Error ? error.message : String(error)))
    const gone = new Promise<string>((resolve) => {
      worker.on('exit', () => {
        calls.end(new StoreUnavailable(`The catalog's thread is gone: ${message}.`))
        resolve(message)
      })
    })
    async function end(why: string): Promise<void> {
      message = why
      await worker.terminate()
    }
    return { calls, clock, gone, end }
  }

  /** A busy thread answers between two pieces of work. One that does not answer is ended, and so restarted. */
  async function trackDevice({ calls, clock, end }: ReturnType<typeof start>): Promise<void> {
    await withTimeLimit(clock, answersWithinMs, () => calls.call('isThere', undefined)).catch((error: unknown) =>
      error instanceof TimedOut ? end('it did not answer') : undefined,
    )
  }

  const called = async <Name extends 'search' | 'read' | 'counts' | 'matches' | 'isDigital' | 'wantDaily'>(
    name: Name,
    given: Given<ServedCatalog[Name]>,
  ) => {
    const current = thread
    if (!current) throw notYet
    return withTimeLimit(current.clock, answersWithinMs, () => current.calls.call(name, given)).catch(
      (error: unknown) => {
        if (!(error instanceof TimedOut)) throw error
        void trackDevice(current)
        throw new StoreUnavailable('The catalog does not answer.')
      },
    )
  }

  async function close(): Promise<void> {
    const closed = thread
    thread = undefined
    if (!closed) return
    // A thread that ended has nothing more to write; nor has one that hangs.
    const closing = withTimeLimit(closed.clock, closesWithinMs, () => closed.calls.call('close', undefined))
    await closing.catch(() => undefined)
    await closed.end('it was closed')
  }

  return {
    open: ({ vendor, log, clock }) => ({
      search: (query) => called('search', query),
      read: (key) => called('read', key),
      counts: () => called('counts', undefined),
      matches: (order, isLookedAt) => called('matches', { order, isLookedAt }).catch(() => unreadableMatches),
      isDigital: (order) => called('isDigital', order),
      wantDaily: () => called('wantDaily', undefined),
      async run(closing) {
        await runForever({ name: "catalog's thread", clock, log, pauseMs: againMs }, closing, async () => {
          thread = start({ vendor, log, clock })
          const message = await Promise.race([thread.gone, aborted(closing)])
          if (closing.aborted) return
          log('catalog_unavailable', { message })
          await clock.sleep(againMs, closing)
        })
      },
    }),
    close,
  }
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
