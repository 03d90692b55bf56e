import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '#build/build-if-stale.ts'
import { systemClock } from '#contract/system-clock.ts'
import { argonPins } from '#server/node/hashes.ts'
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
/** The credentials of the service's notifications. */
export const webhookHeaders = { Authorization: `Bearer ${webhookSecret}` }
export const token = 'e2e-token-that-must-not-leak'

/** A vendor service and a desk that it notifies, each on a port of its own. */
export interface RunningShop {
  readonly vendor: Simulator
  /** The service's address. */
  readonly vendorUrl: string
  /** The desk that runs now. */
  readonly desk: RunningDesk
  /** The folder of its database. */
  readonly folder: string
  /** Restarts the desk on the same database and port, with these settings changed. */
  restart(environment?: Readonly<Record<string, string>>): Promise<void>
  /** Runs `npm run -s desk -- …` on this desk. @returns its output. */
  command(args: readonly string[], input?: string): string
  /** Sends the notification of an order once, as the service does. */
  notify(orderId: string): Promise<Response>
  /** Adds a person in the store itself, because a command is slow. */
  hire(person: NewPerson): Promise<void>
  /** Pairs this many tablets, with somebody signed in if a name is given. @returns each tablet's `Cookie` header. */
  admit(count: number, personName?: string, tabletName?: string): Promise<readonly string[]>
  /** Reads the desk's store, while it runs or afterwards. */
  readStore<T>(read: (store: Store) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * Starts a shop over real HTTP, with SQLite in a temporary folder. `prepare` may add files to the folder before the
 * desk starts.
 */
export async function startShop(
  windowSeconds: number,
  environment: Readonly<Record<string, string>> = {},
  prepare?: (file: string, vendorBaseUrl: string) => Promise<void>,
): Promise<RunningShop> {
  // A desk also builds a missing page, but has little time to start.
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
    // With the server's settings; the system chose its port.
    command: (args, input) => runDeskCommand({ ...kept, PORT: '0' }, args, input),
    notify: (orderId) =>
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

/** The sessions of a live desk's store, as its server creates them. */
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
