import { getRequestListener, RequestError, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerFailure, HttpError } from '#server/http/http-error.ts'
import { setSafeHeaders } from '#server/http/safe-headers.ts'
import { compressed } from './compressed.ts'
import type { FeedConnections } from './feed-connections.ts'

type Fetch = (request: Request, wire: HttpBindings) => Promise<Response>

/** A request that has not arrived by then is dropped, up to a second later. */
const timeoutMs = 14_000
/** Time to read a refusal after an invalid request. */
const goodByeMs = 1000

export interface HttpServerDeps {
  /** The address it listens on. */
  readonly hostname: string
  readonly fetch: Fetch
  /** Sends feed answers itself. */
  readonly feedLines?: Pick<FeedConnections, 'takeOver'>
}

/** The server's own port. Invalid requests also get an answer in our format. */
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
  // Node's own refusal of a request without a host would not be in our format,
  const server = createServer({ requireHostHeader: false, connectionsCheckingInterval: 1000 }, take)
  // and an unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', take)
  // The server is no proxy. Node leaves such a connection to us.
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
      // Otherwise it stays open as long as the other side keeps its half open.
      setTimeout(() => socket.destroy(), goodByeMs).unref()
    })
  })
  return server
}

/** Exactly one `Host`, so that a proxy cannot have used another one; HTTP/1.0 has none. */
function namesItsHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** A refusal by the HTTP server itself, before the request reaches a desk. */
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
