import { Hono } from 'hono'
import { idempotencyKeyHeader, type Action } from '#contract/desk/action.ts'
import { getSession, type Mode, type Session } from '#contract/desk/session.ts'
import type { Clock } from '#contract/clock.ts'
import { vendor as endpoints } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/prefix.ts'
import { isOrderId, type OrderId } from '#contract/vendor/order-id.ts'
import { createActions, type ActionParts } from './actions.ts'
import { createCancelReasons } from './cancel-reasons.ts'
import { answer, answerFailure, answerText, DeskFailure } from './desk-failure.ts'
import type { Door } from './door.ts'
import { forwardList, listNames } from './forward.ts'
import { jsonBody, ownHostOnly, sameOriginOnly, type Guarded } from './guard.ts'
import { createOrderReader } from './order-reader.ts'
import { createVendor, VendorFailure, type VendorParts } from './vendor.ts'
import { vendorTrouble } from './vendor-trouble.ts'

export interface ProxyConfig {
  readonly mode: Mode
  /** The address staff open; links are written on it. */
  readonly publicOrigin: string
  /** Names that this server answers to, each with its port. */
  readonly hosts: readonly string[]
  readonly vendorBaseUrl: string
  readonly responseWindowSeconds: number
}

export interface ProxyParts extends Pick<ActionParts, 'digest' | 'random' | 'log'> {
  readonly config: ProxyConfig
  /** The way to the vendor. */
  readonly fetch: VendorParts['fetch']
  readonly token: VendorParts['token']
  readonly clock: Clock
  readonly door: Door
  /** The files of the page, where this server has them; in the demo they are somewhere else. */
  readonly pages?: ((request: Request) => Promise<Response>) | undefined
}

export interface Proxy {
  /** Every request that is not for a file of the page. `wire` is for the door. */
  fetch(request: Request, wire?: unknown): Promise<Response>
}

/** The server between tablets and vendor: all routes at a glance. What is not here cannot be asked. */
export function createProxy({ config, clock, door, ...parts }: ProxyParts): Proxy {
  const vendor = createVendor({ ...parts, baseUrl: config.vendorBaseUrl, clock })
  const orders = createOrderReader(vendor, clock)
  const reasons = createCancelReasons(vendor, clock)
  const actions = createActions({ ...parts, vendor, orders, reasons, clock })
  const app = new Hono<Guarded>()

  app.use(async (c, next) => {
    c.set('sender', door(c.req.raw, c.env))
    await next()
  })
  app.get('/healthz', () => answer(200, { data: { status: 'ok' } }))
  app.get('/readyz', () => answer(200, { data: { status: 'ok', mode: config.mode } }))
  app.all('/healthz', otherMethod('GET, HEAD'))
  app.all('/readyz', otherMethod('GET, HEAD'))
  app.use(ownHostOnly(config.hosts))

  app.get(getSession.path, () => answer(200, session()))
  app.all(getSession.path, otherMethod('GET, HEAD'))

  app.get(vendorPrefix + endpoints.getOrder.path, async (c) =>
    answerText(200, (await orders.read(checkOrderId(c.req.param('orderId')))).text),
  )
  app.all(vendorPrefix + endpoints.getOrder.path, otherMethod('GET, HEAD'))

  for (const name of listNames) {
    const path = vendorPrefix + endpoints[name].path
    app.get(path, (c) => forwardList(vendor, name, new URL(c.req.url).searchParams, config.publicOrigin))
    app.all(path, otherMethod('GET, HEAD'))
  }

  for (const [action, { path }] of actionRoutes) {
    app.post(vendorPrefix + path, sameOriginOnly, jsonBody, (c) => {
      const orderId = checkOrderId(c.req.param('orderId'))
      return actions.perform(action, orderId, checkKey(c.req.header(idempotencyKeyHeader)), c.var.body)
    })
    app.all(vendorPrefix + path, otherMethod('POST'))
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
    parts.log('failed', { message: error.message, stack: error.stack })
    return answerFailure(new DeskFailure(500, 'internal', 'The desk made a mistake. It was written down.'))
  })

  const session = (): Session => ({
    device: null,
    staff: null,
    staff_names: [],
    mode: config.mode,
    server_time: new Date(clock.now()).toISOString(),
    response_window_seconds: config.responseWindowSeconds,
  })

  return { fetch: async (request, wire) => app.fetch(request, wire as object | undefined) }
}

/** What is never a screen: an unknown address there is an error, and says so in JSON. */
const ownAddresses = /^\/(?:api|webhooks|practice|metrics|healthz|readyz)(?:\/|$)/

const actionRoutes: readonly (readonly [Action, { readonly path: string }])[] = [
  ['accept', endpoints.acceptOrder],
  ['reject', endpoints.rejectOrder],
  ['ready', endpoints.markOrderReady],
]

const otherMethod = (allow: string) => () => {
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
