import { fileURLToPath } from 'node:url'
import { buildIfStale } from '#build/build-if-stale.ts'
import { systemClock } from '#contract/system-clock.ts'
import { openPostgresStore } from '#server/node/storage/store-postgres.ts'
import { createCookieJar } from '#server/auth/cookies.ts'
import type { Store } from '#server/storage/store.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { newPlace, type TestPostgres } from '#testing/postgres.ts'
import { startDesk, type RunningDesk } from './desk-process.ts'
import { sessionsOf, token, webhookHeaders, webhookSecret } from './shop-process.ts'
import { startVendor } from './vendor-process.ts'

/** Several servers of one shop on one PostgreSQL, each a process with its own port, and their vendor. */
export interface ServerGroup {
  readonly vendor: Simulator
  readonly servers: RunningDesk[]
  /** The vendor's read requests with the server's number, and the time in ms since 1970. */
  readonly reads: { readonly at: number; readonly server: number }[]
  /** All action requests with the server's number. */
  readonly posts: { readonly path: string; readonly server: number }[]
  /** Starts another server in place of one that ended. */
  restart(number: number): Promise<void>
  /** Notifies one server of an order, as the service does. */
  notify(number: number, orderId: string): Promise<Response>
  /** Pairs a tablet with Sara signed in. @returns its `Cookie` header, valid at each server. */
  admit(tablet: string): Promise<string>
  readonly store: Store
  stop(): Promise<void>
}

/** The environment of a server. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>
  /** Puts a proxy on the server's way to its vendor or database. @returns the proxy's port. */
  readonly way?: (to: 'vendor' | 'database', port: number) => Promise<number>
}

/** No service waits longer for an answer to a notification. */
const notifiedWithinMs = 10_000

export async function startServers(
  postgres: TestPostgres,
  count: number,
  around: (server: number) => Surroundings | Promise<Surroundings> = () => ({}),
): Promise<ServerGroup> {
  await buildIfStale(fileURLToPath(new URL('../dist/', import.meta.url)))
  const place = newPlace(postgres.url)
  const reads: ServerGroup['reads'] = []
  const posts: ServerGroup['posts'] = []
  // Each server has its own address of the vendor, which identifies it.
  const vendor = await startVendor(token, 300, { url: 'http://desk.invalid/', headers: {}, fetch }, (request) => {
    const server = Number(/^\/server-(\d+)\//.exec(new URL(request.url).pathname)?.[1])
    reads.push({ at: Date.now(), server })
    const own = new Request(request.url.replace(/\/server-\d+\//, '/'), request)
    if (own.method === 'POST') posts.push({ path: new URL(own.url).pathname, server })
    return own
  })
  const settings: Record<string, string>[] = []
  const servers: RunningDesk[] = []
  for (let number = 0; number < count; number += 1) {
    const { environment, way = (_to, port) => Promise.resolve(port) } = await around(number)
    const [own, database] = [new URL(vendor.url), new URL(place.url)]
    own.port = String(await way('vendor', Number(own.port)))
    database.port = String(await way('database', Number(database.port)))
    settings.push({
      VENDOR_BASE_URL: `${own.origin}/server-${number}`,
      VENDOR_TOKEN: token,
      WEBHOOK_SECRET: webhookSecret,
      DATABASE_URL: `${database.href}?schema=${place.schema}`,
      ...environment,
    })
    servers.push(await startDesk(settings[number] ?? {}))
  }
  const store = await openPostgresStore({ ...place, clock: systemClock })
  await store.addPerson({ id: 'sara', name: 'Sara', isManager: true, pinHash: '' })
  const urlOf = (number: number) => servers[number]?.url.replace('localhost', '127.0.0.1') ?? ''

  return {
    vendor: vendor.simulator,
    servers,
    reads,
    posts,
    async restart(number) {
      servers[number] = await startDesk({ PORT: new URL(urlOf(number)).port, ...settings[number] })
    },
    notify: (number, orderId) =>
      fetch(`${urlOf(number)}/webhooks/orders`, {
        method: 'POST',
        headers: { ...webhookHeaders, 'Content-Type': 'application/json' },
        body: JSON.stringify({ event: 'order_created', data: { id: orderId } }),
        signal: AbortSignal.timeout(notifiedWithinMs),
      }),
    async admit(tablet) {
      return createCookieJar(await sessionsOf(store).admit(tablet, 'Sara')).header() ?? ''
    },
    store,
    async stop() {
      for (const server of servers) await server.stop()
      await store.close()
      await vendor.stop()
    },
  }
}
