import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { inbox, type OrderRow } from '#contract/desk/inbox.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
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
import { createTestPrinting } from './printing.ts'
import { promptCrypto } from './prompt-crypto.ts'

export const testToken = 'test-token-that-must-not-leak'
export const testWebhookSecret = 'a-webhook-secret-of-this-test'
export const testOrigin = 'http://desk.test'

export interface TestDesk {
  readonly proxy: DeskServer
  readonly store: Store
  readonly vendor: Simulator
  readonly clock: TestClock
  /** The log entries. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  /** Sends a request as the desk's own page does. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Sends an action with a new key, or the given one. */
  act(orderId: string, action: 'accept' | 'reject' | 'ready', body?: unknown, key?: string): Promise<Response>
  /** Sends JSON, if any. */
  post(path: string, body?: unknown, method?: string): Promise<Response>
  /** Lets this many ms pass while the answer is awaited. */
  during<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer>
  /** Places an order and notifies the desk, which reads it if it is open. */
  order(...placed: Parameters<Simulator['placeOrder']>): Promise<ReturnType<Simulator['placeOrder']>>
  /** The alarms on the board. */
  alarms(): Promise<unknown>
  /** Opens the feed; its events are added as they come. */
  listen(): Promise<readonly FeedEvent[]>
  /** Pairs another tablet, of a role, with a signed-in person, if any, who uses it. */
  admit(tablet: string, person?: string, role?: TabletRole): Promise<Pick<TestDesk, 'ask' | 'act' | 'post' | 'listen'>>
  /** The requests that the vendor received: `POST /api/developer/v1/orders/1/accept`. */
  asked(method?: 'GET' | 'POST'): readonly string[]
  /** Starts polling open orders. */
  open(closing?: AbortSignal): Promise<void>
  /** Posts a webhook as the vendor does, with the right secret unless the headers differ. */
  notify(body: BodyInit, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Ends the server as kill -9 does. @returns the dependencies for the next one. */
  kill(): Required<Pick<TestDeskOptions, 'store' | 'clock' | 'vendor'>>
  /** The open orders of the board; `query` is that of the endpoint. */
  rows(query?: string): Promise<readonly OrderRow[]>
  /** One order as its screen shows it, with its timeline. */
  row(orderId: string): Promise<z.infer<typeof inbox.read.answer>['data']>
}

interface FeedEvent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

interface TestDeskOptions {
  readonly config?: Partial<DeskServerConfig>
  readonly sender?: Partial<Sender>
  /** Who sends requests: Sara on the tablet `Counter`, that tablet alone, or an unknown device. */
  readonly who?: 'person' | 'tablet' | 'stranger'
  /** What the tablet `Counter` is for; a counter if omitted. */
  readonly role?: TabletRole
  /** Replaces the simulator as the vendor. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** What is between the desk and its own public address; nothing if omitted. */
  readonly sendToSelf?: SendToSelf
  readonly store?: Store
  readonly clock?: TestClock
  readonly vendor?: Simulator
  readonly catalogCache?: CatalogCache
  /** Whether the catalog is read without users; false if omitted, because most tests count requests. */
  readonly walksCatalog?: boolean
  /** Another place for the catalog than this thread; it ignores `walksCatalog`. */
  readonly openCatalog?: OpenCatalog
  /** The files of the page; none if omitted. */
  readonly pages?: DeskServerDeps['pages']
  /** Free space of the disk; no disk if omitted. */
  readonly freeBytes?: () => Promise<number>
  /** Receives the metrics; none if omitted. */
  readonly metrics?: Metrics
  /** How tickets are drawn and printers reached; in memory if omitted, null for a desk that does not print. */
  readonly printing?: DeskServerDeps['printing'] | null
  /** How phones and addresses outside are reached; nothing is watched if omitted. */
  readonly alerts?: DeskServerDeps['alerts']
  /** How receivers of webhooks are reached; none can be if omitted. */
  readonly receivers?: DeskServerDeps['receivers']
  /** How the desks of other shops are asked; not at all if omitted. */
  readonly askDesk?: DeskServerDeps['askDesk']
  /** From 0 to 1; always 0.5 if omitted. */
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
    savePrinter: unlessDown(store.savePrinter),
    savePrinterState: unlessDown(store.savePrinterState),
    removePrinter: unlessDown(store.removePrinter),
    addPrintJobs: unlessDown(store.addPrintJobs),
    savePrintJob: unlessDown(store.savePrintJob),
    beginAlert: unlessDown(store.beginAlert),
    saveAlert: unlessDown(store.saveAlert),
    latestAlerts: unlessDown(store.latestAlerts),
    phones: unlessDown(store.phones),
    saveSetting: unlessDown(store.saveSetting),
  }
  return breakable
}

const onlyWhereSomebodyLooks = { wantDaily: async () => undefined, isDigital: async () => false }

