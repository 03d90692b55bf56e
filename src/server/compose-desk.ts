import type { FeedEvent } from '#contract/desk/feed.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { createActions, type ActionParts } from '#server/actions/actions.ts'
import { createCatalogAnswers } from '#server/catalog/catalog-routes.ts'
import { createCatalog, type CatalogParts, type OpenCatalog } from '#server/catalog/catalog.ts'
import { createAlarms, type Alarms } from '#server/feed/alarms.ts'
import { createAlerts, type AlertParts } from './observability/alerts.ts'
import type { BeginStream } from '#server/feed/feed-response.ts'
import { createFeed, type Feed } from '#server/feed/feed.ts'
import { createPresence } from '#server/feed/presence.ts'
import { createBoard } from '#server/orders/board.ts'
import { createDailyCatalog } from '#server/orders/daily-catalog.ts'
import { createDigitalLook, type DigitalLookParts } from '#server/orders/digital-lookup.ts'
import { createInbox } from '#server/orders/inbox.ts'
import { createOrderReader, type OrderReading } from '#server/orders/order-reader.ts'
import { createOrderTimes } from '#server/orders/order-times.ts'
import { createWaiting } from '#server/orders/waiting.ts'
import { createOrderPoller } from '#server/orders/order-poller.ts'
import { readGauges } from '#server/observability/desk-gauges.ts'
import { instrumentStore } from '#server/observability/instrumented-store.ts'
import { probeVendor } from '#server/observability/vendor-probe.ts'
import { monitorStore } from '#server/observability/store-monitor.ts'
import { createGate } from '#server/auth/require-sign-in.ts'
import { createDeviceTracking } from '#server/auth/device-tracking.ts'
import { createSessions, type SessionParts } from '#server/auth/session.ts'
import { createCluster } from '#server/storage/cluster.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { createCancelReasons } from '#server/vendor/cancel-reasons.ts'
import { createSharedReads } from '#server/vendor/shared-reads.ts'
import { createServiceClock } from '#server/vendor/service-clock.ts'
import { monitorVendor } from '#server/vendor/vendor-monitor.ts'
import { createVendor, readsAtOnce, usualReadsPerSecond, type VendorParts } from '#server/vendor/vendor.ts'
import { createWebhookAuth, type WebhookAuthParts } from '#server/notifications/webhook-auth.ts'
import { createWebhookCheck, type SendToSelf } from '#server/notifications/webhook-check.ts'
import { createWebhookStats } from '#server/notifications/webhook-stats.ts'
import { createWebhook, type WebhookParts } from '#server/notifications/webhook.ts'
import { noMetrics, type Metrics } from './metrics.ts'
import type { ReadRequestContext } from './http/request-context.ts'
import { runMaintenance } from './maintenance.ts'

/** A page of the vendor's lists, for all tablets that ask for it: no longer than an order, or it would hide a failure. */
const listsKeptForMs = 1000
const listsKeptAtMost = 40

export interface DeskServerConfig {
  readonly mode: Mode
  /** The address staff open; links are written on it. */
  readonly publicOrigin: string
  /** Names that this server answers to, each with its port. */
  readonly hosts: readonly string[]
  readonly vendorBaseUrl: string
  readonly responseWindowSeconds: number
  /** How often the vendor is asked at most, actions apart; 20, where it is left out. */
  readonly vendorReadsPerSecond?: number | undefined
  /** The desks of other shops; none, where it is left out. `url` is scheme, name and port. */
  readonly otherDesks?: readonly { readonly name: string; readonly url: string }[] | undefined
  readonly webhook: Pick<WebhookAuthParts, 'mode' | 'secret'>
}

export interface DeskServerDeps
  extends
    Pick<ActionParts, 'digest' | 'random' | 'log'>,
    Pick<WebhookAuthParts, 'subtle'>,
    Pick<SessionParts, 'pins' | 'randomBytes' | 'sha256'> {
  readonly config: DeskServerConfig
  /** The way to the vendor. */
  readonly sendToVendor: VendorParts['sendToVendor']
  readonly token: VendorParts['token']
  readonly clock: Clock
  readonly store: Store
  readonly readRequestContext: ReadRequestContext
  /** The way to this desk's own public address, from outside. */
  readonly sendToSelf: SendToSelf
  /** The catalog's place; in this thread and its memory, where it is left out. */
  readonly openCatalog?: OpenCatalog | undefined
  /** Tells somebody outside that orders wait; left out where nobody wants to know. */
  readonly sendAlert?: AlertParts['send'] | undefined
  /** Bytes that can still be written where the store is; left out where there is no disk. */
  readonly freeBytes?: (() => Promise<number>) | undefined
  /** Where work is counted and timed; nowhere, where it is left out. */
  readonly metrics?: Metrics | undefined
  /** Writes a feed to the listening server's own response; a stream of the platform, where it is left out. */
  readonly answerFeed?: ((begin: BeginStream, wire: unknown) => Response) | undefined
  /** The files of the page, where this server has them; in the demo they are somewhere else. */
  readonly pages?: ((request: Request) => Promise<Response>) | undefined
}

