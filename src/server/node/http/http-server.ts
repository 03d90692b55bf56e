import { getRequestListener, RequestError, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerFailure, HttpError } from '#server/http/http-error.ts'
import { setSafeHeaders } from '#server/http/safe-headers.ts'
import { compressed } from './compressed.ts'
import type { FeedConnections } from './feed-connections.ts'

type Fetch = (request: Request, wire: HttpBindings) => Promise<Response>

/** A request that has not arrived by then, or a second later, when that is noticed, is not waited for. */
const timeoutMs = 14_000
/** So long a refusal has to be read by whoever sent no request at all. */
const goodByeMs = 1000

export interface HttpServerDeps {
  /** Where it listens. */
  readonly hostname: string
  readonly fetch: Fetch
  /** Sends some answers by itself. */
  readonly feedLines?: Pick<FeedConnections, 'takeOver'>
}

/** The desk's own port. What does not even make a request gets our kind of answer too. */
export function createHttpServer({ hostname, fetch, feedLines }: HttpServerDeps): Server {
  async function answerOf(request: Request, wire: HttpBindings): Promise<Response> {
    const response = await fetch(request, wire)
    if (feedLines?.takeOver(response, wire.outgoing as ServerResponse)) return RESPONSE_ALREADY_SENT
    const { url = '', headers } = wire.incoming as IncomingMessage
    return compressed(url, headers['accept-encoding'], response)
  }
  const listener = getRequestListener((request, wire) => answerOf(request, wire as HttpBindings), {
    hostname,
    errorHandler: (error) => (error instanceof RequestError ? unreadable(400) : broken()),
  })
  const refuse = getRequestListener(() => unreadable(400), { hostname })
  function take(incoming: IncomingMessage, outgoing: ServerResponse): void {
    void (namesItsHost(incoming) ? listener : refuse)(incoming, outgoing)
  }
  // Node would refuse a request without a host itself, in words that are not ours,
  const server = createServer({ requireHostHeader: false, connectionsCheckingInterval: 1000 }, take)
  // and one that expects what it does not know, which may as well be passed over (RFC 9110, 10.1.1).
  server.on('checkExpectation', take)
  // Nor is the desk anybody's way to somewhere else. Nobody but us looks after such a line any more.
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => undefined)
    void onWire(noWayThrough()).then((text) => socket.end(text, () => socket.destroy()))
  })
  server.requestTimeout = timeoutMs
  server.headersTimeout = timeoutMs
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
    void onWire(unreadable(status)).then((text) => {
      socket.end(text)
      // It would stay open for as long as the other side leaves its own half so.
      setTimeout(() => socket.destroy(), goodByeMs).unref()
    })
  })
  return server
}

/** One `Host` and no second that a proxy in front may have gone by; HTTP/1.0 knows none. */
function namesItsHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** A refusal by the server itself, before any desk has seen the request. */
export function refusal(...failure: ConstructorParameters<typeof HttpError>): Response {
  const response = answerFailure(new HttpError(...failure))
  setSafeHeaders(response.headers, false)
  return response
}

function unreadable(status: number): Response {
  const code = status === 408 ? 'too_slow' : status === 431 ? 'too_large' : 'bad_request'
  return refusal(status, code, 'The request cannot be read.')
}

function noWayThrough(): Response {
  const answer = refusal(405, 'method_not_allowed', 'The desk leads nowhere else.')
  answer.headers.set('Allow', 'GET, HEAD, POST, PUT, DELETE')
  return answer
}

const broken = () => refusal(500, 'internal', 'The desk made a mistake.')

async function onWire(response: Response): Promise<string> {
  const body = await response.text()
  const headers = [...response.headers, ['Connection', 'close'], ['Content-Length', String(Buffer.byteLength(body))]]
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n${head}\r\n${body}`
}
