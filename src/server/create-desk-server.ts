import { Hono } from 'hono'
import { alertRoutes } from '#server/alerts/alert-routes.ts'
import { apiKeyRoutes } from '#server/api-keys/api-key-routes.ts'
import { openApiRoutes } from '#server/open-api/open-api-routes.ts'
import { actionRoutes } from '#server/actions/action-routes.ts'
import { peopleRoutes } from '#server/auth/auth-routes.ts'
import { idOfKey } from '#server/auth/require-sign-in.ts'
import { catalogRoutes } from '#server/catalog/catalog-routes.ts'
import type { Subscribe } from '#server/events/bus.ts'
import { feedRoutes } from '#server/feed/feed-routes.ts'
import { logRoutes } from '#server/history/log-pages.ts'
import { shiftRoutes } from '#server/history/shift-routes.ts'
import { reportRoutes } from '#server/reports/report-routes.ts'
import { ownHostOnly, registerOn, type Guarded } from '#server/http/guard.ts'
import { isSecureHost, setSafeHeaders } from '#server/http/safe-headers.ts'
import { webhookRoutes } from '#server/notifications/webhook.ts'
import { observabilityRoutes } from '#server/observability/readiness.ts'
import { countOrders } from '#server/observability/order-metrics.ts'
import { probeVendor } from '#server/observability/vendor-probe.ts'
import { deadlineRoutes } from '#server/orders/deadlines.ts'
import { markRoutes } from '#server/orders/mark-routes.ts'
import { shortageRoutes } from '#server/orders/shortage-routes.ts'
import { orderRoutes } from '#server/orders/order-routes.ts'
import { cloudprntRoutes } from '#server/printing/cloudprnt-routes.ts'
import { epsonRoutes } from '#server/printing/epson-routes.ts'
import { printingRoutes } from '#server/printing/printing-routes.ts'
import { ruleRoutes } from '#server/rules/rule-routes.ts'
import { shopRoutes } from '#server/shops/shop-routes.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { driftRoutes } from '#server/observability/drift-watch.ts'
import { outgoingWebhookRoutes } from '#server/webhooks/webhook-routes.ts'
import { listRoutes } from '#server/vendor/forward.ts'
import { VendorFailure, vendorHttpError } from '#server/vendor/vendor-failure.ts'
import { bugIn } from './runtime/bug.ts'
import type { DeskServerDeps } from './desk-server-deps.ts'
import { createDesk, type Desk } from './desk.ts'
import { answerFailure, answerOtherMethod, HttpError, storeUnavailable } from './http/http-error.ts'
import { runMaintenance } from './maintenance.ts'
import { settingsRoutes } from './settings-routes.ts'
import { readShownName, tabletSettingsRoutes } from './tablet-settings.ts'

export interface DeskServer {
  /** Answers a request. `wire` is the HTTP server's own context, for `readRequestContext`. */
  fetch(request: Request, wire?: unknown): Promise<Response>
  /** Subscribes to domain events of this desk. */
  readonly subscribe: Subscribe
  /** Converts an error to an answer. Unexpected errors are logged as bugs. */
  answerError(error: Error): Response
  /** Loads the store, then polls open orders until the signal aborts. Resolves when it has begun. */
  open(closing: AbortSignal): Promise<void>
  /**
   * Checks that the vendor answers and accepts the token, at once and after each idle period of some minutes, until the
   * signal aborts. Only for a real vendor.
   */
  probeVendor(closing: AbortSignal): Promise<void>
  /** Resolves when no action is pending and the other servers know that this one is leaving. */
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
    idle: () =>
      Promise.all([
        desk.automation.acceptance.idle(),
        desk.actions.idle(),
        desk.printing?.idle(),
        desk.alerts.idle(),
        desk.outgoing.idle(),
        desk.drift.save(),
      ]).then(desk.cluster.leave),
  }
}

