import type { Clock } from '#contract/clock.ts'
import { feedResponse } from '#server/feed/feed-routes.ts'
import { createFeed, type Feed } from '#server/feed/feed.ts'

/** Every way in which a feed breaks, as the page sees it. */
export const feedFaults = [
  'reset at once',
  'reset in the middle of an event',
  'frozen with an open socket',
  '502',
  '503',
  '401',
  '204',
  'HTML with 200',
  'half an event, then silence',
  'garbage as data',
  'ended cleanly',
  'a snapshot, then silence',
  'no answer',
] as const
type FeedFault = (typeof feedFaults)[number]

export interface BrokenFeed {
  /** The server's end, which never breaks. */
  readonly feed: Feed
  /** When the page connected, in ms of the clock. */
  readonly asked: readonly number[]
  /** The server's current version; the test itself publishes changes. */
  version: number
  /** The network between page and server; it obeys the abort signal. */
  fetch(path: string, init: RequestInit): Promise<Response>
  /** Breaks all current and new connections until it heals. */
  break(fault: FeedFault): void
  /** New connections work again; broken ones stay as they are. */
  heal(): void
  /** The number of connections that the page has not closed. */
  lines(): number
}

interface Line {
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  isBroken: boolean
}

/** The desk's feed behind a connection that breaks on request. */
export function createBrokenFeed(clock: Clock): BrokenFeed {
  const asked: number[] = []
  const lines = new Set<Line>()
  let fault: FeedFault | undefined
  const broken: BrokenFeed = {
    feed: createFeed({ clock, version: () => broken.version, webhookHeardAt: () => null, autoAccept: () => null }),
    asked,
    version: 0,
    async fetch(_path, { signal }) {
      asked.push(clock.now())
      if (!signal) throw new Error('A line that cannot be let go of.')
      return fault === undefined ? connect(signal) : await answer(fault, signal)
    },
    break(next) {
      fault = next
      for (const line of lines) spoil(line, next)
    },
    heal() {
      fault = undefined
    },
    lines: () => lines.size,
  }

  function connect(signal: AbortSignal): Response {
    const source = feedResponse((line) => broken.feed.open({ id: 'tablet', role: 'counter' }, line), signal)
    const { response, line } = openLine(signal, lines)
    void pump(source, line)
    return response
  }

  async function answer(how: FeedFault, signal: AbortSignal): Promise<Response> {
    if (how === 'no answer' || how === 'frozen with an open socket') return hang(signal)
    if (how === 'reset at once') throw new TypeError('fetch failed')
    const status = Number(how)
    if (status === 204) return new Response(null, { status })
    if (status) return new Response('{"status":"error"}', { status, headers: { 'Content-Type': 'application/json' } })
    if (how === 'HTML with 200') return new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })
    const { response, line } = openLine(signal, lines)
    if (how === 'a snapshot, then silence') say(line, snapshot)
    spoil(line, how)
    return response
  }

  return broken
}

async function pump(source: Response, line: Line): Promise<void> {
  const reader = source.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (line.isBroken) return
    if (!part?.value) return line.controller.close()
    line.controller.enqueue(part.value)
  }
}

/** Applies a fault to an open connection. */
function spoil(line: Line, fault: FeedFault): void {
  if (line.isBroken) return
  if (fault === 'garbage as data') return say(line, 'event: order\ndata: {"order_id":7\n\n')
  line.isBroken = true
  switch (fault) {
    case 'frozen with an open socket':
    case 'a snapshot, then silence':
    case 'no answer':
      return
    case 'half an event, then silence':
      return say(line, snapshot.slice(0, 31))
    case 'reset in the middle of an event':
      say(line, snapshot.slice(0, 31))
      return line.controller.error(new TypeError('network error'))
    case 'ended cleanly':
      return line.controller.close()
    default:
      return line.controller.error(new TypeError('network error'))
  }
}

const snapshot = 'event: snapshot\ndata: {"version":0,"server_time":"2026-11-20T12:00:00.000Z"}\n\n'
const say = (line: Line, text: string): void => line.controller.enqueue(new TextEncoder().encode(text))

function openLine(signal: AbortSignal, lines: Set<Line>): { readonly response: Response; readonly line: Line } {
  let controller: Line['controller'] | undefined
  const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own) })
  if (!controller) throw new Error('A stream starts when it is made.')
  const line: Line = { controller, isBroken: false }
  lines.add(line)
  signal.addEventListener('abort', () => {
    lines.delete(line)
    line.isBroken = true
    line.controller.error(signal.reason)
  })
  return { response: new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }), line }
}

const hang = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