/** A vendor and a desk in memory, on a frozen clock. */
export function createTestDesk({
  config,
  sender,
  who = 'person',
  role,
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
  printing = createTestPrinting(clock).outside,
  alerts,
  receivers,
  askDesk,
  random = () => 0.5,
}: TestDeskOptions = {}): TestDesk {
  const { kill, severed, store, fetch: way } = createMortal({ store: given, fetch: fetch ?? vendor.fetch })
  const logged: Record<string, unknown>[] = []
  const jar = createCookieJar()
  const secrets = {
    pins: openPins,
    randomBytes: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
    // Synchronous: a hash from a worker thread would come too late on a frozen clock.
    sha256: (text: string) => createHash('sha256').update(text).digest('base64url'),
  }
  const isAdmitted = admit()

  async function admit(): Promise<void> {
    // A given store may have them from an earlier desk.
    if ((await store.people()).length === 0) await addPracticePeople(store, secrets.randomBytes)
    if (who !== 'stranger') await enter(jar, 'Counter', who === 'person' ? 'Sara' : undefined, role)
  }

  async function enter(
    into: CookieJar,
    tablet: string,
    person: string | undefined,
    ofRole?: TabletRole,
  ): Promise<void> {
    const sessions = createSessions({ ...secrets, store, clock, isSecure: false, mode: 'live' })
    for (const cookie of await sessions.admit(tablet, person, ofRole)) into.keep(cookie)
  }

  const proxy = createDeskServer({
    ...secrets,
    clock,
    store,
    openCatalog,
    pages,
    freeBytes,
    metrics,
    printing: printing ?? undefined,
    alerts,
    receivers: receivers && { ...receivers, post: severed(receivers.post) },
    askDesk,
    subtle: promptCrypto,
    token: () => testToken,
    sendToVendor: overFetch(way),
    sendToSelf: (request) => sendToSelf?.(request) ?? proxy.fetch(request),
    random,
    digest: (text) =>
      `${[...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)} of ${text.length} characters`,
    log: (event, fields) => logged.push({ event, ...fields }),
    // The wire is the cookie jar of the tablet.
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
  const actFrom =
    (own: CookieJar): TestDesk['act'] =>
    (orderId, action, body, key = crypto.randomUUID()) =>
      askFrom(own)(`/api/developer/v1/orders/${orderId}/${action}`, {
        method: 'POST',
        headers: { 'Idempotency-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
  const postFrom =
    (own: CookieJar): TestDesk['post'] =>
    (path, body, method = 'POST') =>
      askFrom(own)(path, {
        method,
        ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      })
  const listenFrom =
    (own: CookieJar): TestDesk['listen'] =>
    async () => {
      const events: FeedEvent[] = []
      const { body } = await askFrom(own)('/api/desk/feed')
      let text = ''
      const write = (part: string) => {
        const whole = (text + part).split('\n\n')
        text = whole.pop() ?? ''
        for (const each of whole) {
          const [, event = '', data = 'null'] = /^event: (.*)\ndata: (.*)$/.exec(each) ?? []
          events.push({ event, data: JSON.parse(data) as FeedEvent['data'] }) // As in the contract.
        }
      }
      void body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write }))
      await clock.advance(0)
      return events
    }
  const ask = askFrom(jar)
  const notify: TestDesk['notify'] = (body, headers) =>
    ask('/webhooks/orders', {
      method: 'POST',
      headers: { Authorization: `Bearer ${testWebhookSecret}`, 'Content-Type': 'application/json', ...headers },
      body,
    })
  return {
    proxy,
    store: given,
    vendor,
    clock,
    logged,
    ask,
    act: actFrom(jar),
    post: postFrom(jar),
    async during(ms, answer) {
      await clock.advance(ms)
      return answer
    },
    async order(...placed) {
      const order = vendor.placeOrder(...placed)
      await notify(created(order.id))
      await clock.advance(0)
      return order
    },
    async alarms() {
      const { meta } = (await (await ask('/api/desk/orders')).json()) as { meta: { alarms: unknown } } // As in the contract.
      return meta.alarms
    },
    listen: listenFrom(jar),
    async admit(tablet, person, ofRole) {
      await isAdmitted
      const own = createCookieJar()
      await enter(own, tablet, person, ofRole)
      return { ask: askFrom(own), act: actFrom(own), post: postFrom(own), listen: listenFrom(own) }
    },
    asked: (method) =>
      vendor.requests
        .filter((request) => !method || request.method === method)
        .map(({ method: verb, path }) => `${verb} ${path}`),
    open: (closing = new AbortController().signal) => proxy.open(closing),
    notify,
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

/** A desk that polls its open orders. */
export async function openTestDesk(options?: TestDeskOptions): Promise<TestDesk> {
  const desk = createTestDesk(options)
  await desk.open()
  return desk
}

/** A desk that was not notified yet of its vendor's one order. */
export function createDeskWithOrder(...placed: Parameters<Simulator['placeOrder']>) {
  const desk = createTestDesk()
  const order = desk.vendor.placeOrder(...placed)
  return { desk, order, id: order.id }
}

/** The body of a notification. */
export const created = (id: string): string => JSON.stringify({ event: 'order_created', data: { id } })
export const updated = (id: string): string => JSON.stringify({ event: 'order_updated', data: { id } })

export async function read(answer: Response | Promise<Response>): Promise<{ http: number; body: unknown }> {
  const response = await answer
  return { http: response.status, body: await response.json() }
}

/** Status and code of an error, as `409 order_busy`. */
export async function codeOf(answer: Response | Promise<Response>): Promise<string> {
  const { http, body } = await read(answer)
  return `${http} ${(body as { readonly code?: string }).code}`
}
