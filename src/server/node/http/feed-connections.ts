import type { HttpBindings } from '@hono/node-server'
import type { ServerResponse } from 'node:http'
import { feedHeaders, type BeginStream } from '#server/feed/feed-routes.ts'
import type { FeedConnection } from '#server/feed/feed.ts'

export interface FeedConnections {
  /** The head of a stream that is written directly to Node's response. */
  answer(begin: BeginStream, wire: unknown): Response
  /** Sends the head of an answer from `answer`, and begins its stream. @returns whether it was one. */
  takeOver(response: Response, outgoing: ServerResponse): boolean
}

/**
 * Writes feeds directly to Node's response. Web streams cost half a dozen promises per event and tablet, and do not
 * tell how much a tablet has not read.
 */
export function createFeedConnections(): FeedConnections {
  const begun = new WeakMap<ServerResponse, BeginStream>()
  return {
    answer(begin, wire) {
      begun.set((wire as HttpBindings).outgoing as ServerResponse, begin)
      return new Response(null, { headers: feedHeaders })
    },
    takeOver(response, outgoing) {
      const begin = begun.get(outgoing)
      if (!begin || outgoing.headersSent) return false
      begun.delete(outgoing)
      outgoing.setHeaders(response.headers).writeHead(response.status)
      outgoing.flushHeaders()
      const leave = begin(connectionOver(outgoing))
      if (outgoing.closed) leave()
      else outgoing.once('close', leave)
      return true
    },
  }
}

const connectionOver = (outgoing: ServerResponse): FeedConnection => ({
  send: (bytes) => void outgoing.write(bytes),
  // After everything is sent, the socket belongs to the next answer.
  unread: () => (outgoing.writableFinished ? 0 : outgoing.writableLength),
  end: () => void outgoing.end(),
  drop: () => void (outgoing.writableFinished || outgoing.destroy()),
})
