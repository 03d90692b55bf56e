import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { TooLarge } from '../read-limited.ts'
import { answerLimitBytes, BrokenOff, NeverSent, type SendToVendor, type VendorRequest } from '../vendor-way.ts'
import { decompress } from './decompress.ts'

/**
 * The way to the vendor. The platform's `fetch` adds headers, follows redirects of a POST and costs five times as much
 * at the 99th percentile; this sends what it was given and no more.
 */
export function createUpstream(): SendToVendor {
  const lines = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
  return async (request, signal) => {
    // An action never goes over a warm line: one that the vendor has just given up would lose its answer.
    const warm = request.method !== 'GET' ? undefined : isSecure(request) ? lines.https : lines.http
    const incoming = await ask(request, signal, warm).catch((error: unknown) => {
      if (error instanceof GivenUp) return ask(request, signal)
      throw error
    })
    return {
      status: incoming.statusCode ?? 0,
      retryAfter: incoming.headers['retry-after'],
      body: await wholeBody(incoming),
    }
  }
}

const isSecure = ({ url }: VendorRequest): boolean => url.protocol === 'https:'

/** A warm line turned out to be one that the vendor had given up: who only reads may ask once more. */
class GivenUp extends Error {}
const givenUpCodes = ['ECONNRESET', 'EPIPE']

/** Over a line of its own, where no agent has one. @throws {NeverSent} {GivenUp} */
function ask(request: VendorRequest, signal: AbortSignal, agent?: HttpAgent): Promise<IncomingMessage> {
  const { method, url, headers, body } = request
  const isHttps = isSecure(request)
  return new Promise((resolve, reject) => {
    const outgoing = (isHttps ? httpsRequest : httpRequest)(url, { method, headers, agent: agent ?? false })
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
    outgoing.end(body)
  })
}

/**
 * All of a body, taken as it comes: a stream of the web's kind would cost more than all else on the way. One that was
 * compressed in a way that we do not know has not a readable word in it. @throws {BrokenOff}
 */
async function wholeBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const body = decompress(incoming, incoming.headers['content-encoding'] ?? '')
  if (!body) {
    incoming.destroy()
    return new Uint8Array()
  }
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const breakOff = (cause: Error) => reject(new BrokenOff(cause))
    body.on('data', (part: Buffer) => {
      size += part.byteLength
      if (size > answerLimitBytes) body.destroy(new TooLarge(answerLimitBytes))
      else parts.push(part)
    })
    body.once('end', () => resolve(Buffer.concat(parts)))
    body.once('error', breakOff)
    body.once('close', () => breakOff(new Error('The connection was closed.')))
  })
}
