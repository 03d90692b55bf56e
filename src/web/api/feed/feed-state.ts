import type { LiveState } from './live-feed.ts'
import { createStore, type ReadableStore } from '#web/api/store.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'

/** `begins`: the feed code has not loaded yet, so the feed does not count as lost. */
export type FeedState = LiveState | { readonly is: 'begins' }

const state = createStore<FeedState>({ is: 'begins' })

/** Whether the feed delivers changes to this tablet. While it does not, queries poll. */
export const feedState: ReadableStore<FeedState> = state
export const setFeedState = (next: FeedState): void => state.set(next)

/** Counts the feed as lost if its code has still not loaded. */
export function endFeedBeginning(): void {
  if (state.read().is === 'begins') state.set({ is: 'lost', since: steadyNow() })
}

const pollEveryMs = 5000

/**
 * The polling interval in milliseconds, or false while the feed is live. A query that failed polls even then, because the
 * feed does not send the same change twice.
 */
export const pollingPace = ({ error }: { readonly error: unknown }): number | false =>
  feedState.read().is === 'live' && error === null ? false : pollEveryMs
