import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { NeverSent } from '../vendor.ts'
import { decompress } from './decompress.ts'

/**
 * The way to the vendor: `fetch`, with nothing of its own. The platform's `fetch` adds headers, follows redirects of
 * a POST and costs five times as much at the 99th percentile; this sends what it was given and no more. The way rejects
 * with {NeverSent} where no connection came about.
 */
export function createUpstream(): (request: Request) => Promise<Response> {
  const warm = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
  return async (request) => {
    const url = new URL(request.url)
    const isHttps = url.protocol === 'https:'
    const isRead = request.method === 'GET'
    const body = isRead ? undefined : Buffer.from(await request.arrayBuffer())
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = (isHttps ? httpsRequest : httpRequest)(url, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        signal: request.signal,
        // An action never goes over a warm connection: one that the vendor has just closed would lose its answer.
        agent: isRead ? (isHttps ? warm.https : warm.http) : false,
      })
      let mayHaveLeft = false
      outgoing.once('socket', (socket) => {
        // Over https nothing of it leaves before the vendor has proved who it is.
        if (outgoing.reusedSocket || !socket.connecting) mayHaveLeft = true
        else socket.once(isHttps ? 'secureConnect' : 'connect', () => (mayHaveLeft = true))
      })
      outgoing.once('response', resolve)
      // A connection that ends otherwise than by an answer or an error, as after a 101.
      outgoing.once('close', () => reject(new Error('The connection was closed.')))
      outgoing.once('error', (error) => reject(mayHaveLeft ? error : new NeverSent(error)))
      outgoing.end(body?.byteLength ? body : undefined)
    })
    return toResponse(incoming)
  }
}

const withoutBody = [204, 205, 304]
const passedOn = ['content-type', 'content-length', 'retry-after'] as const

function toResponse(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 502
  const headers = new Headers()
  for (const name of passedOn) {
    const value = incoming.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  if (withoutBody.includes(status) || status < 200 || status > 599) {
    incoming.resume()
    return new Response(null, { status: withoutBody.includes(status) ? status : 502, headers })
  }
  // We ask for none, but a service in between may compress all the same.
  const encoding = incoming.headers['content-encoding'] ?? ''
  const body = decompress(incoming, encoding)
  if (!body) {
    // An answer without a readable word in it.
    incoming.destroy()
    headers.delete('content-length')
    return new Response(null, { status, headers })
  }
  // The length of what came over the wire says nothing of what comes out of it.
  if (body !== incoming) headers.delete('content-length')
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, headers })
}
