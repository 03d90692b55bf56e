import { feedHeartbeatMs, type FeedEvent } from '#contract/desk/feed.ts'
import type { Clock } from '#contract/clock.ts'

interface FeedDeps {
  readonly clock: Clock
  /** The latest version of the store whose changes are told. */
  readonly version: () => number
}

/** What carries a stream to its tablet. It is never waited for. */
export interface FeedLine {
  send(bytes: Uint8Array): void
  /** Bytes that were sent, and that the tablet has not taken. */
  unread(): number
  /** Ends after what was sent. */
  end(): void
  /** Ends at once, whatever was sent; does nothing after an end that was reached. */
  drop(): void
}

export interface Feed {
  /**
   * A new stream of a tablet: it begins with a snapshot, whatever the tablet had before. `board` is the rest of the
   * snapshot's JSON, after its version and time; the same bytes serve all tablets that connect. A tablet has at most
   * four streams; the fifth ends its oldest. @returns what is called when the tablet has left.
   */
  open(tablet: string, line: FeedLine, board?: Uint8Array): () => void
  /** Sends an event to all streams. Never waits: a stream with more than 64 KiB unread, besides its snapshot, is cut. */
  tell(event: FeedEvent): void
  /** How many streams are open: of all tablets, or of one. */
  streams(tablet?: string): number
  /** Ends the streams of a tablet, which was told to go. */
  cut(tablet: string): void
  /** Has every tablet come back and read all anew: moments that they were told are others by now. */
  renew(): void
  /** Says good-bye to all and ends every stream; one opened later ends at once. */
  close(): void
}

/** Some twenty rows. A reader that is behind by more gets a new snapshot sooner than the rest. */
export const unreadLimitBytes = 64 * 1024
const streamsPerTablet = 4
/** A tablet that is sent away comes back after this long. */
const retryMs = 1_000
/** One with too many pages open must not chase them around. */
const crowdedRetryMs = 15_000
/** What has not been read this long after the good-bye is dropped, or it would hold its connection open. */
const goodByeMs = 1_000
/** The desk's clock was set by more since the first stream began. */
const clockSetByMs = 2_000

interface Stream {
  readonly tablet: string
  readonly line: FeedLine
  /** What may be unread: the snapshot, as far as the tablet has not taken it, and the bytes that any stream may have. */
  limitBytes: number
}

/** Sends every tablet the board and what changes on it, with a heartbeat every 10 s while anybody listens. */
export function createFeed({ clock, version }: FeedDeps): Feed {
  // In the order in which they were opened.
  const streams = new Set<Stream>()
  let heartbeat = new AbortController()
  let isClosed = false

  const state = (event: 'snapshot' | 'hb'): FeedEvent => ({
    event,
    data: { version: version(), server_time: new Date(clock.now()).toISOString() },
  })

  const streamsOf = (tablet: string): readonly Stream[] => [...streams].filter((stream) => stream.tablet === tablet)

  /** @returns whether it was there. */
  function forget(stream: Stream): boolean {
    const wasThere = streams.delete(stream)
    if (streams.size === 0) heartbeat.abort()
    return wasThere
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    const unread = stream.line.unread()
    // What was taken of the snapshot is not granted again to later events.
    stream.limitBytes = Math.min(stream.limitBytes, unreadLimitBytes + unread)
    // One event, however large, is no reason to cut who has read all others.
    if (unread <= stream.limitBytes) return stream.line.send(bytes)
    forget(stream)
    stream.line.drop()
  }

  /** A board may be some MB: it is sent whole, however much that is. */
  function sendSnapshot({ line }: Stream, board: Uint8Array | undefined): void {
    const event = encode(state('snapshot'))
    if (!board) return line.send(event)
    const beforeEnd = event.byteLength - endOfData.byteLength
    line.send(event.subarray(0, beforeEnd))
    line.send(board)
    line.send(endOfData)
  }

  function tell(event: FeedEvent): void {
    if (streams.size === 0) return
    const bytes = encode(event)
    for (const stream of streams) send(stream, bytes)
  }

  function end(stream: Stream, retry: number): void {
    send(stream, bye(retry))
    if (forget(stream)) finish(stream.line)
  }

  /** Ends what may still hold unread events: a reader that is gone for good never comes to their end. */
  function finish(line: FeedLine): void {
    line.end()
    if (line.unread() > 0) void clock.sleep(goodByeMs).then(() => line.drop())
  }

  function renew(): void {
    for (const stream of streams) end(stream, retryMs)
  }

  async function beat(stop: AbortSignal): Promise<void> {
    const setBy = () => clock.now() - clock.steady()
    const before = setBy()
    for (;;) {
      await clock.sleep(feedHeartbeatMs, stop)
      if (stop.aborted) return
      if (Math.abs(setBy() - before) > clockSetByMs) return renew()
      tell(state('hb'))
    }
  }

  return {
    open(tablet, line, board) {
      const stream = { tablet, line, limitBytes: Number.POSITIVE_INFINITY }
      if (isClosed) {
        line.send(bye(retryMs))
        finish(line)
        return () => undefined
      }
      const own = streamsOf(tablet)
      if (own[0] && own.length >= streamsPerTablet) end(own[0], crowdedRetryMs)
      streams.add(stream)
      sendSnapshot(stream, board)
      if (streams.size === 1) {
        heartbeat = new AbortController()
        void beat(heartbeat.signal)
      }
      return () => void forget(stream)
    },
    tell,
    renew,
    streams: (tablet) => (tablet === undefined ? streams.size : streamsOf(tablet).length),
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

/** What closes the JSON of an event, and the event. */
const endOfData = encoder.encode('}\n\n')

/** Without an id: whatever a tablet heard last, it is given a snapshot. JSON has no line breaks of its own. */
const encode = ({ event, data }: FeedEvent): Uint8Array =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

const bye = (retry: number): Uint8Array => encode({ event: 'bye', data: { retry_ms: retry } })
