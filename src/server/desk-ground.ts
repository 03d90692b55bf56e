import { knownZone } from '#domain/wall-time.ts'
import { createEventBus } from '#server/events/bus.ts'
import { createAlarms } from '#server/feed/alarms.ts'
import { createWebhookStats } from '#server/notifications/webhook-check.ts'
import { monitorStore } from '#server/observability/store-monitor.ts'
import { createDailyTotals } from '#server/reports/daily-totals.ts'
import { createRules } from '#server/rules/rules.ts'
import { clockOf, createCluster } from '#server/storage/cluster.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import type { DeskServerDeps } from './desk-server-deps.ts'
import { noMetrics } from './runtime/metrics.ts'
import { createTabletSettings } from './tablet-settings.ts'

export type Ground = ReturnType<typeof createGround>

/** The store, its other servers, and the event bus. */
export function createGround(deps: DeskServerDeps) {
  const { config, log, freeBytes, metrics = noMetrics } = deps
  const clock = clockOf(deps.store, deps.clock)
  const { emit, subscribe } = createEventBus(log)
  const storeMonitor = monitorStore(deps.store, clock, metrics)
  const { store } = storeMonitor
  /** Reports a failed write that will be repeated. @throws any error that is not a failure of the store */
  const onStoreFailure = (error: unknown): void => {
    if (!(error instanceof StoreUnavailable)) throw error
    emit({ type: 'store-unavailable', error })
  }
  const cluster = createCluster({ shared: store.shared, randomBytes: deps.randomBytes, clock, log })
  const alarms = createAlarms({ clock, emit, peers: cluster.peers, log })
  const webhookStats = createWebhookStats(clock, cluster.peers)
  const { timeZone: zone = new Intl.DateTimeFormat().resolvedOptions().timeZone } = config
  const timeZone = knownZone(zone)
  if (timeZone !== zone) log('time_zone_unknown', { zone }, 'warn')
  const rules = createRules({ store, emit, timeZone })
  const reports = createDailyTotals({ store, servers: cluster, clock, log, timeZone, onStoreFailure })
  const tabletSettings = createTabletSettings({ store, emit })
  return {
    config,
    clock,
    log,
    metrics,
    freeBytes,
    emit,
    subscribe,
    store,
    storeMonitor,
    onStoreFailure,
    cluster,
    alarms,
    webhookStats,
    rules,
    reports,
    tabletSettings,
    timeZone,
  }
}
