import { boardQuery } from '#web/api/board.ts'
import { orderQuery } from '#web/api/order.ts'
import { callDesk } from '#web/api/http/call.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { wasCutOff } from '#web/api/cut-off.ts'
import { forgetLeft, noteLeft } from '#web/api/left-board.ts'
import { notices } from '#web/api/toasts/toasts.ts'
import { createLiveFeed, watchTabletWake } from '#web/api/feed/live-feed.ts'
import { setServerTime, steadyNow, watchClockChanges } from '#web/api/http/server-clock.ts'
import { keep } from '#web/api/preferences/saved.ts'
import { watchOtherTabs } from '#web/api/preferences/other-tabs.ts'
import { sessionQuery } from '#web/api/session.ts'
import { noteReading, noteToldVersion, toldVersion } from '#web/api/feed/told-version.ts'
import { pageClock } from '#contract/clock.ts'
import type { FeedEvent } from '#contract/desk/feed.ts'
import type { Session } from '#contract/desk/session.ts'
import { inbox } from '#contract/desk/inbox.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { followFailure } from './follow-failure.ts'
import { keepLastBoard } from './last-known.ts'
import { keepCurrent } from './keep-current.ts'
import { createFreshRows, type FreshRow } from './fresh-rows.ts'
import { readAgain } from './read-again.ts'
import { readThoughHidden } from './read-though-hidden.ts'

/** Lists that a change may concern are asked for once for all that changes together. */
const gatherMs = 40

/** The board, and orders on their own screens. */
const isOfOrders = ({ queryKey: [kind] }: Query): boolean => kind === 'board' || kind === 'order'

async function readRow(orderId: string): Promise<FreshRow> {
  const { data } = await callDesk(inbox.readRow, { params: { orderId }, query: { only: 'row' } })
  const { is_on_board: isOnBoard, version, ...row } = data
  if (!isOnBoard) noteLeft(row)
  return { row, isOnBoard, version }
}

/**
 * Listens to the desk for as long as this tablet is let in: what it tells of is asked for again.
 * @returns what ends it.
 */
export function startLiveSync(queries: QueryClient): () => void {
  // The demo has a worker of its own, and nothing that would be worth keeping.
  if (import.meta.env.PROD && !import.meta.env.DEMO) {
    keepCurrent(queries)
    keepLastBoard(queries)
  }
  // Until now nobody tried: a page that has just been opened has lost nothing yet.
  setFeedState({ is: 'lost', since: steadyNow() })
  const rows = createFreshRows(queries, readRow)
  let isGathering = false
  let wasConnected = false

  /** Whether what this tablet shows of orders is as new as a reading, once that is over: it may have failed. */
  async function isShownAfter(reading: Promise<unknown>): Promise<boolean> {
    await reading
    const shown = queries.getQueryCache().findAll({ type: 'active', predicate: isOfOrders })
    return shown.every(({ state }) => state.error === null && !state.isInvalidated)
  }

  const isBoardOf = (version: number) => (queries.getQueryData(boardQuery().queryKey)?.meta.version ?? 0) >= version

  function readListsSoon(): void {
    if (isGathering) return
    isGathering = true
    setTimeout(() => {
      isGathering = false
      void readAgain(queries, { queryKey: ['closed'] }, () => false)
    }, gatherMs)
  }

  /**
   * Who was not connected knows nothing of what changed meanwhile. But of the catalog the feed never tells, and a page
   * that has just been opened has read it just now, or is about to.
   */
  function readAnew(): void {
    const isFirst = !wasConnected
    wasConnected = true
    const version = toldVersion()
    // An order says of itself when it changed last, not whether it has changed since.
    const isAsNew = ({ queryKey: [kind] }: Query) => kind === 'board' && isBoardOf(version)
    noteReading(isShownAfter(readAgain(queries, { predicate: isOfOrders }, isAsNew)))
    const isNew = ({ queryKey, state }: Query) => isFirst && queryKey[0] === 'catalog' && state.status !== 'error'
    void queries.invalidateQueries({ predicate: (query) => !isOfOrders(query) && !isNew(query) })
  }

  function onEvent(event: FeedEvent): void {
    if ('version' in event.data) noteToldVersion(event.data.version)
    if (event.event === 'snapshot' || event.event === 'hb') setServerTime(event.data.server_time)
    if (event.event === 'alarm') void rows.readBoard()
    if (event.event !== 'order') return
    const { order_id: orderId, version } = event.data
    const { queryKey } = orderQuery(orderId)
    const isAsNew = () => (queries.getQueryData(queryKey)?.row?.version ?? 0) >= version
    const order = readAgain(queries, { queryKey }, isAsNew)
    noteReading(isShownAfter(Promise.all([rows.read(orderId, version), order])))
    readListsSoon()
  }

  const feed = createLiveFeed({
    fetch: (path, init) => fetch(path, init),
    clock: { ...pageClock, now: steadyNow },
    random: Math.random,
    watchWake: watchTabletWake,
    onEvent,
    onConnected: readAnew,
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
    notices.set([])
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
  const unwatchPauses = readThoughHidden(queries)
  // The session brings the server's time. What else was read before may pass for new on a clock that was set back.
  const unwatchClock = watchClockChanges(
    () => void queries.invalidateQueries({ predicate: (query) => !isOfOrders(query) }),
  )
  return () => {
    unwatchClock()
    unwatchPauses()
    unwatchTabs()
    unwatchFailure()
    unwatchSession()
    feed.stop()
  }
}
