import type { Clock } from '#contract/clock.ts'
import { type ShopLine, type ShopProblem, shopsReadEveryMs, shopsReadForMs } from '#contract/desk/shops.ts'
import type { Log } from '#server/runtime/bug.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { ShopKeys } from './shop-keys.ts'
import { type AskDesk, readShop } from './shop-reader.ts'

export interface ShopWatchDeps {
  readonly clock: Clock
  readonly log: Log
  readonly keys: Pick<ShopKeys, 'desks' | 'find'>
  /** @throws errors that are not from the store */
  readonly onStoreFailure: (error: unknown) => void
  readonly ask: AskDesk
  /** The addresses of the other desks. */
  readonly desks: readonly string[]
}

type WatchedShop = Pick<ShopLine, 'has_key' | 'problem' | 'since' | 'summary'>

/** Reads the other desks while somebody looks. */
export interface ShopWatch {
  /** The lines as they are now. Reads the desks from here on for a minute, if they are not being read. */
  look(): Promise<ReadonlyMap<string, WatchedShop>>
  /** Reads a desk at once, because its key has changed. */
  wake(url: string): void
  /** Ends all reading. */
  close(): void
}

interface Watched {
  problem: ShopProblem | null
  since: string | null
  summary: WatchedShop['summary']
  isRunning: boolean
  waiting: AbortController
}

/** A wrong key counts as a guess at the other desk, and an update takes a while. */
const patientMs = 60_000
const patient: readonly ShopProblem[] = ['key_refused', 'key_limited', 'needs_update', 'not_https', 'not_allowed']
const failedPauseMs = 10_000
/** Of very many desks each is read less often, so that a server has at most eight connections a second to open. */
const perDeskMs = 125
/** The first readings begin one after another, because each costs the server some milliseconds at once. */
const apartMs = 20

/** One loop for each desk, so that a slow one delays only itself. All who look share what it has read. */
export function createShopWatch({ clock, log, keys, ask, desks, onStoreFailure }: ShopWatchDeps): ShopWatch {
  const closing = new AbortController()
  const everyMs = Math.max(shopsReadEveryMs, desks.length * perDeskMs)
  let until = Number.NEGATIVE_INFINITY
  const watched = new Map<string, Watched>(
    desks.map((url) => [
      url,
      { problem: null, since: null, summary: null, isRunning: false, waiting: new AbortController() },
    ]),
  )

  /** @returns how long to wait until the next reading, in ms. */
  async function read(url: string, shop: Watched): Promise<number> {
    const found = await keys.find(url)
    const key = found?.key
    if (key === undefined) {
      Object.assign(shop, { problem: found ? 'key_lost' : 'no_key', since: null, summary: null })
      return everyMs
    }
    shop.since ??= new Date(clock.now()).toISOString()
    const reading = await readShop(ask, clock, url, key)
    // Another key may have come meanwhile, or none.
    if ((await keys.find(url))?.key !== key) return 0
    if ('summary' in reading) {
      Object.assign(shop, { problem: null, since: new Date(clock.now()).toISOString(), summary: reading.summary })
      return everyMs
    }
    shop.problem = reading.problem
    const { waitMs = patient.includes(reading.problem) ? patientMs : failedPauseMs } = reading
    return Math.max(everyMs, Math.min(waitMs, patientMs))
  }

  async function run(url: string, shop: Watched, delayMs: number): Promise<void> {
    shop.isRunning = true
    const loop = new AbortController()
    const end = () => loop.abort()
    closing.signal.addEventListener('abort', end)
    if (delayMs > 0) await clock.sleep(delayMs, loop.signal)
    await runForever({ name: 'other shop', clock, log, pauseMs: failedPauseMs }, loop.signal, async () => {
      if (clock.steady() >= until) return end()
      const waitMs = await read(url, shop).catch((error: unknown) => {
        onStoreFailure(error)
        return failedPauseMs
      })
      if (waitMs > 0) await clock.sleep(waitMs, shop.waiting.signal)
      if (shop.waiting.signal.aborted) shop.waiting = new AbortController()
    })
    closing.signal.removeEventListener('abort', end)
    shop.isRunning = false
  }

  return {
    async look() {
      if (!closing.signal.aborted) {
        until = clock.steady() + shopsReadForMs
        const idle = [...watched].filter(([, { isRunning }]) => !isRunning)
        idle.forEach(([url, shop], index) => void run(url, shop, index * apartMs))
      }
      const known = await keys.desks()
      return new Map(
        [...watched].map(([url, { problem, since, summary }]) => [
          url,
          known.has(url)
            ? { has_key: true, problem: problem === 'no_key' ? null : problem, since, summary }
            : { has_key: false, problem: 'no_key', since: null, summary: null },
        ]),
      )
    },
    wake(url) {
      const shop = watched.get(url)
      if (!shop) return
      Object.assign(shop, { problem: null, since: null, summary: null })
      shop.waiting.abort()
    },
    close: () => {
      closing.abort()
      for (const { waiting } of watched.values()) waiting.abort()
    },
  }
}
