import type { LiveState } from './live-feed.ts'
import { createTold, type Told } from '#client/told.ts'

const told = createTold<LiveState>({ is: 'lost', since: Date.now() })

/** Whether this tablet hears of changes by itself; while it does not, it asks every few seconds. */
export const feedState: Told<LiveState> = told
export const setFeedState = (state: LiveState): void => told.set(state)

const askEveryMs = 5000

/**
 * How often to ask again, in milliseconds: not at all while the feed tells, unless what it told of could not be read. Of
 * that it does not tell twice.
 */
export const pollingPace = ({ error }: { readonly error: unknown }): number | false =>
  feedState.read().is === 'live' && error === null ? false : askEveryMs
