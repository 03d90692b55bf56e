import { createAlerts } from '#server/alerts/alerts.ts'
import { createActions } from '#server/actions/actions.ts'
import { createDeviceTracking } from '#server/auth/devices.ts'
import { createKeyGate } from '#server/api-keys/key-gate.ts'
import { createKeyTracking } from '#server/api-keys/key-tracking.ts'
import { createGate } from '#server/auth/require-sign-in.ts'
import { createSessions } from '#server/auth/session.ts'
import { createCatalog } from '#server/catalog/catalog.ts'
import { createFeed } from '#server/feed/feed.ts'
import { createPresence } from '#server/feed/presence.ts'
import { createWebhookAuth } from '#server/notifications/webhook-auth.ts'
import { createWebhookCheck } from '#server/notifications/webhook-check.ts'
import { createWebhook } from '#server/notifications/webhook.ts'
import { readGauges } from '#server/observability/order-metrics.ts'
import { createSilenceWatch } from '#server/observability/silence-watch.ts'
import { createBoard } from '#server/orders/board.ts'
import { createDailyCatalog, createDigitalLookup } from '#server/orders/catalog-lookups.ts'
import { createDeadlines } from '#server/orders/deadlines.ts'
import { createInbox } from '#server/orders/inbox.ts'
import { createRejectReasons } from '#server/orders/reject-reasons.ts'
import { createLiveRows } from '#server/orders/live-rows.ts'
import { createOrderRows } from '#server/orders/order-rows.ts'
import { createOrderPoller } from '#server/orders/order-poller.ts'
import { createOrderReader } from '#server/orders/order-reader.ts'
import { createShortages, createShortagesFor } from '#server/orders/shortages.ts'
import { createOrderTimes, createWaiting } from '#server/orders/order-times.ts'
import { createPrinting } from '#server/printing/printing.ts'
import { createAutomation } from '#server/rules/automation.ts'
import { createShops } from '#server/shops/shops.ts'
import { createDriftWatch } from '#server/observability/drift-watch.ts'
import { createCancelReasons, createSharedReads } from '#server/vendor/forward.ts'
import { createServiceClock } from '#server/vendor/service-clock.ts'
import { monitorVendor } from '#server/vendor/vendor-monitor.ts'
import { createVendor, readsAtOnce, usualReadsPerSecond } from '#server/vendor/vendor.ts'
import { createOutgoingWebhooks } from '#server/webhooks/outgoing-webhooks.ts'
import { createGround, type Ground } from './desk-ground.ts'
import type { DeskServerDeps } from './desk-server-deps.ts'

/** Cache time of a page of the vendor's lists; no longer than an order's, so that it hides no failure. */
const listsCachedForMs = 1000
const listsCachedAtMost = 40

export type Desk = ReturnType<typeof createDesk>
type Service = ReturnType<typeof createService>
type Orders = ReturnType<typeof createOrders>

/** Assembles the parts of a desk, each from parts above it. A part reaches those below it by events. */
export function createDesk(deps: DeskServerDeps) {
  const ground = createGround(deps)
  const service = createService(deps, ground)
  const orders = createOrders(deps, ground, service)
  const tablets = createTablets(deps, ground, service, orders)
  const { printing: outside, randomBytes, sha256 } = deps
  const { mode } = deps.config
  const printing = outside && createPrinting({ ...ground, ...service, ...orders, outside, randomBytes, sha256, mode })
  const automation = createAutomation({ ...ground, ...service, ...orders, ...tablets })
  const { receivers, random, subtle } = deps
  const outgoing = createOutgoingWebhooks({ ...ground, ...orders, outside: receivers, random, randomBytes, subtle })
  const shops = createShops({ ...deps, ...ground, ...orders, ...tablets })
  return { ...ground, ...service, ...orders, ...tablets, printing, automation, outgoing, shops }
}

/** The vendor service, its clock and its catalog. */
function createService(deps: DeskServerDeps, { config, clock, log, metrics, emit, store }: Ground) {
  const serviceClock = createServiceClock({
    clock,
    onOff: (isOff) => emit({ type: 'clock-differs', isOff }),
    onShift: () => emit({ type: 'clock-shifted' }),
  })
  const readsPerSecond = config.vendorReadsPerSecond ?? usualReadsPerSecond
  const client = createVendor({
    baseUrl: config.vendorBaseUrl,
    token: deps.token,
    sendToVendor: deps.sendToVendor,
    clock,
    log,
    metrics,
    onAnswer: serviceClock.note,
    readsPerSecond,
  })
  const drift = createDriftWatch({ store, clock, log })
  const onToken = (isTaken: boolean) => emit({ type: 'vendor-token', isTaken })
  const vendor = monitorVendor(client, clock, onToken, drift.note)
  const reasons = createCancelReasons(vendor, clock)
  const shared = createSharedReads(clock, listsCachedForMs, listsCachedAtMost)
  const orders = createOrderReader(vendor, clock, (reading) => emit({ type: 'order-read', reading }))
  const catalog = (deps.openCatalog ?? createCatalog)({ vendor, clock, random: deps.random, log })
  return { serviceClock, readsPerSecond, budget: client.budget, drift, vendor, reasons, shared, orders, catalog }
}

