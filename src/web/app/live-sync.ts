import { askedNow, putAlarms, putBoard } from '#web/api/board.ts'
import { orderQuery, putRow, type OrderView } from '#web/api/order.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { wasCutOff } from '#web/api/cut-off.ts'
import { forgetLeft } from '#web/api/left-board.ts'
import { toasts } from '#web/api/toasts.ts'
import { createLiveFeed, watchTabletWake } from '#web/api/feed/live-feed.ts'
import { setServerTime, steadyNow, watchClockChanges } from '#web/api/http/server-clock.ts'
import { keep, watchOtherTabs } from '#web/api/preferences.ts'
import { sessionQuery } from '#web/api/session.ts'
import { pageClock } from '#contract/clock.ts'
import type { FeedEvent } from '#contract/desk/feed.ts'
import type { Session } from '#contract/desk/session.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'
import { followFailure } from './follow-failure.ts'
import { saveLastBoard } from './last-known.ts'
import { keepCurrent } from './keep-current.ts'

/** Lists that a change may concern are asked for once for all that changes together. */
const gatherMs = 40

const isOfBoard = ({ queryKey: [kind] }: Query): boolean => kind === 'board'
const isOfOrder = ({ queryKey: [kind] }: Query): boolean => kind === 'order'

/**
 * Listens to the desk for as long as this tablet is let in, and shows the rows that it sends. Nothing of them is asked for
 * again.
 * @returns what ends it.
 */
export function startLiveSync(queries: QueryClient): () => void {
  // The demo has a worker of its own, and nothing that would be worth keeping.
  if (import.meta.env.PROD && !import.meta.env.DEMO) {
    keepCurrent(queries)
    saveLastBoard(queries)
  }
  // Until now nobody tried: a page that has just been opened has lost nothing yet.
  setFeedState({ is: 'lost', since: steadyNow() })
  let isGathering = false
  let wasConnected = false
  /** When the feed that is open, or about to be, was asked for. */
  let asked = 0

  function readListsSoon(): void {
    if (isGathering) return
    isGathering = true
    setTimeout(() => {
      isGathering = false
      void queries.invalidateQueries({ queryKey: ['closed'] })
    }, gatherMs)
  }

  /** Orders on their own screens have more than the board: those that changed, or left it, are read. */
  function readChangedOrders(rows: readonly OrderRow[]): void {
    const versions = new Map(rows.map((row) => [row.order_id, row.version]))
    for (const query of queries.getQueryCache().findAll({ predicate: isOfOrder })) {
      const { queryKey } = query
      const shown = queries.getQueryData<OrderView>(queryKey)?.row
      if (shown?.version !== undefined && versions.get(shown.order_id) === shown.version) continue
      // What is under way may have been answered before the change.
      void queries.cancelQueries({ queryKey }).then(() => queries.invalidateQueries({ queryKey }))
    }
  }

  /**
   * The whole board came. Of what else is shown, who was not connected knows nothing of what changed meanwhile. But of the
   * catalog the feed never tells, and a page that has just been opened has read it just now, or is about to.
   */
  function takeSnapshot(data: Snapshot): void {
    const isFirst = !wasConnected
    wasConnected = true
    if (data.orders) putBoard(queries, data, asked)
    // A server of an older version sends no rows, and one of a newer version perhaps one that this page cannot read.
    if (!data.isWhole) void queries.invalidateQueries({ predicate: isOfBoard })
    readChangedOrders(data.orders ?? [])
    const isNew = ({ queryKey, state }: Query) => isFirst && queryKey[0] === 'catalog' && state.status !== 'error'
    const isShownByFeed = (query: Query) => isOfBoard(query) || isOfOrder(query)
    void queries.invalidateQueries({ predicate: (query) => !isShownByFeed(query) && !isNew(query) })
  }

  function takeRow({ order_id: orderId, version, row }: Extract<FeedEvent, { event: 'order' }>['data']): void {
    if (row === undefined) {
      void queries.invalidateQueries({ predicate: isOfBoard })
      void queries.invalidateQueries({ queryKey: orderQuery(orderId).queryKey })
    } else putRow(queries, orderId, row, version)
    readListsSoon()
  }

  function onEvent({ event, data }: FeedEvent): void {
    if (event === 'snapshot' || event === 'hb') setServerTime(data.server_time)
    if (event === 'snapshot') takeSnapshot(data)
    if (event === 'order') takeRow(data)
    if (event === 'alarm') {
      if (data.alarms) putAlarms(queries, [...data.alarms])
      else void queries.invalidateQueries({ predicate: isOfBoard })
    }
  }

  const feed = createLiveFeed({
    fetch(path, init) {
      asked = askedNow(queries)
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
    // Perhaps this tablet was cut off.
    void queries.invalidateQueries(sessionQuery())
    // With its answer an open order takes up its pace, which stood still while the feed told of it.
    void queries.invalidateQueries({ queryKey: ['order'] })
  })
  /** A tablet that was told to go may be in other hands. */
  function forgetOrders(): void {
    wasCutOff.set(true)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    toasts.set([])
    forgetLeft()
  }

  let known: Session | undefined
  // Nobody speaks to a tablet that was not let in.
  const unwatchSession = queries.getQueryCache().subscribe(() => {
    const session = queries.getQueryData(sessionQuery().queryKey)
    if (!session || session === known) return
    const wasIn = known?.device
    known = session
    // With it a page asks for orders before any script is there.
    keep('let-in', session.device ? 'yes' : 'no')
    if (session.device) {
      wasCutOff.set(false)
      return feed.start()
    }
    feed.stop()
    if (wasIn) forgetOrders()
  })
  const unwatchTabs = watchOtherTabs(() => void queries.invalidateQueries(sessionQuery()))
  const unwatchFailure = followFailure(queries)
  const stopHiddenReads = readWhileHidden()
  // The session brings the server's time. What else was read before may pass for new on a clock that was set back.
  const unwatchClock = watchClockChanges(
    () => void queries.invalidateQueries({ predicate: (query) => !isOfBoard(query) && !isOfOrder(query) }),
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
 * A page that nobody looks at rings all the same. TanStack would hold back what it tries again until the page is shown.
 * @returns what ends it.
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
