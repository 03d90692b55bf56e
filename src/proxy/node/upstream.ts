import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { TooLarge } from '../read-limited.ts'
import { answerLimitBytes, NeverSent } from '../vendor.ts'
import { decompress } from './decompress.ts'

/**
 * The way to the vendor: `fetch`, with nothing of its own. The platform's `fetch` adds headers, follows redirects of
 * a POST and costs five times as much at the 99th percentile; this sends what it was given and no more. An answer is
 * there when all of its body is, or when that broke off. The way rejects with {NeverSent} where no connection came about.
 */
export function createUpstream(): (request: Request) => Promise<Response> {
  const lines = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
  return async (request) => {
    // An action never goes over a warm line: one that the vendor has just given up would lose its answer.
    if (request.method !== 'GET') return toResponse(await send(request, await request.arrayBuffer()))
    const warm = request.url.startsWith('https:') ? lines.https : lines.http
    return toResponse(
      await send(request, undefined, warm).catch((error: unknown) => {
        if (error instanceof GivenUp) return send(request, undefined)
        throw error
      }),
    )
  }
}

/** A warm line turned out to be one that the vendor had given up: who only reads may ask once more. */
class GivenUp extends Error {}
const givenUpCodes = ['ECONNRESET', 'EPIPE']

/** Over a line of its own, where no agent has one. @throws {NeverSent} {GivenUp} */
function send(request: Request, body: ArrayBuffer | undefined, agent?: HttpAgent): Promise<IncomingMessage> {
  const { method, headers, signal } = request
  const url = new URL(request.url)
  const isHttps = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const outgoing = (isHttps ? httpsRequest : httpRequest)(url, {
      method,
      headers: Object.fromEntries(headers),
      agent: agent ?? false,
    })
    const stop = () => outgoing.destroy(signal.reason as Error) // As the platform makes it.
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    let mayHaveLeft = false
    outgoing.once('socket', (socket) => {
      // Over https nothing of it leaves before the vendor has proved who it is.
      if (outgoing.reusedSocket || !socket.connecting) mayHaveLeft = true
      else socket.once(isHttps ? 'secureConnect' : 'connect', () => (mayHaveLeft = true))
    })
    outgoing.once('response', resolve)
    // A connection that ends otherwise than by an answer or an error, as after a 101.
    outgoing.once('close', () => reject(new Error('The connection was closed.')))
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && givenUpCodes.includes(error.code ?? '')) reject(new GivenUp(error.message))
      else reject(mayHaveLeft ? error : new NeverSent(error))
    })
    outgoing.end(body?.byteLength ? Buffer.from(body) : undefined)
  })
}

const withoutBody = [204, 205, 304]
const passedOn = ['content-type', 'content-length', 'retry-after'] as const

async function toResponse(incoming: IncomingMessage): Promise<Response> {
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
  return new Response(await wholeOf(body), { status, headers })
}

/**
 * A body taken whole, for a stream of the web's kind costs more than all else on the way. Where it breaks off, or is more
 * than anybody would hold, what is left of it is a body that cannot be read.
 */
function wholeOf(body: Readable): Promise<Buffer<ArrayBuffer> | ReadableStream> {
  const parts: Buffer<ArrayBuffer>[] = []
  let size = 0
  return new Promise((resolve) => {
    const breakOff = (error: Error) => resolve(new ReadableStream({ start: (stream) => stream.error(error) }))
    body.on('data', (part: Buffer<ArrayBuffer>) => {
      size += part.byteLength
      if (size > answerLimitBytes) body.destroy(new TooLarge(answerLimitBytes))
      else parts.push(part)
    })
    body.once('end', () => resolve(Buffer.concat(parts)))
    body.once('error', breakOff)
    body.once('close', () => breakOff(new Error('The connection was closed.')))
  })
}
