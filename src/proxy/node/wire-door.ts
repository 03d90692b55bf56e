import type { HttpBindings } from '@hono/node-server'
import type { Door } from '../door.ts'
import { isOnThisMachine } from '../people-practice.ts'

/** Reads who is asking from the connection and its headers. `origins` are ours, to the letter. */
export const wireDoor =
  (origins: readonly string[]): Door =>
  (_request, wire) => {
    const { headers, socket } = (wire as HttpBindings).incoming
    const site = headers['sec-fetch-site']
    return {
      host: headers.host?.toLowerCase() ?? '',
      // The browser's own word where it gives one; else the page's origin; without either, nothing proves it.
      isSameOrigin: site === undefined ? origins.includes(headers.origin ?? '') : site === 'same-origin',
      cookie: headers.cookie,
      isOnThisMachine: isOnThisMachine(socket.remoteAddress, headers),
    }
  }