/** The orders and the actions on them. */
function createOrders({ random, digest, randomBytes }: DeskServerDeps, ground: Ground, service: Service) {
  const { config, clock, log, emit, store, onStoreFailure, cluster: servers, alarms } = ground
  const { serviceClock, readsPerSecond, vendor, reasons, orders, catalog } = service
  const { aheadMs } = serviceClock
  const deadlines = createDeadlines({ store, clock, configuredSeconds: config.responseWindowSeconds, emit })
  const times = createOrderTimes({ clock, windowMs: deadlines.windowMs, aheadMs })
  const inbox = createInbox({ store, clock, endsAfterMs: deadlines.endsAfterMs, times, aheadMs, emit })
  const waiting = createWaiting({ clock })
  const digital = createDigitalLookup({ inbox, servers, clock, isDigital: catalog.isDigital, onStoreFailure })
  const daily = createDailyCatalog({ servers, wantDaily: catalog.wantDaily, clock, log })
  // In a flood, the remaining orders wait in the poller at no cost.
  const atOnce = 4 * readsAtOnce(readsPerSecond)
  const poller = createOrderPoller({ inbox, orders, alarms, servers, clock, log, random, readsAtOnce: atOnce })
  const rejectReasons = createRejectReasons(store)
  const shortages = createShortages({ store, clock, emit, timeZone: ground.timeZone, randomBytes })
  const rows = createOrderRows({
    inbox,
    orders,
    servers,
    clock,
    times,
    matches: catalog.matches,
    reasons: rejectReasons,
  })
  const shortagesFor = createShortagesFor({ shortages, inbox, rows })
  const board = createBoard({
    inbox,
    orders,
    alarms,
    clock,
    appendLog: store.appendLog,
    rows,
    webhookHeardAt: ground.webhookStats.heardAt,
    autoAccept: ground.rules.state,
    shortagesFor,
  })
  const actions = createActions({
    store,
    clock,
    log,
    emit,
    random,
    servers,
    vendor,
    orders,
    reasons,
    digest,
    noteAction: inbox.noteAction,
    version: inbox.version,
    findOrder: inbox.find,
    peekOrder: inbox.peek,
    times,
    onStoreFailure,
  })
  const silence = createSilenceWatch({ store, servers, alarms, clock, log })
  return {
    silence,
    deadlines,
    times,
    inbox,
    waiting,
    digital,
    daily,
    poller,
    rows,
    board,
    actions,
    shortages,
    shortagesFor,
  }
}

/** Tablets and people, the webhook and the metrics. */
function createTablets(
  deps: DeskServerDeps,
  ground: Ground,
  service: Service,
  { deadlines, inbox, rows, waiting, times, shortagesFor }: Orders,
) {
  const {
    config,
    clock,
    log,
    metrics,
    emit,
    store,
    storeMonitor,
    cluster,
    alarms,
    webhookStats: tally,
    freeBytes,
  } = ground
  const { serviceClock, vendor, budget } = service
  const { mode, publicOrigin } = config
  const { randomBytes, sha256, pins, subtle, sendToSelf, answerFeed } = deps

  const feed = createFeed({
    clock,
    version: inbox.version,
    webhookHeardAt: tally.heardAt,
    autoAccept: ground.rules.state,
  })
  const liveRows = createLiveRows({ feed, rows, alarms, shortagesFor, log })
  const presence = createPresence({ clock, streamsOf: feed.streamsOf, peers: cluster.peers })
  const isSecure = publicOrigin.startsWith('https:')
  const entry = { store, clock, randomBytes, sha256, pins, isSecure, mode, emit }
  const sessions = createSessions({ ...entry, waitingSince: waiting.since })
  const gate = createGate(sessions)
  const trackDevice = createDeviceTracking({ store, clock, log, emit, isAnyoneHere: () => feed.streams() > 0 })
  const keyGate = createKeyGate({ store, clock, sha256 })
  const trackKey = createKeyTracking({ store, clock, log, emit, isAnyoneHere: () => feed.hasStreams() })

  const proof = { ...config.webhook, subtle }
  const auth = createWebhookAuth({ ...proof, sha256 })
  const webhook = createWebhook({ auth, inbox, alarms, tally, clock, metrics, digest: sha256, log })
  const webhookCheck = createWebhookCheck({ publicOrigin, auth: proof, tally, clock, sendToSelf, log })

  const outward = { outside: deps.alerts, inbox, presence, times, randomBytes, sha256, publicOrigin }
  const alerts = createAlerts({ ...ground, ...outward })
  const seen = {
    deadlines,
    inbox,
    times,
    alarms,
    feed,
    presence,
    vendor,
    serviceClock,
    budget,
    storeMonitor,
    freeBytes,
  }
  metrics.watch(() => readGauges({ clock, mode, ...seen }))
  const own = { randomBytes, sha256, pins, answerFeed }
  const entrance = { sessions, gate, keyGate, trackDevice, trackKey }
  return { ...own, ...entrance, feed, liveRows, presence, webhook, webhookCheck, alerts }
}