type WebhookWays = Omit<DeskServerDeps, 'metrics' | 'store'> & Omit<WebhookParts, 'auth' | 'tally' | 'digest'>

/** The way in of the vendor's words, and the trial of whether they find it. */
function assembleWebhook({ config, sha256, ...parts }: WebhookWays) {
  const auth = { ...config.webhook, subtle: parts.subtle }
  const tally = createWebhookStats(parts.clock)
  return {
    webhook: createWebhook({ ...parts, tally, digest: sha256, auth: createWebhookAuth({ ...auth, sha256 }) }),
    webhookCheck: createWebhookCheck({ ...parts, publicOrigin: config.publicOrigin, auth, tally }),
  }
}

interface ClockWays extends Pick<DeskServerConfig, 'responseWindowSeconds'> {
  readonly clock: Clock
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>
  readonly feed: Pick<Feed, 'renew'>
}

/** The service's clock beside ours, and the times of orders by both. */
function assembleClocks({ clock, responseWindowSeconds, alarms, feed }: ClockWays) {
  const onOff = (isOff: boolean) => alarms[isOff ? 'raise' : 'clear']('clock_differs')
  const serviceClock = createServiceClock({ clock, onOff, onShift: feed.renew })
  const windowMs = responseWindowSeconds * 1000
  return { serviceClock, times: createOrderTimes({ clock, windowMs, aheadMs: serviceClock.aheadMs }) }
}

interface CatalogLifeParts
  extends Pick<DeskServerDeps, 'openCatalog'>, CatalogParts, Omit<DigitalLookParts, 'isDigital' | 'clock'> {}

/** The catalog, and what is looked up in it though nobody asks. */
function assembleCatalog({ openCatalog = createCatalog, vendor, clock, random, log, ...parts }: CatalogLifeParts) {
  const catalog = openCatalog({ vendor, clock, random, log })
  const digital = createDigitalLook({ ...parts, clock, isDigital: catalog.isDigital })
  const daily = createDailyCatalog({ ...parts, clock, log, wantDaily: catalog.wantDaily })
  return {
    catalog,
    digital,
    /** This server has taken the watch over open orders. */
    noteWatch(closing: AbortSignal): void {
      digital.open(closing)
      void daily.look()
    },
    run(closing: AbortSignal): void {
      void catalog.run(closing)
      void daily.run(closing)
      digital.open(closing)
    },
  }
}

