import { setFeedState } from '#client/feed-state.ts'
import { createLiveFeed, watchTabletWake } from '#client/live-feed.ts'
import { setServerTime } from '#client/server-clock.ts'
import { sessionQuery } from '#client/session.ts'
import { systemClock } from '#contract/clock.ts'
import type { FeedEvent } from '#contract/desk/feed.ts'
import type { QueryClient } from '@tanstack/react-query'

/** Orders that change together are asked for together. */
const gatherMs = 40

/** Listens to the desk for as long as this tablet is let in: what it tells of is asked for again. */
export function goLive(queries: QueryClient): void {
  const stale = new Set<string>()

  function markSoon(key: string): void {
    stale.add(key)
    if (stale.size === 1) setTimeout(markStale, gatherMs)
  }

  function markStale(): void {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.some((part) => stale.has(String(part))) })
    stale.clear()
  }

  function onEvent(event: FeedEvent): void {
    if (event.event === 'snapshot' || event.event === 'hb') setServerTime(event.data.server_time)
    if (event.event === 'alarm') markSoon('board')
    if (event.event !== 'order') return
    for (const key of ['board', 'closed', event.data.order_id]) markSoon(key)
  }

  const feed = createLiveFeed({
    fetch: (path, init) => fetch(path, init),
    clock: systemClock,
    random: Math.random,
    watchWake: watchTabletWake,
    onEvent,
    onConnected: () => void queries.invalidateQueries(),
  })
  feed.state.watch(() => {
    setFeedState(feed.state.read())
    // Perhaps this tablet was cut off.
    if (feed.state.read().is === 'lost') void queries.invalidateQueries(sessionQuery())
  })
  // Nobody speaks to a tablet that was not let in.
  queries.getQueryCache().subscribe(() => {
    const session = queries.getQueryData(sessionQuery().queryKey)
    if (session?.device) feed.start()
    else if (session) feed.stop()
  })
}
