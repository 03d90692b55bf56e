import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { feedPath } from '#contract/desk/feed.ts'
import type { feedFaults } from '#testing/broken-feed.ts'

export type FeedFault = (typeof feedFaults)[number]

/** What a fault strikes: the feed alone, or whatever the page asks the desk. */
export const reaches = ['feed', 'desk'] as const
export type Reach = (typeof reaches)[number]

/** The way between browser and desk, which breaks on request. */
export interface BrokenLine {
  readonly url: string
  /** Breaks the feeds that are open, and what is asked from now on, until it is healed. */
  break(fault: FeedFault, reach: Reach): void
  /** What is asked from now on is answered again; broken feeds stay as they are. */
  heal(): void
  /** How many good feeds go through it. */
  feeds(): number
  stop(): Promise<void>
}

const snapshot = 'event: snapshot\ndata: {"version":0,"server_time":"2026-11-20T12:00:00.000Z"}\n\n'
const halfOf = (text: string) => text.slice(0, text.length / 2)

/** Opens a line to a desk, on a port of its own, as a server in front of it would. */
export async function openBrokenLine(desk: string): Promise<BrokenLine> {
  let broken: { readonly fault: FeedFault; readonly reach: Reach } | undefined
  /** Good feeds, as the page has them. */
  const feeds = new Set<ServerResponse>()

  function passOn(question: IncomingMessage, answer: ServerResponse): void {
    const isFeed = question.url === feedPath
    const headers = { ...question.headers, host: new URL(desk).host }
    const upstream = ask(desk + question.url, { method: question.method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      if (!isFeed) return void reply.pipe(answer)
      feeds.add(answer)
      // What is broken hears no more of it, however long its page leaves it open.
      reply.on('data', (bytes: Buffer) => feeds.has(answer) && answer.write(bytes))
      reply.on('end', () => feeds.delete(answer) && answer.end())
    })
    upstream.on('error', () => answer.destroy())
    answer.on('close', () => {
      feeds.delete(answer)
      upstream.destroy()
    })
    question.pipe(upstream)
  }

  const server = createServer((question, answer) => {
    const isStruck = broken && (question.url === feedPath || (broken.reach === 'desk' && isOfDesk(question)))
    if (!broken || !isStruck) return passOn(question, answer)
    misanswer(question, answer, broken.fault)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    break(fault, reach) {
      broken = { fault, reach }
      for (const answer of feeds) spoil(answer, fault, snapshot)
      // One that only says nonsense is open: its page has to leave it.
      if (fault !== 'garbage as data') feeds.clear()
    },
    heal() {
      broken = undefined
    },
    feeds: () => feeds.size,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const isOfDesk = ({ url = '' }: IncomingMessage) => url.startsWith('/api/')

/** How a fault answers what is asked while it lasts. */
function misanswer(question: IncomingMessage, answer: ServerResponse, fault: FeedFault): void {
  question.resume()
  const isFeed = question.url === feedPath
  switch (fault) {
    case 'no answer':
    case 'frozen with an open socket':
      return
    case 'reset at once':
      question.socket.resetAndDestroy()
      return
    case '502':
    case '503':
    case '401':
    case '204':
      answer.writeHead(Number(fault), { 'Content-Type': 'application/json' })
      answer.end(fault === '204' ? undefined : '{"status":"error"}')
      return
    case 'HTML with 200':
      answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>Sign in to the network</h1>')
      return
    default:
      answer.writeHead(200, { 'Content-Type': isFeed ? 'text/event-stream' : 'application/json' })
      answer.flushHeaders()
      if (fault === 'a snapshot, then silence' && isFeed) answer.write(snapshot)
      spoil(answer, fault, isFeed ? snapshot : '{"data":[]}')
  }
}

/** What a fault does to an answer that has begun, whose next words would be these. */
function spoil(answer: ServerResponse, fault: FeedFault, words: string): void {
  switch (fault) {
    case 'frozen with an open socket':
    case 'a snapshot, then silence':
    case 'no answer':
      return
    case 'half an event, then silence':
      answer.write(halfOf(words))
      return
    case 'garbage as data':
      answer.write('event: order\ndata: {"order_id":7\n\n')
      return
    case 'ended cleanly':
      answer.end()
      return
    case 'reset in the middle of an event':
      answer.write(halfOf(words), () => answer.socket?.resetAndDestroy())
      return
    default:
      answer.socket?.resetAndDestroy()
  }
}
