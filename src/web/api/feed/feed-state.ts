import type { LiveState } from './live-feed.ts'
import { createStore, type ChangeRecords } from '#web/api/store.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'

/** On a slow line what listens comes seconds after the orders: until somebody has tried, nothing was lost. */
export type FeedState = LiveState | { readonly is: 'begins' }

const told = createStore<FeedState>({ is: 'begins' })

/** Whether this tablet hears of changes by itself; while it does not, it asks every few seconds. */
export const feedState: ChangeRecords<FeedState> = told
export const setFeedState = (state: FeedState): void => told.set(state)

/** What listens should have come long ago: that it has not is told from now on. */
export function endFeedBeginning(): void {
  if (told.read().is === 'begins') told.set({ is: 'lost', since: steadyNow() })
}

const askEveryMs = 5000

/**
 * How often to ask again, in milliseconds: not at all while the feed tells, unless what it told of could not be read. Of
 * that it does not tell twice.
 */
export const pollingPace = ({ error }: { readonly error: unknown }): number | false =>
  feedState.read().is === 'live' && error === null ? false : askEveryMs
