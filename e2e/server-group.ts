import { fileURLToPath } from 'node:url'
import { buildIfStale } from '#build/build-if-stale.ts'
import { systemClock } from '#contract/system-clock.ts'
import { createCookieJar } from '#proxy/cookies.ts'
import { openPostgresStore } from '#proxy/node/store-postgres.ts'
import type { Store } from '#proxy/store.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { newPlace, type TestPostgres } from '#testing/postgres.ts'
import { startDesk, type RunningDesk } from './desk-process.ts'
import { sessionsOf, token, webhookHeaders, webhookSecret } from './shop-process.ts'
import { startVendor } from './vendor-process.ts'

/** Several servers of one shop on one PostgreSQL, each its own process behind a port of its own, and their vendor. */
export interface ServerGroup {
  readonly vendor: Simulator
  readonly servers: RunningDesk[]
  /** The number of each server whose request the vendor got, by its time, in milliseconds since 1970. */
  readonly reads: { readonly at: number; readonly server: number }[]
  /** Starts another server in the place of one that ended. */
  restart(number: number): Promise<void>
  /** Tells one server of an order, as the service would. */
  tell(number: number, orderId: string): Promise<Response>
  /** Lets a tablet in with Sara signed in on it. @returns its `Cookie` header, good at each of them. */
  admit(tablet: string): Promise<string>
  /** What is in the database. */
  readonly store: Store
  stop(): Promise<void>
}

export async function startServers(
  postgres: TestPostgres,
  count: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerGroup> {
  await buildIfStale(fileURLToPath(new URL('../dist/', import.meta.url)))
  const place = newPlace(postgres.url)
  const reads: ServerGroup['reads'] = []
  // Each server has an address of its own for the vendor, so that one knows who asks.
  const vendor = await startVendor(token, 300, { url: 'http://desk.invalid/', headers: {}, fetch }, (request) => {
    const server = Number(/^\/server-(\d+)\//.exec(new URL(request.url).pathname)?.[1])
    reads.push({ at: Date.now(), server })
    return new Request(request.url.replace(/\/server-\d+\//, '/'), request)
  })
  const settings = (number: number) => ({
    VENDOR_BASE_URL: `${vendor.url}/server-${number}`,
    VENDOR_TOKEN: token,
    WEBHOOK_SECRET: webhookSecret,
    DATABASE_URL: `${place.url}?schema=${place.schema}`,
    ...environment,
  })
  const servers: RunningDesk[] = []
  for (let number = 0; number < count; number += 1) servers.push(await startDesk(settings(number)))
  const store = await openPostgresStore({ ...place, clock: systemClock })
  await store.addPerson({ id: 'sara', name: 'Sara', isManager: true, pinHash: '' })
  const urlOf = (number: number) => servers[number]?.url.replace('localhost', '127.0.0.1') ?? ''

  return {
    vendor: vendor.simulator,
    servers,
    reads,
    async restart(number) {
      servers[number] = await startDesk({ ...settings(number), PORT: new URL(urlOf(number)).port })
    },
    tell: (number, orderId) =>
      fetch(`${urlOf(number)}/webhooks/orders`, {
        method: 'POST',
        headers: { ...webhookHeaders, 'Content-Type': 'application/json' },
        body: JSON.stringify({ event: 'order_created', data: { id: orderId } }),
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
