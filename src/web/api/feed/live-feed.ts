import type { PageClock } from '#contract/clock.ts'
import { feedHeartbeatMs, feedPath, feedSilenceMs, readFeedEvent, type FeedEvent } from '#contract/desk/feed.ts'
import { readEvents } from './sse-reader.ts'
import { tryJson } from '#web/api/http/call.ts'
import { createStore, type ChangeRecords } from '#web/api/store.ts'

/** `since` is when it was lost, on the clock that was handed in. */
export type LiveState = { readonly is: 'live' } | { readonly is: 'lost'; readonly since: number }

/** A tablet that is looked at again, or has a network again; a page that is being left, or that was and is back. */
export type Wake = 'visible' | 'online' | 'left' | 'back'

export interface LiveFeedDeps {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly clock: PageClock
  readonly random: () => number
  /** Calls back at each waking. @returns the way to stop that. */
  readonly watchWake: (rouse: (wake: Wake) => void) => () => void
  readonly onEvent: (event: FeedEvent) => void
}

export interface LiveFeed {
  readonly state: ChangeRecords<LiveState>
  /** Connects, and goes on trying for ever. */
  start(): void
  stop(): void
}

const shortestWaitMs = 1_000
const longestWaitMs = 15_000

/** The page's end of the feed: whatever breaks it, it is there again within 30 s of the end of what broke it. */
export function createLiveFeed({ fetch, clock, random, watchWake, onEvent }: LiveFeedDeps): LiveFeed {
  const state = createStore<LiveState>({ is: 'lost', since: clock.now() })
  /** What is under way: a connection, or the wait for the next one. */
  let line = new AbortController()
  let watchdog = new AbortController()
  let life: AbortController | undefined
  let unwatchWake: (() => void) | undefined
  /** When it last heard an event or began to connect; 0 while it waits. */
  let heardAt = 0
  let failures = 0
  let retryMs: number | undefined
  let isHurried = false
  /** Since when the page is left, as far as is known. */
  let leftAt: number | undefined

  /** Gives up the line unless something is heard within so many milliseconds. */
  function expectWord(ms: number): void {
    heardAt = clock.now()
    watchdog.abort()
    watchdog = new AbortController()
    const { signal } = watchdog
    const watched = line
    void clock.sleep(ms, signal).then(() => signal.aborted || watched.abort())
  }

  function take(name: string, text: string): void {
    const event = readFeedEvent(name, tryJson(text))
    if (!event) return
    expectWord(feedSilenceMs)
    if (event.event === 'snapshot') {
      failures = 0
      state.set({ is: 'live' })
    }
    onEvent(event)
    if (event.event === 'bye') {
      retryMs = event.data.retry_ms
      line.abort()
    }
  }

  async function connect(signal: AbortSignal): Promise<void> {
    // A snapshot begins to come at once: who takes longer is not answering, and 22 s and a wait would be more than 30 s.
    expectWord(feedHeartbeatMs)
    const { status, headers, body } = await fetch(feedPath, {
      headers: { Accept: 'text/event-stream' },
      cache: 'no-store',
      signal,
    })
    if (status === 200 && body && headers.get('Content-Type')?.startsWith('text/event-stream')) {
      // A whole board may take a slow line a while.
      await readEvents(body, signal, take, () => state.read().is === 'live' || expectWord(feedHeartbeatMs))
    }
  }

  function waitMs(): number {
    if (retryMs !== undefined) return Math.min(retryMs, longestWaitMs) + random() * shortestWaitMs
    failures += 1
    return shortestWaitMs + random() * (Math.min(longestWaitMs, shortestWaitMs * 2 ** failures) - shortestWaitMs)
  }

  async function run(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const attempt = new AbortController()
      line = attempt
      isHurried = false
      retryMs = undefined
      // Whatever broke it, the answer is the same: try again.
      await connect(attempt.signal).catch(() => undefined)
      if (ended.aborted) return
      // Lets go of what is left of it: a body that nobody wants, a socket that says nothing.
      attempt.abort()
      lose()
      if (isHurried) continue
      line = new AbortController()
      await clock.sleep(waitMs(), line.signal)
      // Time goes on, so the page is there after all.
      comeBack()
    }
  }

  function lose(since = clock.now()): void {
    // The browser ends a left page's stream. Whoever were told of it would ask the desk for all that they show, and the
    // next page would wait for that.
    if (leftAt !== undefined) return
    heardAt = 0
    watchdog.abort()
    if (state.read().is === 'live') state.set({ is: 'lost', since })
  }

  /** Whatever the stream of a page that was left has come to, it may have missed something since. */
  function comeBack(): void {
    const since = leftAt
    leftAt = undefined
    if (since !== undefined) lose(since)
  }

  /** A line that was silent for longer than a heartbeat has not outlived the sleep; a new network has new lines. */
  function rouse(wake: Wake): void {
    if (wake === 'left') {
      leftAt ??= clock.now()
      return
    }
    if (leftAt !== undefined) comeBack()
    else if (wake === 'back') return
    else if (wake === 'visible' && Math.abs(clock.now() - heardAt) < feedHeartbeatMs * 1.2) return
    failures = 0
    isHurried = true
    line.abort()
  }

  return {
    state,
    start() {
      if (life) return
      life = new AbortController()
      unwatchWake = watchWake(rouse)
      void run(life.signal)
    },
    stop() {
      life?.abort()
      life = undefined
      unwatchWake?.()
      line.abort()
      leftAt = undefined
      lose()
    },
  }
}

/** The wakings of the tablet that shows this page. */
export const watchTabletWake: LiveFeedDeps['watchWake'] = (rouse) => {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('online', () => rouse('online'), { signal })
  addEventListener('pagehide', () => rouse('left'), { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && rouse('back'), { signal })
  document.addEventListener('visibilitychange', () => document.hidden || rouse('visible'), { signal })
  return () => stop.abort()
}
