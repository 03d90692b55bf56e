import type { HttpBindings } from '@hono/node-server'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { feedHeaders, type BeginStream } from '#server/feed/feed-response.ts'
import type { FeedLine } from '#server/feed/feed.ts'

export interface FeedConnections {
  /** A stream that will go over the request's own socket; nothing, where it must go the way of all answers. */
  answer(begin: BeginStream, wire: unknown): Response | undefined
  /** Sends the head of an answer that `answer` made, and begins its stream. @returns whether it was one. */
  takeOver(response: Response, outgoing: ServerResponse): boolean
}

/**
 * Feeds that are written to their sockets. By the platform's streams each event of each tablet is half a dozen promises
 * and an object or two; here it is a write of bytes that were framed once for all.
 */
export function createFeedConnections(): FeedConnections {
  const begun = new WeakMap<ServerResponse, { readonly begin: BeginStream; readonly socket: Socket }>()
  return {
    answer(begin, wire) {
      const { incoming, outgoing } = wire as HttpBindings
      // Without one it waits behind an answer that is not yet sent; and HTTP/1.0 knows no chunks.
      if (!outgoing.socket || incoming.httpVersion !== '1.1') return undefined
      begun.set(outgoing as ServerResponse, { begin, socket: outgoing.socket })
      return new Response(null, { headers: feedHeaders })
    },
    takeOver(response, outgoing) {
      const stream = begun.get(outgoing)
      if (!stream || outgoing.headersSent) return false
      begun.delete(outgoing)
      outgoing.setHeaders(response.headers).writeHead(response.status, { 'Transfer-Encoding': 'chunked' })
      outgoing.flushHeaders()
      const leave = stream.begin(lineOver(outgoing, stream.socket))
      if (outgoing.closed) leave()
      else outgoing.once('close', leave)
      return true
    },
  }
}

/** The chunks of an answer whose head is sent. */
const lineOver = (outgoing: ServerResponse, socket: Socket): FeedLine => ({
  send: (bytes) => void socket.write(asChunk(bytes)),
  // Once all was sent, the socket is the next answer's.
  unread: () => (outgoing.writableFinished ? 0 : socket.writableLength),
  end: () => void outgoing.end(),
  drop: () => void (outgoing.writableFinished || socket.destroy()),
})

let latest: { readonly bytes: Uint8Array; readonly chunk: Uint8Array } | undefined

/** Bytes as a chunk of HTTP/1.1. What is told to all is one and the same, and is framed once. */
function asChunk(bytes: Uint8Array): Uint8Array {
  if (latest?.bytes === bytes) return latest.chunk
  const chunk = Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, lineEnd])
  latest = { bytes, chunk }
  return chunk
}

const lineEnd = Buffer.from('\r\n')