/** Wires the parts by events. Listeners of one event run in this order. */
function subscribeParts(desk: Desk): void {
  const { subscribe, log, alarms, inbox, poller, actions, times, waiting, digital, feed, liveRows } = desk
  countOrders({ subscribe, metrics: desk.metrics, peekOrder: inbox.peek })

  subscribe('store-unavailable', () => alarms.raise('store_unavailable'))
  subscribe('store-unavailable', ({ error }) => log('store_unavailable', { message: error.message }, 'error'))
  subscribe('store-available', () => alarms.clear('store_unavailable'))
  subscribe('clock-differs', ({ isOff }) => alarms[isOff ? 'raise' : 'clear']('clock_differs'))
  subscribe('vendor-token', ({ isTaken }) => alarms[isTaken ? 'clear' : 'raise']('vendor_token'))

  // Actions come before the inbox, so that a caller of the read finds its action reconciled.
  subscribe('order-read', ({ reading }) => actions.noteReading(reading))
  subscribe('order-read', ({ reading }) => void inbox.noteReading(reading).catch(desk.onStoreFailure))

  // A change implies a successful write.
  subscribe('order-changed', () => alarms.clear('store_unavailable'))
  subscribe('order-changed', ({ record }) => poller.wake(record.orderId))
  subscribe('order-changed', ({ record }) => liveRows.note(record))
  subscribe('order-changed', ({ record }) => times.note(record))
  subscribe('order-changed', ({ record }) => waiting.note(record))
  subscribe('order-changed', ({ record }) => desk.deadlines.note(record))
  subscribe('order-changed', ({ record }) => desk.silence.note(record))
  subscribe('order-changed', ({ record }) => digital.noteChange(record.orderId))
  subscribe('orders-unconfirmed', () => poller.wake())

  const sendAlarm = ({ code }: { readonly code: string }) =>
    feed.broadcast({ event: 'alarm', data: { code, alarms: alarms.current() } })
  subscribe('alarm-raised', sendAlarm)
  subscribe('alarm-cleared', sendAlarm)
  subscribe('shortages-changed', () => {
    for (const role of ['counter', 'station'] as const)
      feed.broadcast({ event: 'shortages', data: { shortages: desk.shortagesFor(role) } }, [role])
  })
  subscribe('clock-shifted', () => feed.renew())
  subscribe('deadline-changed', () => feed.renew())
  subscribe('key-removed', ({ keyId }) => feed.cut(idOfKey(keyId)))
  subscribe('tablet-settings-changed', () => feed.renew())
  subscribe('device-left', ({ deviceId }) => feed.cut(deviceId))
  subscribe('stations-changed', () => feed.renew(['station']))
  // Its page reads anew what it is for, and gets a snapshot for that.
  subscribe('device-changed', ({ deviceId }) => feed.cut(deviceId))
  subscribe('device-changed', ({ deviceId }) => desk.presence.forget(deviceId))
}

/**
 * Addresses that are never pages, in any spelling: unknown ones below them get a JSON error. `/webhooks` itself is a page.
 */
const ownAddresses = /^\/+(?:(?:api|print|practice|metrics|healthz|readyz)(?![\w-])|webhooks\/)/i

/** Builds the app: general checks in their order; those of one address are at its route. */
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
  const atOpen = registerOn(app)
  // Registered before the host check, because monitoring may use any name of the machine.
  observabilityRoutes(atOpen, desk)
  // Printers ask by any name too, and know nothing of sites.
  if (desk.printing) {
    cloudprntRoutes(atOpen, desk.printing.pollPrinters)
    epsonRoutes(atOpen, desk.printing.pollPrinters)
  }
  app.use(ownHostOnly(config.hosts))
  webhookRoutes(atOpen, desk)
  const at = registerOn(app, desk.keyGate)
  peopleRoutes(at, desk)
  apiKeyRoutes(at, desk)
  openApiRoutes(at, desk)
  settingsRoutes(at, desk)
  tabletSettingsRoutes(at, desk)
  shiftRoutes(at, desk)
  reportRoutes(at, { ...desk, shopName: () => readShownName(desk) })
  logRoutes(at, desk)
  feedRoutes(at, desk)
  orderRoutes(at, desk)
  markRoutes(at, desk)
  shortageRoutes(at, desk)
  deadlineRoutes(at, desk)
  driftRoutes(at, desk)
  if (desk.printing) printingRoutes(at, { ...desk, ...desk.printing, onChange: desk.printing.wake })
  ruleRoutes(at, { ...desk, ...desk.automation })
  alertRoutes(at, desk)
  outgoingWebhookRoutes(at, desk)
  shopRoutes(at, desk)
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
  const { serviceClock, webhookStats, freeBytes, onStoreFailure } = desk
  const onBeat = (tookOverPolling: boolean) => {
    emit({ type: 'store-available' })
    alarms.notePeers()
    if (tookOverPolling) {
      poller.wake()
      digital.open(closing)
      void daily.look()
      desk.automation.acceptance.wake()
    }
    // Another server may have added what this one sends.
    desk.outgoing.wake()
    void desk.rules.look().catch(onStoreFailure)
    void desk.tabletSettings.look().catch(onStoreFailure)
    void actions.takeOver(closing).catch(onStoreFailure)
  }
  await inbox.load()
  await desk.deadlines.load()
  await desk.rules.look()
  await desk.tabletSettings.look()
  await desk.shortages.look()
  desk.shortages.run(closing)
  desk.waiting.begin(inbox.open())
  inbox.open().forEach(desk.times.note)
  await webhookStats.load(inbox)
  const report = () => ({ ...presence.report(), ...webhookStats.report(), alarms: alarms.own() })
  const onPeerChange = async (isAfterGap: boolean) => {
    await Promise.all([inbox.catchUp(isAfterGap), desk.shortages.look()])
  }
  await cluster.open({ report, onPeerChange, onStoreFailure, onBeat }, closing)
  await actions.takeOver(closing)
  closing.addEventListener('abort', () => {
    desk.feed.close()
    desk.shops.watch.close()
  })
  void poller.run(closing)
  void desk.catalog.run(closing)
  void daily.run(closing)
  digital.open(closing)
  void desk.alerts.run(closing)
  void desk.silence.run(closing)
  void desk.printing?.run(closing)
  void desk.reports.run(closing)
  void desk.automation.acceptance.run(closing)
  void desk.outgoing.run(closing)
  const kept = { store, reports: desk.reports, mode: config.mode }
  void runMaintenance({ ...kept, clock, serviceClock, alarms, log, freeBytes }, closing)
  if (store.wasRepaired) alarms.raise('store_damaged')
  if (config.webhook.secret === undefined) alarms.raise('webhook_off')
}
