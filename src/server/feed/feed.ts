import { feedHeartbeatMs, type FeedEvent } from '#contract/desk/feed.ts'
import type { AcceptMoment } from '#contract/desk/accept-moment.ts'
import { type TabletRole, tabletRoles } from '#contract/desk/tablet-role.ts'
import type { DeviceHere } from '#server/auth/devices.ts'
import type { Clock } from '#contract/clock.ts'
import { withoutHandOverCodes } from '#domain/without-codes.ts'

interface FeedDeps {
  readonly clock: Clock
  /** The latest store version whose changes were sent. */
  readonly version: () => number
  /** When a notification, or a test, last arrived; null if none has. */
  readonly webhookHeardAt: () => string | null
  /** The rule that accepts orders, if one is switched on. */
  readonly autoAccept: () => AcceptMoment | null
}

/** A connection to a tablet. Writes never wait. */
export interface FeedConnection {
  send(bytes: Uint8Array): void
  /** Bytes sent that the tablet has not read. */
  unread(): number
  /** Ends once everything sent was read. */
  end(): void
  /** Ends at once; does nothing after a completed `end`. */
  drop(): void
}

/** Whose stream it is, and what it may see. */
interface FeedTablet extends Pick<DeviceHere, 'id' | 'role'> {
  /** A program with a key: it gets no hand-over codes, and does not count as a tablet. */
  readonly isProgram?: boolean
}

export interface Feed {
  /**
   * Opens a stream of a tablet, which begins with a snapshot. `board` is the rest of the snapshot's JSON after version
   * and time; all tablets of a role that connect share the same bytes. A fifth stream of a tablet ends its oldest.
   * @returns a function to call when the tablet has disconnected
   */
  open(tablet: FeedTablet, connection: FeedConnection, board?: Uint8Array): () => void
  /**
   * Sends an event to all streams of tablets of these roles: of counters alone, unless others are named. Never waits: a
   * stream with over 64 KiB unread, besides its snapshot, is dropped.
   */
  broadcast(event: FeedEvent, roles?: readonly TabletRole[]): void
  /** Sends a heartbeat at once, because what it says has changed. */
  beat(): void
  /** Number of open streams, of one tablet or of all tablets. */
  streams(tablet?: string): number
  /** The same, of tablets of a role. */
  streamsOf(role: TabletRole, tablet?: string): number
  /** Whether any stream is open, of a role or at all, of programs too. */
  hasStreams(role?: TabletRole): boolean
  /** Ends the streams of a removed tablet, or of a key that was ended. */
  cut(tablet: string): void
  /** Makes every tablet, or those of these roles, reconnect and load everything again. */
  renew(roles?: readonly TabletRole[]): void
  /** Ends every stream with a `bye` event; streams opened later end at once. */
  close(): void
}

/** About twenty rows. A reader further behind gets a new snapshot sooner than the backlog. */
export const unreadLimitBytes = 64 * 1024
const streamsPerTablet = 4
/** When a tablet reconnects after `bye`. */
const retryMs = 1_000
/** Longer for a tablet with too many pages open, so that they do not displace each other in a loop. */
const crowdedRetryMs = 15_000
/** A stream unread this long after `bye` is dropped, so that it does not hold its connection open. */
const byeMs = 1_000
/** A larger clock change makes every tablet reconnect. */
const clockSetByMs = 2_000

interface Stream {
  readonly tablet: FeedTablet
  readonly connection: FeedConnection
  /** Unread bytes allowed: the rest of the snapshot plus the general limit. */
  limitBytes: number
}

