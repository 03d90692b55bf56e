import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { feedPath } from '#contract/desk/feed.ts'
import type { feedFaults } from '#testing/broken-feed.ts'

export type FeedFault = (typeof feedFaults)[number]

/** What a fault affects: the feed alone, or every request to the desk. */
export const reaches = ['feed', 'desk'] as const
export type Reach = (typeof reaches)[number]

/** A proxy between browser and desk that breaks on request. */
export interface BrokenLine {
  readonly url: string
  /** Breaks the open feeds and all later requests until it heals. */
  break(fault: FeedFault, reach: Reach): void
  /** Later requests work again; broken feeds stay broken. */
  heal(): void
  /** The number of working feeds. */
  feeds(): number
  stop(): Promise<void>
}

const snapshot = 'event: snapshot\ndata: {"version":0,"server_time":"2026-11-20T12:00:00.000Z"}\n\n'
const halfOf = (text: string) => text.slice(0, text.length / 2)

/** Opens a proxy to a desk, on a port of its own. */
export async function openBrokenLine(desk: string): Promise<BrokenLine> {
  let broken: { readonly fault: FeedFault; readonly reach: Reach } | undefined
  /** Working feeds. */
  const feeds = new Set<ServerResponse>()

  function passOn(question: IncomingMessage, answer: ServerResponse): void {
    const isFeed = question.url === feedPath
    const headers = { ...question.headers, host: new URL(desk).host }
    const upstream = ask(desk + question.url, { method: question.method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      if (!isFeed) return void reply.pipe(answer)
      feeds.add(answer)
      // A broken feed gets no more data, however long its page keeps it open.
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
      // A feed that only sends garbage is open; its page must close it.
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

/** Answers a request during a fault. */
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

/** Applies a fault to an open answer whose next data would be `words`. */
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
