import { Hono, type Handler, type MiddlewareHandler } from 'hono'
import { idempotencyKeyHeader, type Action } from '#contract/desk/action.ts'
import { feedPath } from '#contract/desk/feed.ts'
import { inbox as inboxEndpoints } from '#contract/desk/inbox.ts'
import { getSession, type Mode, type Session } from '#contract/desk/session.ts'
import type { Clock } from '#contract/clock.ts'
import { vendor as endpoints } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/prefix.ts'
import { isOrderId, type OrderId } from '#contract/vendor/order-id.ts'
import { createActions, type ActionParts } from './actions.ts'
import { createAlarms } from './alarms.ts'
import { createBoard } from './board.ts'
import { createCancelReasons } from './cancel-reasons.ts'
import { answer, answerFailure, answerText, DeskFailure } from './desk-failure.ts'
import type { Door } from './door.ts'
import { createFeed } from './feed.ts'
import { forwardList, listNames } from './forward.ts'
import { jsonBody, ownHostOnly, sameOriginOnly, type Guarded } from './guard.ts'
import { createInbox } from './inbox.ts'
import { createOrderReader, type OrderReading } from './order-reader.ts'
import { StoreUnavailable, type Store } from './store.ts'
import { createVendor, VendorFailure, type VendorParts } from './vendor.ts'
import { vendorTrouble } from './vendor-trouble.ts'
import { createWatch } from './watch.ts'
import { createWebhook } from './webhook.ts'
import { createWebhookAuth, type WebhookAuthParts } from './webhook-auth.ts'

export interface ProxyConfig {
  readonly mode: Mode
  /** The address staff open; links are written on it. */
  readonly publicOrigin: string
  /** Names that this server answers to, each with its port. */
  readonly hosts: readonly string[]
  readonly vendorBaseUrl: string
  readonly responseWindowSeconds: number
  readonly webhook: Pick<WebhookAuthParts, 'mode' | 'secret'>
}

export interface ProxyParts extends Pick<ActionParts, 'digest' | 'random' | 'log'>, Pick<WebhookAuthParts, 'subtle'> {
  readonly config: ProxyConfig
  /** The way to the vendor. */
  readonly fetch: VendorParts['fetch']
  readonly token: VendorParts['token']
  readonly clock: Clock
  readonly store: Store
  readonly door: Door
  /** The files of the page, where this server has them; in the demo they are somewhere else. */
  readonly pages?: ((request: Request) => Promise<Response>) | undefined
}

export interface Proxy {
  /** Every request. `wire` is for the door. */
  fetch(request: Request, wire?: unknown): Promise<Response>
  /** Reads what the store kept, then keeps watch over open orders until the signal aborts. Resolves when it has begun. */
  open(closing: AbortSignal): Promise<void>
}

type Handlers = readonly (Handler<Guarded> | MiddlewareHandler<Guarded>)[]

