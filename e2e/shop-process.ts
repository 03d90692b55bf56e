import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '#build/build-if-stale.ts'
import { systemClock } from '#contract/system-clock.ts'
import { argonPins } from '#server/node/pin-hash.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createCookieJar } from '#server/auth/cookies.ts'
import { addPerson, type NewPerson } from '#server/auth/staff.ts'
import { createSessions, type Sessions } from '#server/auth/session.ts'
import type { Store } from '#server/storage/store.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { runDeskCommand } from './desk-command.ts'
import { startDesk, type RunningDesk } from './desk-process.ts'
import { startVendor } from './vendor-process.ts'

export const webhookSecret = 'e2e-webhook-secret-of-24-or-more'
/** How the service proves itself. */
export const webhookHeaders = { Authorization: `Bearer ${webhookSecret}` }
export const token = 'e2e-token-that-must-not-leak'

/** A vendor service and a desk that it tells of its orders, each behind a port of its own. */
export interface RunningShop {
  readonly vendor: Simulator
  /** Where the service is, over HTTP. */
  readonly vendorUrl: string
  /** The one that runs now. */
  readonly desk: RunningDesk
  /** Where its database is. */
  readonly folder: string
  /** Ends the desk and starts it anew on the same database and port, with some settings otherwise. */
  restart(environment?: Readonly<Record<string, string>>): Promise<void>
  /** `npm run -s desk -- …` on this desk. @returns what it printed. */
  command(words: readonly string[], input?: string): string
  /** Tells the desk of an order once, as the service would. */
  tell(orderId: string): Promise<Response>
  /** Adds somebody who may act, in the store itself: a command would take its time. */
  hire(person: NewPerson): Promise<void>
  /** Lets so many tablets in, with somebody signed in where a name is given. @returns the `Cookie` header of each. */
  admit(count: number, personName?: string, tabletName?: string): Promise<readonly string[]>
  /** What the desk has kept, read beside it or after it. */
  readStore<T>(read: (store: Store) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * Starts a shop over real HTTP, with SQLite in a folder of its own that goes with it. `prepare` may leave something
 * beside the desk's file before the desk starts.
 */
export async function startShop(
  windowSeconds: number,
  environment: Readonly<Record<string, string>> = {},
  prepare?: (file: string, vendorBaseUrl: string) => Promise<void>,
): Promise<RunningShop> {
  // A desk builds what is missing too, but is given little time to start.
  await buildIfStale(fileURLToPath(new URL('../dist/', import.meta.url)))
  let deskUrl = ''
  const vendor = await startVendor(token, windowSeconds, {
    url: 'http://desk.invalid/webhooks/orders',
    headers: webhookHeaders,
    fetch: (request) => fetch(new Request(`${deskUrl}/webhooks/orders`, request)),
  })
  const folder = mkdtempSync(join(tmpdir(), 'vendor-desk-'))
  const file = join(folder, 'desk.db')
  const kept = { VENDOR_BASE_URL: vendor.url, DATABASE_URL: `file:${file}` }
  await prepare?.(file, vendor.url)
  const settings = {
    ...kept,
    VENDOR_TOKEN: token,
    WEBHOOK_SECRET: webhookSecret,
    RESPONSE_WINDOW_SECONDS: String(windowSeconds),
    ...environment,
  }
  let desk = await startDesk(settings)
  deskUrl = desk.url

  async function readStore<T>(read: (store: Store) => Promise<T>): Promise<T> {
    const store = await openSqliteStore({ file, clock: systemClock, log: () => undefined, exclusive: false })
    try {
      return await read(store)
    } finally {
      await store.close()
    }
  }

  return {
    vendor: vendor.simulator,
    vendorUrl: vendor.url,
    get desk() {
      return desk
    },
    folder,
    async restart(otherwise = {}) {
      await desk.stop()
      desk = await startDesk({ ...settings, PORT: new URL(desk.url).port, ...otherwise })
    },
    // With the settings of the server, whose port the system chose.
    command: (words, input) => runDeskCommand({ ...kept, PORT: '0' }, words, input),
    tell: (orderId) =>
      fetch(`${deskUrl}/webhooks/orders`, {
        method: 'POST',
        headers: { ...webhookHeaders, 'Content-Type': 'application/json' },
        body: JSON.stringify({ event: 'order_created', data: { id: orderId } }),
      }),
    hire: (person) =>
      readStore(async (store) => void (await addPerson({ store, randomBytes, pins: argonPins }, person))),
    admit: (count, personName, tabletName) => readStore((store) => admit(store, count, personName, tabletName)),
    readStore,
    async stop() {
      await desk.stop()
      await vendor.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Who may, out of a live desk's store, as its server would say. */
export function sessionsOf(store: Store): Sessions {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
  const parts = {
    store,
    clock: systemClock,
    pins: argonPins,
    randomBytes,
    sha256,
    isSecure: false,
    mode: 'live',
  } as const
  return createSessions(parts)
}

async function admit(
  store: Store,
  count: number,
  personName: string | undefined,
  tabletName?: string,
): Promise<readonly string[]> {
  const sessions = sessionsOf(store)
  const cookies: string[] = []
  for (let tablet = 1; tablet <= count; tablet += 1) {
    const entered = await sessions.admit(tabletName ?? `Tablet ${tablet}`, personName)
    cookies.push(createCookieJar(entered).header() ?? '')
  }
  return cookies
}
