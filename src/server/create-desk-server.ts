import { Hono, type Handler, type MiddlewareHandler } from 'hono'
import { idempotencyKeyHeader, type Action } from '#contract/desk/action.ts'
import { feedPath, toldVersionHeader } from '#contract/desk/feed.ts'
import { presence as presenceEndpoint } from '#contract/desk/presence.ts'
import { boardActions } from '#contract/desk/board-actions.ts'
import { inbox as inboxEndpoints } from '#contract/desk/inbox.ts'
import { readLog } from '#contract/desk/log.ts'
import { vendor as endpoints } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/prefix.ts'
import { catalogRoutes } from '#server/catalog/catalog-routes.ts'
import { feedHeaders, feedResponse, type BeginStream } from '#server/feed/feed-response.ts'
import { readBeat, readTab } from '#server/feed/presence.ts'
import { jsonBody, ownHostOnly, sameOriginOnly, withinLimits, type At, type Guarded } from '#server/http/guard.ts'
import { isSecureHost, setSafeHeaders } from '#server/http/safe-headers.ts'
import { logPage } from '#server/history/log-pages.ts'
import { shiftRoutes } from '#server/history/shift-routes.ts'
import type { Board } from '#server/orders/board.ts'
import { checkVendorsId, orderIdIn } from '#server/orders/check-order-id.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { markRoutes } from './orders/mark-routes.ts'
import { observabilityRoutes } from '#server/observability/observability-routes.ts'
import { senderOf, tabletOf, whoActs } from '#server/auth/require-sign-in.ts'
import { peopleRoutes } from '#server/auth/auth-routes.ts'
import { clockOf } from '#server/storage/cluster.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { forwardList, listNames } from '#server/vendor/forward.ts'
import { vendorHttpError } from '#server/vendor/vendor-http-error.ts'
import { VendorFailure } from '#server/vendor/vendor.ts'
import { composeDesk, type DeskServerDeps } from './compose-desk.ts'
import { answer, answerFailure, answerOtherMethod, answerText, HttpError, storeUnavailable } from './http-error.ts'
import { bugIn } from './bug.ts'
import { settingsRoutes } from './settings-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

export interface DeskServer {
  /** Answers a request. `wire` is what the listening server knows of it besides, for `readRequestContext`. */
  fetch(request: Request, wire?: unknown): Promise<Response>
  /** The answer to an error: to a refusal its own, to anything else that it was a bug, which is logged. */
  answerError(error: Error): Response
  /** Reads what the store kept, then keeps watch over open orders until the signal aborts. Resolves when it has begun. */
  open(closing: AbortSignal): Promise<void>
  /**
   * For a desk whose vendor is a real one: sees whether it answers and takes the token, at once and then wherever nobody
   * has asked it anything for some minutes, until the signal aborts.
   */
  probeVendor(closing: AbortSignal): Promise<void>
  /** For the end: resolves when no action is under way, and the neighbours know that this server has left. */
  idle(): Promise<void>
}

function versionIn(toldVersion: string | undefined): number | undefined {
  const version = Number(toldVersion)
  return Number.isSafeInteger(version) ? version : undefined
}

/** What a tablet was told of by another server is here before it is answered. */
const caughtUp =
  (inbox: Pick<Inbox, 'reach'>): MiddlewareHandler<Guarded> =>
  async (c, next) => {
    const version = versionIn(c.req.header(toldVersionHeader))
    if (version !== undefined) await inbox.reach(version)
    await next()
  }

const toOrder =
  (board: Board): Handler<Guarded> =>
  async (c) =>
    c.req.query('only') === 'row' ? answerText(200, await board.readRow(orderIdIn(c))) : board.read(orderIdIn(c))

const toMatches =
  (board: Board): Handler<Guarded> =>
  (c) =>
    board.readMatches(checkVendorsId(c.req.param('orderId')))

/**
 * The server between tablets and vendor: the routes of orders stand here, the others are added by the parts named below
 * (`…Routes`). What none of them adds cannot be asked.
 */
