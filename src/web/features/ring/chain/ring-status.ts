import { feedSilenceMs } from '#contract/desk/feed.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRinging } from '#domain/ringing.ts'
import { boardQuery } from '#web/api/board.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { connectionStatus, isSavedBoardShown } from '#web/api/http/connection-status.ts'
import { Failure } from '#web/api/http/failure.ts'
import { readAt } from '#web/api/http/query-client.ts'
import { serverNow, steadyNow, tabletClockOffMs } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { type AllSilenced, allSilencedOf, type Ring, ringOf } from '#web/features/ring/ringer.ts'
import type { Instrument } from '#web/tablet/instrument.ts'
import { type ChainFacts, type ChainLink, linksOf } from './links.ts'
import type { QueryClient } from '@tanstack/react-query'

/** The current ring and the state of its links. */
export interface RingStatus {
  readonly isArmed: boolean
  readonly ring: Ring | undefined
  readonly allSilenced: AllSilenced | undefined
  readonly links: readonly ChainLink[]
  readonly facts: ChainFacts
}

/** Used until the server's window is known. Too urgent a ring is better than too calm a one. */
const usualWindowSeconds = 300

/** Computes the ring from the orders and the links from the tablet's own state. */
export function readRingStatus(queries: QueryClient, instrument: Instrument): RingStatus {
  const session = queries.getQueryData(sessionQuery().queryKey)
  const windowSeconds = session?.response_window_seconds ?? usualWindowSeconds
  const rows = rowsToRing(queries)
  const now = serverNow()
  const facts: ChainFacts = {
    hasSound: instrument.hasSound,
    isSounding: instrument.sound.isRunning(),
    isAwake: instrument.wakeLock.isHeld(),
    feed: feedOf(queries),
    token: tokenOf(queries),
    webhook: webhookOf(queries),
    isClockRight: Math.abs(tabletClockOffMs()) <= clockOffMs,
    isNotificationAllowed: instrument.notification.isAllowed(),
    isPrinterFaulty: boardOf(queries)?.data?.meta.alarms.some(({ code }) => code.startsWith('print')) ?? false,
  }
  return {
    isArmed: instrument.isArmed(),
    ring: ringOf(rows, now, windowSeconds),
    allSilenced: allSilencedOf(rows, now),
    // A call that just failed already shows as lost, although the lost tone waits longer.
    links: linksOf(connectionStatus.read().state === 'lost' ? { ...facts, feed: 'lost' } : facts),
    facts,
  }
}

const boardOf = (queries: QueryClient) => queries.getQueryState(boardQuery().queryKey)
const rowsToRing = (queries: QueryClient): readonly OrderRow[] => {
  const rows = boardOf(queries)?.data?.data ?? []
  // Without a connection the rows may be hours old, so orders past their deadline do not ring.
  const isOld = isSavedBoardShown() || feedOf(queries) === 'lost'
  return isOld ? rows.filter(({ respond_by: by }) => by !== null && Date.parse(by) > serverNow()) : rows
}

export const ringingRows = (queries: QueryClient): readonly OrderRow[] =>
  rowsToRing(queries).filter((row) => isRinging(row, serverNow()))

/** The state of the feed. While polling succeeds, a missing feed does not count as lost. */
function feedOf(queries: QueryClient): ChainFacts['feed'] {
  const feed = feedState.read()
  if (feed.is !== 'lost') return feed.is === 'live' ? 'live' : 'polling'
  const knownAt = Math.max(feed.since, readAt(queries, boardQuery().queryKey) ?? Number.NEGATIVE_INFINITY)
  return steadyNow() - knownAt > feedSilenceMs ? 'lost' : 'polling'
}

function tokenOf(queries: QueryClient): ChainFacts['token'] {
  const board = boardOf(queries)
  if (board?.error instanceof Failure && board.error.code === 'not_enrolled') return 'not_enrolled'
  const isRefused = board?.data?.meta.alarms.some(({ code }) => code === 'vendor_token') ?? false
  return isRefused || connectionStatus.read().state === 'token' ? 'refused' : 'ok'
}

/** Orders arrive on most days; a shop that was closed for longer tests the webhook. */
const worksForMs = 24 * 60 * 60_000
/** Times on the screen are visibly wrong above this. */
const clockOffMs = 2 * 60_000

function webhookOf(queries: QueryClient): ChainFacts['webhook'] {
  const meta = boardOf(queries)?.data?.meta
  const isRaised = (alarm: string) => meta?.alarms.some(({ code }) => code === alarm)
  if (isRaised('webhook_off')) return 'off'
  if (isRaised('webhook_refused') || isRaised('webhook_unreadable')) return 'faulty'
  const heardAt = meta?.webhook_heard_at
  if (heardAt === undefined) return undefined
  if (heardAt === null) return 'never'
  return serverNow() - Date.parse(heardAt) > worksForMs ? 'silent' : 'works'
}