/** The server between tablets and vendor: all routes at a glance. What is not here cannot be asked. */
export function createProxy({ config, clock, door, store, ...parts }: ProxyParts): Proxy {
  const { responseWindowSeconds } = config
  const feed = createFeed({ clock, version: () => inbox.version() })
  const alarms = createAlarms(clock, (code) => feed.tell({ event: 'alarm', data: { code } }))
  const inbox = createInbox({ store, clock, responseWindowSeconds, tell: feed.tell, wake: () => watch.wake() })
  const vendor = createVendor({ ...parts, baseUrl: config.vendorBaseUrl, clock })
  const orders = createOrderReader(vendor, clock, (reading) => void noteReading(reading))
  const reasons = createCancelReasons(vendor, clock)
  const watch = createWatch({ inbox, orders, alarms, clock, random: parts.random })
  const board = createBoard({ inbox, orders, alarms, clock, responseWindowSeconds })
  const noteAction: ActionParts['noteAction'] = (orderId, action) =>
    inbox.noteAction(orderId, action).catch(storeTrouble)
  const actions = createActions({ ...parts, vendor, orders, reasons, clock, noteAction })
  const auth = createWebhookAuth({ ...config.webhook, subtle: parts.subtle })
  const webhook = createWebhook({ auth, inbox, alarms, clock, digest: parts.digest, log: parts.log })

  /** What was read but could not be written is read again soon; what must not be lost is never only read. */
  function storeTrouble(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) throw error
    alarms.raise('store_unavailable')
    parts.log('store_unavailable', { message: error.message })
  }
  const noteReading = (reading: OrderReading) => inbox.noteReading(reading).catch(storeTrouble)

  const app = new Hono<Guarded>()

  /** Registers an address with all its methods; every other method is told which those are. */
  function at(path: string, methods: Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Handlers>>>): void {
    for (const [method, handlers] of Object.entries(methods)) app.on([method], [path], ...handlers)
    const allow = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    app.all(path, () => otherMethod(allow.join(', ')))
  }
  const withBody = [sameOriginOnly, jsonBody]

  app.use(async (c, next) => {
    c.set('sender', door(c.req.raw, c.env))
    await next()
  })
  at('/healthz', { GET: [() => answer(200, { data: { status: 'ok' } })] })
  at('/readyz', { GET: [() => answer(200, { data: { status: 'ok', mode: config.mode } })] })
  app.use(ownHostOnly(config.hosts))

  at('/webhooks/orders', { POST: [(c) => webhook(c.req.raw, undefined)] })
  at('/webhooks/orders/:secret', { POST: [(c) => webhook(c.req.raw, c.req.param('secret'))] })

  at(getSession.path, { GET: [() => answer(200, session())] })
  at(feedPath, { GET: [(c) => (c.req.method === 'HEAD' ? answer(200, {}) : feed.open('tablet', c.req.raw.signal))] })
  at(inboxEndpoints.list.path, {
    GET: [(c) => board.list(new URL(c.req.url).searchParams)],
    POST: [...withBody, (c) => board.open(c.var.body)],
  })
  at(inboxEndpoints.read.path, { GET: [(c) => board.read(checkOrderId(c.req.param('orderId')))] })
  at(inboxEndpoints.acknowledge.path, {
    POST: [...withBody, (c) => board.acknowledge(checkOrderId(c.req.param('orderId')), nobody)],
  })

  at(vendorPrefix + endpoints.getOrder.path, {
    GET: [async (c) => answerText(200, (await orders.read(checkOrderId(c.req.param('orderId')))).text)],
  })
  for (const name of listNames) {
    const search = (c: { readonly req: { readonly url: string } }) => new URL(c.req.url).searchParams
    at(vendorPrefix + endpoints[name].path, { GET: [(c) => forwardList(vendor, name, search(c), config.publicOrigin)] })
  }
  for (const [action, { path }] of actionRoutes) {
    const perform: Handler<Guarded> = (c) => {
      const orderId = checkOrderId(c.req.param('orderId'))
      return actions.perform(action, orderId, checkKey(c.req.header(idempotencyKeyHeader)), c.var.body)
    }
    at(vendorPrefix + path, { POST: [...withBody, perform] })
  }

  app.notFound(async ({ req }) => {
    const isForPage = (req.method === 'GET' || req.method === 'HEAD') && !ownAddresses.test(req.path)
    return (
      (isForPage && (await parts.pages?.(req.raw))) ||
      answerFailure(new DeskFailure(404, 'not_found', 'There is nothing at this address.'))
    )
  })
  app.onError((error) => {
    if (error instanceof DeskFailure) return answerFailure(error)
    if (error instanceof VendorFailure) return answerFailure(vendorTrouble(error))
    if (error instanceof StoreUnavailable) {
      storeTrouble(error)
      return answerFailure(
        new DeskFailure(503, 'store_unavailable', 'The desk cannot write now.', { retryAfterMs: 5000 }),
      )
    }
    parts.log('failed', { message: error.message, stack: error.stack })
    return answerFailure(new DeskFailure(500, 'internal', 'The desk made a mistake. It was written down.'))
  })

  const session = (): Session => ({
    device: null,
    staff: null,
    staff_names: [],
    mode: config.mode,
    server_time: new Date(clock.now()).toISOString(),
    response_window_seconds: responseWindowSeconds,
  })

  return {
    fetch: async (request, wire) => app.fetch(request, wire as object | undefined),
    async open(closing) {
      await inbox.load()
      closing.addEventListener('abort', () => feed.close())
      void watch.run(closing)
    },
  }
}

const nobody = { person: '', tablet: '' }

/** What is never a screen: an unknown address there is an error, and says so in JSON. */
const ownAddresses = /^\/(?:api|webhooks|practice|metrics|healthz|readyz)(?:\/|$)/

const actionRoutes: readonly (readonly [Action, { readonly path: string }])[] = [
  ['accept', endpoints.acceptOrder],
  ['reject', endpoints.rejectOrder],
  ['ready', endpoints.markOrderReady],
]

function otherMethod(allow: string): Response {
  const refusal = answerFailure(new DeskFailure(405, 'method_not_allowed', `This address takes ${allow}.`))
  refusal.headers.set('Allow', allow)
  return refusal
}

function checkOrderId(text: string | undefined): OrderId {
  if (text !== undefined && isOrderId(text)) return text
  throw new DeskFailure(400, 'bad_order_id', 'An order id is letters, digits and . _ : - only.')
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

function checkKey(key: string | undefined): string {
  if (key !== undefined && uuid.test(key)) return key.toLowerCase()
  throw new DeskFailure(400, 'idempotency_key_required', 'An action carries an Idempotency-Key: one UUID for one tap.')
}