export function createDeskServer(given: DeskServerDeps): DeskServer {
  const parts = { ...given, clock: clockOf(given.store, given.clock) }
  const { config, log } = parts
  const desk = composeDesk(parts)
  const { actions, board, feed, gate, inbox, lists, trackDevice, orders, presence, store, webhook } = desk
  const app = new Hono<Guarded>()

  const at: At = (path, methods) => {
    for (const [method, handlers] of Object.entries(methods)) app.on([method], [path], withinLimits, ...handlers)
    app.all(path, () => answerOtherMethod(Object.keys(methods)))
  }
  const toAct = [sameOriginOnly, jsonBody, gate.signedInOnly]

  app.use(async (c, next) => {
    const sender = parts.readRequestContext(c.req.raw, c.env)
    c.set('sender', sender)
    await next()
    setSafeHeaders(c.res.headers, isSecureHost(config.publicOrigin, sender.host))
  })
  at('/healthz', { GET: [() => answer(200, { data: { status: 'ok' } })] })
  observabilityRoutes(at, { ...desk, clock: parts.clock, mode: config.mode })
  app.use(ownHostOnly(config.hosts))

  webhookRoutes(at, webhook)
  peopleRoutes(at, { ...parts, store, sessions: desk.sessions, gate, presence })
  settingsRoutes(at, { ...desk, config })
  shiftRoutes(at, { ...parts, store, gate })
  const openFeed: Handler<Guarded> = (c) => {
    if (c.req.method === 'HEAD') return new Response(null, { headers: feedHeaders })
    const { id } = tabletOf(c)
    trackDevice(id)
    const begin: BeginStream = (line) => feed.open(id, line)
    return parts.answerFeed?.(begin, c.env) ?? feedResponse(begin, c.req.raw.signal)
  }
  at(feedPath, { GET: [gate.enrolledOnly, openFeed] })
  at(inboxEndpoints.list.path, {
    GET: [gate.enrolledOnly, caughtUp(inbox), (c) => board.list(new URL(c.req.url).searchParams)],
    POST: [...toAct, (c) => board.open(c.var.body())],
  })
  at(inboxEndpoints.read.path, { GET: [gate.enrolledOnly, caughtUp(inbox), toOrder(board)] })
  at(inboxEndpoints.readMatches.path, { GET: [gate.enrolledOnly, toMatches(board)] })
  at(boardActions.acknowledge.path, {
    POST: [...toAct, (c) => board.acknowledge(orderIdIn(c), whoActs(c))],
  })
  at(boardActions.dismissOrder.path, {
    POST: [...toAct, (c) => board.dismissOrder(orderIdIn(c), whoActs(c))],
  })

  markRoutes(at, { ...desk, clock: parts.clock })
  catalogRoutes(at, desk.catalog, gate.enrolledOnly)

  const lease =
    (isAnswering: boolean): Handler<Guarded> =>
    (c) =>
      board.lease(orderIdIn(c), whoActs(c), isAnswering)
  at(boardActions.lease.path, { PUT: [...toAct, lease(true)], DELETE: [...toAct, lease(false)] })

  at(readLog.path, { GET: [gate.signedInOnly, (c) => logPage(store, parts.clock, new URL(c.req.url).searchParams)] })

  const beat: Handler<Guarded> = async (c) => {
    const state = readBeat(c.var.body())
    presence.beat(tabletOf(c).id, state, readTab(c.var.body()))
    if (state.touched) await desk.sessions.noteUse(senderOf(c).cookie)
    return answer(200, { data: null })
  }
  at(presenceEndpoint.path, { POST: [sameOriginOnly, jsonBody, gate.enrolledOnly, beat] })

  const readOrder: Handler<Guarded> = async (c) =>
    answerText(200, (await orders.read(checkVendorsId(c.req.param('orderId')))).text)
  at(vendorPrefix + endpoints.getOrder.path, { GET: [gate.enrolledOnly, readOrder] })
  for (const name of listNames) {
    const search = (c: { readonly req: { readonly url: string } }) => new URL(c.req.url).searchParams
    at(vendorPrefix + endpoints[name].path, {
      GET: [gate.enrolledOnly, (c) => forwardList(lists, name, search(c), config.publicOrigin)],
    })
  }
  for (const [action, { path }] of actionRoutes) {
    const perform: Handler<Guarded> = (c) => {
      const orderId = checkVendorsId(c.req.param('orderId'))
      const key = checkKey(c.req.header(idempotencyKeyHeader))
      const seen = versionIn(c.req.header(toldVersionHeader))
      return actions.perform(action, orderId, key, c.var.body(), whoActs(c), tabletOf(c).id, seen)
    }
    at(vendorPrefix + path, { POST: [...toAct, perform] })
  }

  app.notFound(async ({ req }) => {
    const isForPage = !ownAddresses.test(req.path)
    if (isForPage && req.method !== 'GET' && req.method !== 'HEAD') return answerOtherMethod(['GET'])
    return (
      (isForPage && (await parts.pages?.(req.raw))) ||
      answerFailure(new HttpError(404, 'not_found', 'There is nothing at this address.'))
    )
  })
  function answerError(error: Error): Response {
    if (error instanceof HttpError) return answerFailure(error)
    if (error instanceof VendorFailure) return answerFailure(vendorHttpError(error))
    if (error instanceof StoreUnavailable) {
      desk.onStoreFailure(error)
      return answerFailure(storeUnavailable())
    }
    log('failed', bugIn(error), 'error')
    return answerFailure(new HttpError(500, 'internal', 'The desk made a mistake. It was written down.'))
  }
  app.onError(answerError)

  return {
    fetch: async (request, wire) => app.fetch(request, wire as object | undefined),
    answerError,
    idle: desk.idle,
    open: desk.open,
    probeVendor: desk.probeVendor,
  }
}

/** What is never a screen, however it is spelt: an unknown address there is an error, and says so in JSON. */
const ownAddresses = /^\/+(?:api|webhooks|practice|metrics|healthz|readyz)(?![\w-])/i

const actionRoutes: readonly (readonly [Action, { readonly path: string }])[] = [
  ['accept', endpoints.acceptOrder],
  ['reject', endpoints.rejectOrder],
  ['ready', endpoints.markOrderReady],
]

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

function checkKey(key: string | undefined): string {
  if (key !== undefined && uuid.test(key)) return key.toLowerCase()
  throw new HttpError(400, 'idempotency_key_required', 'An action carries an Idempotency-Key: one UUID for one tap.')
}