/** Sends every tablet the board and its changes, and a heartbeat every 10 s while any stream is open. */
export function createFeed({ clock, version, webhookHeardAt, autoAccept }: FeedDeps): Feed {
  // Oldest first.
  const streams = new Set<Stream>()
  let heartbeat = new AbortController()
  let isClosed = false

  const state = (event: 'snapshot' | 'hb', role: TabletRole): FeedEvent => ({
    event,
    data: {
      version: version(),
      server_time: new Date(clock.now()).toISOString(),
      ...(role === 'counter' && { webhook_heard_at: webhookHeardAt(), auto_accept: autoAccept() }),
    },
  })

  const streamsOf = (tablet: string): readonly Stream[] => [...streams].filter((stream) => stream.tablet.id === tablet)

  const tablets = (): readonly FeedTablet[] => [...streams].flatMap(({ tablet }) => (tablet.isProgram ? [] : [tablet]))

  /** @returns whether the stream was open */
  function forget(stream: Stream): boolean {
    const wasThere = streams.delete(stream)
    if (streams.size === 0) heartbeat.abort()
    return wasThere
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    const unread = stream.connection.unread()
    // Bytes of the snapshot that were read no longer count towards the limit.
    stream.limitBytes = Math.min(stream.limitBytes, unreadLimitBytes + unread)
    // A single large event does not drop a stream that has read all others.
    if (unread <= stream.limitBytes) return stream.connection.send(bytes)
    forget(stream)
    stream.connection.drop()
  }

  /** The board is sent whole, even if it is several MB. */
  function sendSnapshot({ tablet, connection }: Stream, board: Uint8Array | undefined): void {
    const event = encode(state('snapshot', tablet.role))
    if (!board) return connection.send(event)
    const beforeEnd = event.byteLength - endOfData.byteLength
    connection.send(event.subarray(0, beforeEnd))
    connection.send(board)
    connection.send(endOfData)
  }

  function broadcast(event: FeedEvent, roles: readonly TabletRole[] = ['counter']): void {
    const receivers = [...streams].filter(({ tablet }) => roles.includes(tablet.role))
    if (receivers.length === 0) return
    const bytes = encode(event)
    let redacted: Uint8Array | undefined
    for (const stream of receivers)
      send(stream, stream.tablet.isProgram ? (redacted ??= encodeWithoutCodes(event, bytes)) : bytes)
  }

  /** Each role has a heartbeat of its own. */
  function beat(): void {
    for (const role of tabletRoles) broadcast(state('hb', role), [role])
  }

  function end(stream: Stream, retry: number): void {
    send(stream, bye(retry))
    if (forget(stream)) finish(stream.connection)
  }

  /** Ends a stream that may hold unread events; a disconnected reader would never reach their end. */
  function finish(connection: FeedConnection): void {
    connection.end()
    if (connection.unread() > 0) void clock.sleep(byeMs).then(() => connection.drop())
  }

  function renew(roles: readonly TabletRole[] = tabletRoles): void {
    for (const stream of streams) if (roles.includes(stream.tablet.role)) end(stream, retryMs)
  }

  async function beatOn(stop: AbortSignal): Promise<void> {
    const setBy = () => clock.now() - clock.steady()
    const before = setBy()
    for (;;) {
      await clock.sleep(feedHeartbeatMs, stop)
      if (stop.aborted) return
      if (Math.abs(setBy() - before) > clockSetByMs) return renew()
      beat()
    }
  }

  return {
    open(tablet, connection, board) {
      const stream = { tablet, connection, limitBytes: Number.POSITIVE_INFINITY }
      if (isClosed) {
        connection.send(bye(retryMs))
        finish(connection)
        return () => undefined
      }
      const own = streamsOf(tablet.id)
      if (own[0] && own.length >= streamsPerTablet) end(own[0], crowdedRetryMs)
      streams.add(stream)
      sendSnapshot(stream, board)
      if (streams.size === 1) {
        heartbeat = new AbortController()
        void beatOn(heartbeat.signal)
      }
      return () => void forget(stream)
    },
    broadcast,
    beat,
    renew,
    streams: (tablet) => tablets().filter(({ id }) => id === (tablet ?? id)).length,
    streamsOf: (role, tablet) =>
      tablets().filter((each) => each.role === role && (tablet ?? each.id) === each.id).length,
    hasStreams: (role) => [...streams].some(({ tablet }) => tablet.role === (role ?? tablet.role)),
    cut(tablet) {
      for (const stream of streamsOf(tablet)) end(stream, retryMs)
    },
    close() {
      isClosed = true
      renew()
    },
  }
}

const encoder = new TextEncoder()

/** Closes the JSON of an event, and the event. */
const endOfData = encoder.encode('}\n\n')

/** Encodes an event without an id: a reconnecting tablet gets a snapshot. JSON has no raw line breaks. */
const encode = ({ event, data }: FeedEvent): Uint8Array =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/** Only the row of an order may have codes; all other events share the tablets' bytes. */
const encodeWithoutCodes = (event: FeedEvent, bytes: Uint8Array): Uint8Array =>
  event.event === 'order' && event.data.row
    ? encoder.encode(`event: order\ndata: ${JSON.stringify(withoutHandOverCodes(event.data))}\n\n`)
    : bytes

const bye = (retry: number): Uint8Array => encode({ event: 'bye', data: { retry_ms: retry } })
