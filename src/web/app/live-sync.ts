import { boardQuery, forgetLeft, putMeta, requestedNow } from '#web/api/board.ts'
import { putAlarms, putBoard, putRow, putHeartbeat } from '#web/api/feed/put-in-cache.ts'
import { orderQuery, type OrderView } from '#web/api/order.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { sessionQuery, wasCutOff } from '#web/api/session.ts'
import { toasts } from '#web/api/toasts.ts'
import { createLiveFeed, watchTabletWake } from '#web/api/feed/live-feed.ts'
import { setServerTime, steadyNow, watchClockChanges } from '#web/api/http/server-clock.ts'
import { savePaired } from '#web/api/preferences.ts'
import { watchOtherTabs } from '#web/api/other-tabs.ts'
import { pageClock } from '#contract/clock.ts'
import type { FeedEvent } from '#contract/desk/feed.ts'
import type { Session } from '#contract/desk/session.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'
import { followFailure, keepCurrent } from './keep-current.ts'
import { saveLastBoard } from './last-known.ts'

/** Changes within this time cause a single read of the closed orders. */
const gatherMs = 40

const orders = { queryKey: ['order'] }
const isShownByFeed = ({ queryKey: [kind] }: Query): boolean => kind === 'board' || kind === 'order'

/** Older servers omit it. */
const roleOf = ({ role = 'counter' }: NonNullable<Session['device']>): TabletRole => role

/**
 * Keeps the feed open while this tablet is paired, and puts its rows into the query cache without reading them again.
 * @returns how to stop.
 */
export function startLiveSync(queries: QueryClient): () => void {
  // The demo has its own worker and nothing worth saving.
  if (import.meta.env.PROD && !import.meta.env.DEMO) {
    keepCurrent(queries)
    saveLastBoard(queries)
  }
  // Connecting starts now; before that, the feed did not count as lost.
  setFeedState({ is: 'lost', since: steadyNow() })
  let isGathering = false
  let wasConnected = false
  /** The board's change counter when the current feed was requested. */
  let requested = 0

  function readClosedSoon(): void {
    if (isGathering) return
    isGathering = true
    setTimeout(() => {
      isGathering = false
      void queries.invalidateQueries({ queryKey: ['closed'] })
    }, gatherMs)
  }

  /** Reads cached single orders again if they changed or left the board, because snapshot rows lack their details. */
  function readChangedOrders(rows: readonly OrderRow[]): void {
    const versions = new Map(rows.map((row) => [row.order_id, row.version]))
    for (const query of queries.getQueryCache().findAll(orders)) {
      const { queryKey } = query
      const shown = queries.getQueryData<OrderView>(queryKey)?.row
      if (shown?.version !== undefined && versions.get(shown.order_id) === shown.version) continue
      // A running request may have been answered before the change.
      void queries.cancelQueries({ queryKey }).then(() => queries.invalidateQueries({ queryKey }))
    }
  }

  /**
   * Puts a snapshot into the cache, and reads everything else again, because it may have changed without a connection. At
   * the first snapshot the catalog is left out: the feed does not cover it, and the new page has just read it.
   */
  function takeSnapshot(data: Snapshot): void {
    const isFirst = !wasConnected
    wasConnected = true
    if (data.orders) putBoard(queries, data, requested)
    // An older server sends no rows, and a newer one may send rows that this page cannot read.
    if (!data.isWhole) void queries.invalidateQueries(boardQuery())
    readChangedOrders(data.orders ?? [])
    const isNew = ({ queryKey, state }: Query) => isFirst && queryKey[0] === 'catalog' && state.status !== 'error'
    void queries.invalidateQueries({ predicate: (query) => !isShownByFeed(query) && !isNew(query) })
  }

  function takeRow({ order_id: orderId, version, row }: Extract<FeedEvent, { event: 'order' }>['data']): void {
    if (row === undefined) {
      void queries.invalidateQueries(boardQuery())
      void queries.invalidateQueries(orderQuery(orderId))
    } else putRow(queries, orderId, row, version)
    readClosedSoon()
  }

  function onEvent({ event, data }: FeedEvent): void {
    if (event === 'snapshot' || event === 'hb') setServerTime(data.server_time)
    if (event === 'hb') putHeartbeat(queries, data)
    if (event === 'snapshot') takeSnapshot(data)
    if (event === 'order') takeRow(data)
    if (event === 'shortages') putMeta(queries, { shortages: [...data.shortages] })
    if (event === 'alarm') {
      if (data.alarms) putAlarms(queries, [...data.alarms])
      else void queries.invalidateQueries(boardQuery())
    }
  }

  const feed = createLiveFeed({
    fetch(path, init) {
      requested = requestedNow(queries)
      return fetch(path, init)
    },
    clock: { ...pageClock, now: steadyNow },
    random: Math.random,
    watchWake: watchTabletWake,
    onEvent,
  })
  feed.state.watch(() => {
    setFeedState(feed.state.read())
    if (feed.state.read().is === 'live') return
    // The tablet may have been removed.
    void queries.invalidateQueries(sessionQuery())
    // The read makes an open order poll again, which it did not while the feed was live.
    void queries.invalidateQueries(orders)
  })
  /**
   * Removes all orders from a removed tablet, because it may be in other hands; of a tablet whose role has changed those
   * that its screen does not show, because the feed replaces these.
   */
  function forgetOrders(type: 'all' | 'inactive' = 'all'): void {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session', type })
    toasts.set([])
    forgetLeft()
  }

  let known: Session | undefined
  // The server sends no feed to an unpaired tablet.
  const unwatchSession = queries.getQueryCache().subscribe(() => {
    const session = queries.getQueryData(sessionQuery().queryKey)
    if (!session || session === known) return
    const wasPaired = known?.device
    known = session
    // Lets the next page request orders before its scripts have loaded.
    savePaired(session.device !== null)
    if (session.device) {
      wasCutOff.set(false)
      if (wasPaired && roleOf(wasPaired) !== roleOf(session.device)) forgetOrders('inactive')
      return feed.start()
    }
    feed.stop()
    if (!wasPaired) return
    wasCutOff.set(true)
    forgetOrders()
  })
  const unwatchTabs = watchOtherTabs(() => void queries.invalidateQueries(sessionQuery()))
  const unwatchFailure = followFailure(queries)
  const stopHiddenReads = readWhileHidden()
  // The session brings the server's time. Other data read before may count as fresh on a clock that was set back.
  const unwatchClock = watchClockChanges(
    () => void queries.invalidateQueries({ predicate: (query) => !isShownByFeed(query) }),
  )
  return () => {
    unwatchClock()
    stopHiddenReads()
    unwatchTabs()
    unwatchFailure()
    unwatchSession()
    feed.stop()
  }
}

type Snapshot = Extract<FeedEvent, { event: 'snapshot' }>['data']

/**
 * Lets a hidden page read on, because it must ring. TanStack would pause retries until the page is shown.
 * @returns how to stop.
 */
function readWhileHidden(): () => void {
  focusManager.setFocused(true)
  focusManager.setEventListener((readAgain) => {
    const look = () => document.hidden || readAgain()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })
  return () => focusManager.setFocused(undefined)
}
