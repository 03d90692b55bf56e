import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { inbox, type OrderRow } from '#contract/desk/inbox.ts'
import type { CatalogCache } from '#server/catalog/catalog-cache.ts'
import { createCatalog, type OpenCatalog } from '#server/catalog/catalog.ts'
import type { DeskServerConfig, DeskServerDeps } from '#server/desk-server-deps.ts'
import type { Sender } from '#server/http/request-context.ts'
import type { Metrics } from '#server/runtime/metrics.ts'
import { createCookieJar, type CookieJar } from '#server/auth/cookies.ts'
import { addPracticePeople, openPins } from '#server/auth/staff.ts'
import { createSessions } from '#server/auth/session.ts'
import { createDeskServer, type DeskServer } from '#server/create-desk-server.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { overFetch } from '#server/vendor/vendor-transport.ts'
import type { SendToSelf } from '#server/notifications/webhook-check.ts'
import { createSimulator, type Simulator } from '#simulator/simulator.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createMortal } from './mortal.ts'

export const testToken = 'test-token-that-must-not-leak'
export const testWebhookSecret = 'a-webhook-secret-of-this-test'
export const testOrigin = 'http://desk.test'

export interface TestDesk {
  readonly proxy: DeskServer
  readonly vendor: Simulator
  readonly clock: TestClock
  /** What was logged, one entry a line. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  /** Asks the proxy as its own page would. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Taps a button: an action with a key of its own, or with the one given. */
  tap(orderId: string, action: 'accept' | 'reject' | 'ready', body?: unknown, key?: string): Promise<Response>
  /** Lets another tablet in, with somebody signed in on it, who asks and taps there. */
  admit(tablet: string, person: string): Promise<Pick<TestDesk, 'ask' | 'tap'>>
  /** What the vendor was asked for: `POST /api/developer/v1/orders/1/accept`. */
  asked(method?: 'GET' | 'POST'): readonly string[]
  /** Starts the watch over open orders. */
  open(closing?: AbortSignal): Promise<void>
  /** Posts a webhook as the vendor would, with the right secret unless the headers say otherwise. */
  tell(body: BodyInit, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Ends the server as kill -9 does. @returns what a next one is opened on. */
  kill(): Required<Pick<TestDeskOptions, 'store' | 'clock' | 'vendor'>>
  /** The open orders as the board shows them; `query` is that of the page. */
  rows(query?: string): Promise<readonly OrderRow[]>
  /** One order as its screen shows it, with its timeline. */
  row(orderId: string): Promise<z.infer<typeof inbox.read.answer>['data']>
}

interface TestDeskOptions {
  readonly config?: Partial<DeskServerConfig>
  readonly sender?: Partial<Sender>
  /** Who asks: Sara on the tablet `Counter`, unless it is that tablet alone, or nobody that the desk knows. */
  readonly who?: 'person' | 'tablet' | 'stranger'
  /** Something other than the simulator as the vendor. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** What stands between the desk and its own public address, where that is not nothing. */
  readonly sendToSelf?: SendToSelf
  readonly store?: Store
  readonly clock?: TestClock
  readonly vendor?: Simulator
  readonly catalogCache?: CatalogCache
  /** Whether the catalog is walked though nobody looks; not, where it is left out: most tests count what is asked. */
  readonly walksCatalog?: boolean
  /** Another place for the catalog than this thread; `walksCatalog` says nothing of it. */
  readonly openCatalog?: OpenCatalog
  /** The files of the page; there are none, where it is left out. */
  readonly pages?: DeskServerDeps['pages']
  /** Room on the disk; there is no disk, where it is left out. */
  readonly freeBytes?: () => Promise<number>
  /** Where work is counted; nowhere, where it is left out. */
  readonly metrics?: Metrics
  /** From 0 to 1; always the middle, where it is left out. */
  readonly random?: () => number
}

/** A store whose disk can fail and come back. */
export function createBreakableStore(): Store & { isDown: boolean } {
  const store = createMemoryStore()
  const unlessDown =
    <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      breakable.isDown ? Promise.reject(new StoreUnavailable('The disk is full.')) : work(...args)
  const breakable = {
    ...store,
    isDown: false,
    ingest: unlessDown(store.ingest),
    save: unlessDown(store.save),
    saveUnreadable: unlessDown(store.saveUnreadable),
    saveUnconfirmed: unlessDown(store.saveUnconfirmed),
    dropUnconfirmed: unlessDown(store.dropUnconfirmed),
    beginAttempt: unlessDown(store.beginAttempt),
    writeAttempt: unlessDown(store.writeAttempt),
    refuseAttempt: unlessDown(store.refuseAttempt),
    appendLog: unlessDown(store.appendLog),
  }
  return breakable
}

const onlyWhereSomebodyLooks = { wantDaily: async () => undefined, isDigital: async () => false }

/** A vendor and a desk in memory, on a clock that stands still. */
export function createTestDesk({
  config,
  sender,
  who = 'person',
  fetch,
  sendToSelf,
  store: given = createMemoryStore(),
  clock = createTestClock(),
  vendor = createSimulator({ clock, token: testToken }),
  catalogCache,
  walksCatalog = false,
  openCatalog = (parts) => {
    const catalog = createCatalog(parts, catalogCache)
    return walksCatalog ? catalog : { ...catalog, ...onlyWhereSomebodyLooks }
  },
  pages,
  freeBytes,
  metrics,
  random = () => 0.5,
}: TestDeskOptions = {}): TestDesk {
  const { kill, store, fetch: way } = createMortal({ store: given, fetch: fetch ?? vendor.fetch })
  const logged: Record<string, unknown>[] = []
  const jar = createCookieJar()
  const secrets = {
    pins: openPins,
    randomBytes: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
    // Without a thread of its own: what takes turns of the loop would come too late on a clock that stands still.
    sha256: (text: string) => createHash('sha256').update(text).digest('base64url'),
  }
  const isAdmitted = admit()

  async function admit(): Promise<void> {
    // A store that was handed in may know them from an earlier desk.
    if ((await store.people()).length === 0) await addPracticePeople(store, secrets.randomBytes)
    if (who !== 'stranger') await enter(jar, 'Counter', who === 'person' ? 'Sara' : undefined)
  }

  async function enter(into: CookieJar, tablet: string, person: string | undefined): Promise<void> {
    const sessions = createSessions({ ...secrets, store, clock, isSecure: false, mode: 'live' })
    for (const cookie of await sessions.admit(tablet, person)) into.keep(cookie)
  }

  const proxy = createDeskServer({
    ...secrets,
    clock,
    store,
    openCatalog,
    pages,
    freeBytes,
    metrics,
    subtle: crypto.subtle,
    token: () => testToken,
    sendToVendor: overFetch(way),
    sendToSelf: (request) => sendToSelf?.(request) ?? proxy.fetch(request),
    random,
    digest: (text) =>
      `${[...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)} of ${text.length} characters`,
    log: (event, fields) => logged.push({ event, ...fields }),
    // The wire is the jar of the tablet that asks.
    readRequestContext: (_request, wire) => {
      const { header, keep } = (wire as CookieJar | undefined) ?? jar
      return { host: 'desk.test', isSameOrigin: true, cookie: header(), keepCookie: keep, ...sender }
    },
    config: {
      mode: 'live',
      publicOrigin: testOrigin,
      hosts: ['desk.test'],
      vendorBaseUrl: 'https://vendor.test',
      responseWindowSeconds: 300,
      webhook: { mode: 'bearer', secret: testWebhookSecret },
      ...config,
    },
  })

  const askFrom =
    (own: CookieJar): TestDesk['ask'] =>
    async (path, init) => {
      await isAdmitted
      return proxy.fetch(new Request(testOrigin + path, init), own)
    }
  const tapFrom =
    (own: CookieJar): TestDesk['tap'] =>
    (orderId, action, body, key = crypto.randomUUID()) =>
      askFrom(own)(`/api/developer/v1/orders/${orderId}/${action}`, {
        method: 'POST',
        headers: { 'Idempotency-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
  const ask = askFrom(jar)
  return {
    proxy,
    vendor,
    clock,
    logged,
    ask,
    tap: tapFrom(jar),
    async admit(tablet, person) {
      await isAdmitted
      const own = createCookieJar()
      await enter(own, tablet, person)
      return { ask: askFrom(own), tap: tapFrom(own) }
    },
    asked: (method) =>
      vendor.requests
        .filter((request) => !method || request.method === method)
        .map(({ method: verb, path }) => `${verb} ${path}`),
    open: (closing = new AbortController().signal) => proxy.open(closing),
    tell: (body, headers) =>
      ask('/webhooks/orders', {
        method: 'POST',
        headers: { Authorization: `Bearer ${testWebhookSecret}`, 'Content-Type': 'application/json', ...headers },
        body,
      }),
    kill() {
      kill()
      return { store: given, clock, vendor }
    },
    async rows(query = '') {
      return z.parse(inbox.list.answer, await (await ask(`/api/desk/orders${query}`)).json()).data
    },
    async row(orderId) {
      return z.parse(inbox.read.answer, await (await ask(`/api/desk/orders/${orderId}`)).json()).data
    },
  }
}
