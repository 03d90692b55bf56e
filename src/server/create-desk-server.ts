import { Hono } from 'hono'
import { actionRoutes } from '#server/actions/action-routes.ts'
import { peopleRoutes } from '#server/auth/auth-routes.ts'
import { catalogRoutes } from '#server/catalog/catalog-routes.ts'
import type { Subscribe } from '#server/events/bus.ts'
import { feedRoutes } from '#server/feed/feed-routes.ts'
import { logRoutes } from '#server/history/log-pages.ts'
import { shiftRoutes } from '#server/history/shift-routes.ts'
import { ownHostOnly, registerOn, type Guarded } from '#server/http/guard.ts'
import { isSecureHost, setSafeHeaders } from '#server/http/safe-headers.ts'
import { webhookRoutes } from '#server/notifications/webhook-routes.ts'
import { observabilityRoutes } from '#server/observability/observability-routes.ts'
import { countOrders } from '#server/observability/order-metrics.ts'
import { probeVendor } from '#server/observability/vendor-probe.ts'
import { markRoutes } from '#server/orders/mark-routes.ts'
import { orderRoutes } from '#server/orders/order-routes.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { listRoutes } from '#server/vendor/forward.ts'
import { vendorHttpError } from '#server/vendor/vendor-http-error.ts'
import { VendorFailure } from '#server/vendor/vendor.ts'
import { bugIn } from './runtime/bug.ts'
import type { DeskServerDeps } from './desk-server-deps.ts'
import { createDesk, type Desk } from './desk.ts'
import { answerFailure, answerOtherMethod, HttpError, storeUnavailable } from './http/http-error.ts'
import { runMaintenance } from './maintenance.ts'
import { settingsRoutes } from './settings-routes.ts'

export interface DeskServer {
  /** Answers a request. `wire` is what the listening server knows of it besides, for `readRequestContext`. */
  fetch(request: Request, wire?: unknown): Promise<Response>
  /** Adds a reaction to what happens on this desk. */
  readonly subscribe: Subscribe
  /** The answer to an error: to a refusal its own, to anything else that it was a bug, which is logged. */
  answerError(error: Error): Response
  /** Loads the store, then polls open orders until the signal aborts. Resolves when it has begun. */
  open(closing: AbortSignal): Promise<void>
  /**
   * For a desk whose vendor is a real one: sees whether it answers and takes the token, at once and then wherever nobody
   * has asked it anything for some minutes, until the signal aborts.
   */
  probeVendor(closing: AbortSignal): Promise<void>
  /** For the end: resolves when no action is under way, and the other servers know that this one has left. */
  idle(): Promise<void>
}

/** The server between tablets and vendor. */
export function createDeskServer(deps: DeskServerDeps): DeskServer {
  const desk = createDesk(deps)
  subscribeParts(desk)
  const answerError = (error: Error) => errorAnswer(desk, error)
  const app = createApp(deps, desk, answerError)
  return {
    fetch: async (request, wire) => app.fetch(request, wire as object | undefined),
    subscribe: desk.subscribe,
    answerError,
    open: (closing) => openDesk(desk, closing),
    probeVendor: (closing) => probeVendor(desk, closing),
    idle: () => desk.actions.idle().then(desk.cluster.leave),
  }
}

/** Who reacts to what. Of one event the listeners are called in this order. */
function subscribeParts(desk: Desk): void {
  const { subscribe, log, alarms, inbox, poller, actions, times, waiting, digital, feed, liveRows } = desk
  countOrders({ subscribe, metrics: desk.metrics, peekOrder: inbox.peek })

  subscribe('store-unavailable', () => alarms.raise('store_unavailable'))
  subscribe('store-unavailable', ({ error }) => log('store_unavailable', { message: error.message }, 'error'))
  subscribe('store-available', () => alarms.clear('store_unavailable'))
  subscribe('clock-differs', ({ isOff }) => alarms[isOff ? 'raise' : 'clear']('clock_differs'))
  subscribe('vendor-token', ({ isTaken }) => alarms[isTaken ? 'clear' : 'raise']('vendor_token'))

  // Actions before the inbox: whoever asked for the reading finds reconciled what it tells of their action.
  subscribe('order-read', ({ reading }) => actions.noteReading(reading))
  subscribe('order-read', ({ reading }) => void inbox.noteReading(reading).catch(desk.onStoreFailure))

  // What has changed was written: the store works.
  subscribe('order-changed', () => alarms.clear('store_unavailable'))
  subscribe('order-changed', ({ record }) => poller.wake(record.orderId))
  subscribe('order-changed', ({ record }) => liveRows.note(record))
  subscribe('order-changed', ({ record }) => times.note(record))
  subscribe('order-changed', ({ record }) => waiting.note(record))
  subscribe('order-changed', ({ record }) => digital.noteChange(record.orderId))
  subscribe('orders-unconfirmed', () => poller.wake())

  const tellAlarm = ({ code }: { readonly code: string }) =>
    feed.tell({ event: 'alarm', data: { code, alarms: alarms.current() } })
  subscribe('alarm-raised', tellAlarm)
  subscribe('alarm-cleared', tellAlarm)
  subscribe('clock-shifted', () => feed.renew())
  subscribe('device-left', ({ deviceId }) => feed.cut(deviceId))
}

