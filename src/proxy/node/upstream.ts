import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'

/**
 * The way to the vendor: `fetch`, with nothing of its own. The platform's `fetch` adds headers, follows redirects of
 * a POST and costs five times as much at the 99th percentile; this sends what it was given and no more.
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
      outgoing.once('response', resolve)
      outgoing.once('error', reject)
      outgoing.end(body?.byteLength ? body : undefined)
    })
    return toResponse(incoming)
  }
}

const withoutBody = [204, 205, 304]

function toResponse(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 502
  const headers = new Headers()
  for (const name of ['content-type', 'content-length', 'retry-after'] as const) {
    const value = incoming.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  const encoding = incoming.headers['content-encoding']
  if (encoding && encoding !== 'identity') {
    // We did not ask for it: an answer without a readable word in it.
    incoming.destroy()
    return new Response(null, { status: 200 })
  }
  if (withoutBody.includes(status) || status < 200 || status > 599) {
    incoming.resume()
    return new Response(null, { status: withoutBody.includes(status) ? status : 502, headers })
  }
  return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, { status, headers })
}
