import type { PageClock } from '#contract/clock.ts'
import { feedHeartbeatMs, feedPath, feedSilenceMs, type FeedEvent } from '#contract/desk/feed.ts'
import { readFeedEvent } from '#contract/desk/read-feed-event.ts'
import { readEvents } from './sse-reader.ts'
import { tryJson } from '#web/api/http/call.ts'
import { createStore, type ReadableStore } from '#web/api/store.ts'

/** `since` is when the feed was lost, on the clock passed in. */
export type LiveState = { readonly is: 'live' } | { readonly is: 'lost'; readonly since: number }

/** `visible`: the page is shown again. `online`: the network is back. `left` and `back`: `pagehide` and `pageshow`. */
export type Wake = 'visible' | 'online' | 'left' | 'back'

export interface LiveFeedDeps {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly clock: PageClock
  readonly random: () => number
  /** Calls back at each wake. @returns how to stop. */
  readonly watchWake: (rouse: (wake: Wake) => void) => () => void
  readonly onEvent: (event: FeedEvent) => void
}

export interface LiveFeed {
  readonly state: ReadableStore<LiveState>
  /** Connects, and reconnects until stopped. */
  start(): void
  stop(): void
}

const shortestWaitMs = 1_000
const longestWaitMs = 15_000

/** The page's end of the feed. It reconnects within 30 s after the cause of a break has ended. */
export function createLiveFeed({ fetch, clock, random, watchWake, onEvent }: LiveFeedDeps): LiveFeed {
  const state = createStore<LiveState>({ is: 'lost', since: clock.now() })
  /** The current connection, or the wait before the next one. */
  let connection = new AbortController()
  let watchdog = new AbortController()
  let life: AbortController | undefined
  let unwatchWake: (() => void) | undefined
  /** When it last received an event or began to connect; 0 while it waits. */
  let receivedAt = 0
  let failures = 0
  let retryMs: number | undefined
  let isHurried = false
  /** When the page was left, if it was. */
  let leftAt: number | undefined

  /** Drops the connection unless something arrives within `ms`. */
  function expectEvent(ms: number): void {
    receivedAt = clock.now()
    watchdog.abort()
    watchdog = new AbortController()
    const { signal } = watchdog
    const watched = connection
    void clock.sleep(ms, signal).then(() => signal.aborted || watched.abort())
  }

  function take(name: string, text: string): void {
    const event = readFeedEvent(name, tryJson(text))
    if (!event) return
    expectEvent(feedSilenceMs)
    if (event.event === 'snapshot') {
      failures = 0
      state.set({ is: 'live' })
    }
    onEvent(event)
    if (event.event === 'bye') {
      retryMs = event.data.retry_ms
      connection.abort()
    }
  }

  async function connect(signal: AbortSignal): Promise<void> {
    // A snapshot starts at once. Waiting for the full silence limit of 22 s plus a backoff would exceed 30 s.
    expectEvent(feedHeartbeatMs)
    const { status, headers, body } = await fetch(feedPath, {
      headers: { Accept: 'text/event-stream' },
      cache: 'no-store',
      signal,
    })
    if (status === 200 && body && headers.get('Content-Type')?.startsWith('text/event-stream')) {
      // A snapshot may take a while over a slow connection.
      await readEvents(body, signal, take, () => state.read().is === 'live' || expectEvent(feedHeartbeatMs))
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
      connection = attempt
      isHurried = false
      retryMs = undefined
      // Every failure is handled the same way: try again.
      await connect(attempt.signal).catch(() => undefined)
      if (ended.aborted) return
      // Releases what is left of the connection: an unread body or a silent socket.
      attempt.abort()
      lose()
      if (isHurried) continue
      connection = new AbortController()
      await clock.sleep(waitMs(), connection.signal)
      // A timer that fires means that the page is still open.
      comeBack()
    }
  }

  function lose(since = clock.now()): void {
    // The browser ends the stream of a page that is left. Reporting it would make every query read again and delay the
    // next page.
    if (leftAt !== undefined) return
    receivedAt = 0
    watchdog.abort()
    if (state.read().is === 'live') state.set({ is: 'lost', since })
  }

  /** Reports the loss that was held back while the page was left: the feed may have missed changes since. */
  function comeBack(): void {
    const since = leftAt
    leftAt = undefined
    if (since !== undefined) lose(since)
  }

  /** Reconnects at once if the connection was silent for longer than a heartbeat, or if the network has changed. */
  function rouse(wake: Wake): void {
    if (wake === 'left') {
      leftAt ??= clock.now()
      return
    }
    if (leftAt !== undefined) comeBack()
    else if (wake === 'back') return
    else if (wake === 'visible' && Math.abs(clock.now() - receivedAt) < feedHeartbeatMs * 1.2) return
    failures = 0
    isHurried = true
    connection.abort()
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
      connection.abort()
      leftAt = undefined
      lose()
    },
  }
}

/** Watches the wakes of this browser page. */
export const watchTabletWake: LiveFeedDeps['watchWake'] = (rouse) => {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('online', () => rouse('online'), { signal })
  addEventListener('pagehide', () => rouse('left'), { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && rouse('back'), { signal })
  document.addEventListener('visibilitychange', () => document.hidden || rouse('visible'), { signal })
  return () => stop.abort()
}