/** What is never a screen, however it is spelt: an unknown address there is an error, and says so in JSON. */
const ownAddresses = /^\/+(?:api|webhooks|practice|metrics|healthz|readyz)(?![\w-])/i

/** The checks of a request in their order; those of one address are at its route. */
function createApp(
  { config, readRequestContext, pages }: DeskServerDeps,
  desk: Desk,
  answerError: (error: Error) => Response,
): Hono<Guarded> {
  const app = new Hono<Guarded>()
  app.use(async (c, next) => {
    const sender = readRequestContext(c.req.raw, c.env)
    c.set('sender', sender)
    await next()
    setSafeHeaders(c.res.headers, isSecureHost(config.publicOrigin, sender.host))
  })
  const at = registerOn(app)
  // Whoever looks after the machine asks for these by any name of it.
  observabilityRoutes(at, desk)
  app.use(ownHostOnly(config.hosts))
  webhookRoutes(at, desk)
  peopleRoutes(at, desk)
  settingsRoutes(at, desk)
  shiftRoutes(at, desk)
  logRoutes(at, desk)
  feedRoutes(at, desk)
  orderRoutes(at, desk)
  markRoutes(at, desk)
  actionRoutes(at, desk)
  catalogRoutes(at, desk)
  listRoutes(at, desk)
  app.notFound(async ({ req }) => {
    const isForPage = !ownAddresses.test(req.path)
    if (isForPage && req.method !== 'GET' && req.method !== 'HEAD') return answerOtherMethod(['GET'])
    const page = isForPage ? await pages?.(req.raw) : undefined
    return page ?? answerFailure(new HttpError(404, 'not_found', 'There is nothing at this address.'))
  })
  app.onError(answerError)
  return app
}

function errorAnswer({ onStoreFailure, log }: Pick<Desk, 'onStoreFailure' | 'log'>, error: Error): Response {
  if (error instanceof HttpError) return answerFailure(error)
  if (error instanceof VendorFailure) return answerFailure(vendorHttpError(error))
  if (error instanceof StoreUnavailable) {
    onStoreFailure(error)
    return answerFailure(storeUnavailable())
  }
  log('failed', bugIn(error), 'error')
  return answerFailure(new HttpError(500, 'internal', 'The desk made a mistake. It was written down.'))
}

async function openDesk(desk: Desk, closing: AbortSignal): Promise<void> {
  const { config, clock, log, emit, store, cluster, alarms, inbox, poller, digital, daily, actions, presence } = desk
  const { serviceClock, freeBytes, onStoreFailure } = desk
  const onBeat = (tookWatch: boolean) => {
    emit({ type: 'store-available' })
    alarms.notePeers()
    if (tookWatch) {
      poller.wake()
      digital.open(closing)
      void daily.look()
    }
    void actions.takeUpLeft(closing).catch(onStoreFailure)
  }
  await inbox.load()
  desk.waiting.begin(inbox.open())
  inbox.open().forEach(desk.times.note)
  const say = () => ({ ...presence.say(), alarms: alarms.own() })
  await cluster.open({ say, onWord: inbox.catchUp, onStoreFailure, onBeat }, closing)
  await actions.takeUpLeft(closing)
  closing.addEventListener('abort', () => desk.feed.close())
  void poller.run(closing)
  void desk.catalog.run(closing)
  void daily.run(closing)
  digital.open(closing)
  void desk.alerts?.run(closing)
  void runMaintenance({ store, clock, serviceClock, alarms, mode: config.mode, log, freeBytes }, closing)
  if (store.wasRepaired) alarms.raise('store_damaged')
  if (config.webhook.secret === undefined) alarms.raise('webhook_off')
}