/** Puts the desk together: each part, and what it is given of the others. */
export function composeDesk({ config, clock, store: kept, ...parts }: DeskServerDeps) {
  const { mode, responseWindowSeconds, vendorReadsPerSecond: readsPerSecond = usualReadsPerSecond } = config
  const { metrics = noMetrics } = parts
  const storeMonitor = monitorStore(kept, clock, metrics)
  const store = instrumentStore({ store: storeMonitor.store, metrics, peek: (id) => inbox.peek(id) })
  const servers = createCluster({ ...parts, shared: store.shared, clock })
  const feed = createFeed({ clock, version: () => inbox.version() })
  const tellAlarm = (code: string) => feed.tell({ event: 'alarm', data: { code } })
  const alarms = createAlarms({ clock, tell: tellAlarm, peers: servers.peers, log: parts.log })
  const tell = (event: FeedEvent) => {
    // What can be told was written before: the store works again.
    alarms.clear('store_unavailable')
    feed.tell(event)
    if (event.event === 'order') {
      times.note(inbox.peek(event.data.order_id))
      waiting.note(event.data.order_id)
      digital.noteChange(event.data.order_id)
    }
  }
  const { serviceClock, times } = assembleClocks({ clock, responseWindowSeconds, alarms, feed })
  const wake = (orderId?: OrderId) => watch.wake(orderId)
  const inbox = createInbox({ store, clock, responseWindowSeconds, times, tell, wake })
  const waiting = createWaiting({ clock, laneOf: (orderId) => inbox.peek(orderId)?.lane })
  const presence = createPresence({ clock, streams: feed.streams, peers: servers.peers })
  const { sendAlert, freeBytes, log } = parts
  const alerts =
    sendAlert && createAlerts({ clock, inbox, times, presence, servers, responseWindowSeconds, send: sendAlert, log })
  const onAnswer = serviceClock.note
  const line = createVendor({ ...parts, baseUrl: config.vendorBaseUrl, clock, readsPerSecond, onAnswer })
  const vendor = monitorVendor(line, clock, (isTaken) => alarms[isTaken ? 'clear' : 'raise']('vendor_token'))
  const { catalog, digital, ...goods } = assembleCatalog({ ...parts, vendor, clock, inbox, servers, onStoreFailure })
  const orders = createOrderReader(vendor, clock, (reading) => void noteReading(reading))
  const reasons = createCancelReasons(vendor, clock)
  // The rest of a flood waits in the watch, at no cost.
  const inHand = 4 * readsAtOnce(readsPerSecond)
  const watch = createOrderPoller({ ...parts, inbox, orders, alarms, servers, clock, readsAtOnce: inHand })
  const board = createBoard({ inbox, orders, alarms, servers, clock, times, matches: catalog.matches })
  const { noteAction, version, find: findOrder, peek: peekOrder } = inbox
  const known = { store, servers, vendor, orders, reasons, clock, times }
  const actions = createActions({ ...parts, ...known, noteAction, version, onStoreFailure, findOrder, peekOrder })
  const heard = assembleWebhook({ ...parts, config, inbox, alarms, clock, metrics })

  /** What was read but could not be written is read again soon; what must not be lost is never only read. */
  function onStoreFailure(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) throw error
    alarms.raise('store_unavailable')
    parts.log('store_unavailable', { message: error.message }, 'error')
  }
  async function noteReading(reading: OrderReading): Promise<void> {
    // First, so that whoever asked for the reading finds settled what it settles.
    actions.noteReading(reading)
    await inbox.noteReading(reading).catch(onStoreFailure)
  }

  const people = { ...parts, store, clock }
  const isSecure = config.publicOrigin.startsWith('https:')
  const sessions = createSessions({ ...people, isSecure, mode, cut: feed.cut, waitingSince: waiting.since })
  const gate = createGate(sessions)
  const trackDevice = createDeviceTracking({ store, clock, log, cut: feed.cut, isAnyoneHere: () => feed.streams() > 0 })

  const { budget } = line
  const seen = { inbox, times, alarms, feed, presence, vendor, serviceClock, budget, storeMonitor }
  const gauges = { clock, mode, responseWindowSeconds, ...seen }
  metrics.watch(() => readGauges({ ...gauges, freeBytes }))

  return {
    actions,
    board,
    catalog: createCatalogAnswers(catalog),
    feed,
    gate,
    inbox,
    trackDevice,
    metrics,
    orders,
    presence,
    serviceClock,
    sessions,
    store,
    storeMonitor,
    lists: { vendor, reasons, clock, shared: createSharedReads(clock, listsKeptForMs, listsKeptAtMost) },
    onStoreFailure,
    times,
    vendor,
    ...heard,
    probeVendor: (closing: AbortSignal) => probeVendor({ vendor, serviceClock, clock, log }, closing),
    /** Resolves when no action is under way; from then on nothing of this server's is its own any more. */
    idle: (): Promise<void> => actions.idle().then(servers.leave),
    /** Reads what the store kept, then keeps watch until the signal aborts. */
    async open(closing: AbortSignal): Promise<void> {
      const say = () => ({ ...presence.say(), alarms: alarms.own() })
      const onBeat = (tookWatch: boolean) => {
        alarms.clear('store_unavailable')
        alarms.hear()
        if (tookWatch) watch.wake()
        if (tookWatch) goods.noteWatch(closing)
        void actions.takeUpLeft(closing).catch(onStoreFailure)
      }
      await inbox.load()
      waiting.begin(inbox.open())
      inbox.open().forEach(times.note)
      await servers.open({ say, onWord: inbox.catchUp, onStoreFailure, onBeat }, closing)
      await actions.takeUpLeft(closing)
      closing.addEventListener('abort', () => feed.close())
      void watch.run(closing)
      goods.run(closing)
      void alerts?.run(closing)
      void runMaintenance({ store, clock, serviceClock, alarms, mode, log, freeBytes }, closing)
      if (store.wasRepaired) alarms.raise('store_damaged')
      if (config.webhook.secret === undefined) alarms.raise('webhook_off')
    },
  }
}
