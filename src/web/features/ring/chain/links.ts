import { feedSilenceMs } from '#contract/desk/feed.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { presenceBeatMs, type TabletState } from '#contract/desk/session.ts'
import { boardQuery } from '#web/api/board.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { connectionStatus, isSavedBoardShown } from '#web/api/http/connection-status.ts'
import { Failure } from '#web/api/http/failure.ts'
import { readAt } from '#web/api/http/query-client.ts'
import { serverNow, steadyNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { type AllSeen, allSeenOf, isRinging, type Ring, ringOf } from '#web/features/ring/ringer.ts'
import type { Instrument } from '#web/features/ring/tablet/instrument.ts'
import type { MessageKey } from '#web/i18n/translations.tsx'
import type { QueryClient } from '@tanstack/react-query'

type LinkState = 'ok' | 'weak' | 'broken'

/** A link of the chain from the server to the audible ring. */
export interface Link {
  readonly state: LinkState
  readonly messageKey: Extract<MessageKey, `ring.link.${string}`>
}

/** The tablet's own state that the links depend on. */
export interface ChainFacts {
  readonly hasSound: boolean
  readonly isSounding: boolean
  readonly isAwake: boolean
  readonly feed: 'live' | 'asking' | 'lost'
  readonly token: 'ok' | 'refused' | 'not_enrolled'
  readonly isNotificationAllowed: boolean
}

/** All links in display order. A weak one does not prevent the ring now. */
export function linksOf(facts: ChainFacts): readonly Link[] {
  return [soundLink(facts), awakeLink(facts), feedLink(facts), tokenLink(facts), notificationLink(facts)]
}

/** Red if the tablet cannot ring, amber if it might stop ringing. */
export function lightOf(links: readonly Link[]): 'red' | 'amber' | 'good' {
  if (links.some(({ state }) => state === 'broken')) return 'red'
  return links.some(({ state }) => state === 'weak') ? 'amber' : 'good'
}

function soundLink({ hasSound, isSounding }: ChainFacts): Link {
  if (isSounding) return { state: 'ok', messageKey: 'ring.link.sound' }
  return { state: 'broken', messageKey: hasSound ? 'ring.link.noSound' : 'ring.link.cannotSound' }
}

const awakeLink = ({ isAwake }: ChainFacts): Link =>
  isAwake ? { state: 'ok', messageKey: 'ring.link.awake' } : { state: 'weak', messageKey: 'ring.link.notAwake' }

function feedLink({ feed }: ChainFacts): Link {
  if (feed === 'live') return { state: 'ok', messageKey: 'ring.link.feed' }
  if (feed === 'asking') return { state: 'weak', messageKey: 'ring.link.asking' }
  return { state: 'broken', messageKey: 'ring.link.noFeed' }
}

function tokenLink({ token }: ChainFacts): Link {
  if (token === 'ok') return { state: 'ok', messageKey: 'ring.link.token' }
  return { state: 'broken', messageKey: token === 'refused' ? 'ring.link.noToken' : 'ring.link.notEnrolled' }
}

const notificationLink = ({ isNotificationAllowed }: ChainFacts): Link =>
  isNotificationAllowed
    ? { state: 'ok', messageKey: 'ring.link.notices' }
    : { state: 'weak', messageKey: 'ring.link.noNotices' }

/** The current ring and the state of its links. */
export interface RingStatus {
  readonly isArmed: boolean
  readonly ring: Ring | undefined
  readonly allSeen: AllSeen | undefined
  readonly links: readonly Link[]
  readonly facts: ChainFacts
}

/** Used until the server's window is known. Too urgent a ring is better than too calm a one. */
const usualWindowSeconds = 300

/** Computes the ring from the orders and the links from the tablet's own state. */
export function checkLinks(queries: QueryClient, instrument: Instrument): RingStatus {
  const session = queries.getQueryData(sessionQuery().queryKey)
  const windowSeconds = session?.response_window_seconds ?? usualWindowSeconds
  const rows = rowsOf(queries)
  const now = serverNow()
  const facts: ChainFacts = {
    hasSound: instrument.hasSound,
    isSounding: instrument.sound.isRunning(),
    isAwake: instrument.wakeLock.isHeld(),
    feed: feedOf(queries),
    token: tokenOf(queries),
    isNotificationAllowed: instrument.notification.isAllowed(),
  }
  return {
    isArmed: instrument.isArmed(),
    ring: ringOf(rows, now, windowSeconds),
    allSeen: allSeenOf(rows, now),
    // A call that just failed already shows as lost, although the lost tone waits longer.
    links: linksOf(connectionStatus.read().state === 'lost' ? { ...facts, feed: 'lost' } : facts),
    facts,
  }
}

const boardOf = (queries: QueryClient) => queries.getQueryState(boardQuery().queryKey)
const rowsOf = (queries: QueryClient): readonly OrderRow[] => {
  const rows = boardOf(queries)?.data?.data ?? []
  // Without a connection the rows may be hours old, so orders past their deadline do not ring.
  const isOld = isSavedBoardShown() || feedOf(queries) === 'lost'
  return isOld ? rows.filter(({ respond_by: by }) => by !== null && Date.parse(by) > serverNow()) : rows
}

export const ringingRows = (queries: QueryClient): readonly OrderRow[] =>
  rowsOf(queries).filter((row) => isRinging(row, serverNow()))

/** The state of the feed. While polling succeeds, a missing feed does not count as lost. */
function feedOf(queries: QueryClient): ChainFacts['feed'] {
  const feed = feedState.read()
  if (feed.is !== 'lost') return feed.is === 'live' ? 'live' : 'asking'
  const knownAt = Math.max(feed.since, readAt(queries, boardQuery().queryKey) ?? Number.NEGATIVE_INFINITY)
  return steadyNow() - knownAt > feedSilenceMs ? 'lost' : 'asking'
}

function tokenOf(queries: QueryClient): ChainFacts['token'] {
  const board = boardOf(queries)
  if (board?.error instanceof Failure && board.error.code === 'not_enrolled') return 'not_enrolled'
  const isRefused = board?.data?.meta.alarms.some(({ code }) => code === 'vendor_token') ?? false
  return isRefused || connectionStatus.read().state === 'token' ? 'refused' : 'ok'
}

type Own = Omit<TabletState, 'touched'>

/**
 * @returns a function to call often. It sends this tablet's state every 30 s and at each change. A touch, read from
 * `takeTouched`, is sent with the next of these.
 */
export function createPresenceBeat(
  send: (state: TabletState) => void,
  takeTouched: () => boolean,
): (state: Own, now: number) => void {
  let sent = ''
  let sentAt = Number.NEGATIVE_INFINITY
  return (state, now) => {
    const text = JSON.stringify(state)
    // Also sends if the clock was set back.
    if (text === sent && now >= sentAt && now - sentAt < presenceBeatMs) return
    sent = text
    sentAt = now
    send({ ...state, touched: takeTouched() })
  }
}
