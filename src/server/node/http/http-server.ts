import { answerFailure, HttpError } from '#server/http/http-error.ts'
import { setSafeHeaders } from '#server/http/safe-headers.ts'
import { ConfigError } from '#server/node/config/config-values.ts'
import { type Log, logBug } from '#server/runtime/bug.ts'
import { compressed } from './pages.ts'
import type { FeedConnections } from './feed-connections.ts'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

type Fetch = (request: Request, wire: HttpBindings) => Promise<Response>

/** A request that has not arrived by then is dropped, up to a second later. */
const timeoutMs = 14_000
/** Time to read a refusal after an invalid request. */
const goodByeMs = 1000

interface HttpServerDeps {
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
function refusal(...failure: ConstructorParameters<typeof HttpError>): Response {
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

const graceMs = 1000

/**
 * Closes the server: accepts no new connection, closes idle ones at once, answers requests that were accepted, lets an
 * attempt find its outcome (`finish`), and then cuts the rest. A socket shared with another process stays open for the
 * next server. Never rejects, so that the end always comes.
 */
export async function closeGently(server: Server, finish: () => Promise<void>, log: Log): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
  const letGo = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([closed, pause(graceMs)])
  try {
    await finish()
  } catch (error) {
    logBug(log, 'end', error)
  }
  await Promise.race([closed, pause(graceMs)])
  clearInterval(letGo)
}

/** The first socket that systemd hands over (sd_listen_fds(3)). */
const firstInherited = 3

/**
 * Takes over a listening socket that the parent process keeps open across restarts, so that connections wait and are
 * not refused. Removes its variables from the environment, because they are not for child processes.
 * @returns its file descriptor; undefined if none was handed over.
 * @throws {ConfigError} if it is for another process, or is not the only one.
 */
export function takeInheritedSocket(env: NodeJS.ProcessEnv, pid = process.pid): number | undefined {
  const { LISTEN_FDS: count, LISTEN_PID: owner } = env
  for (const name of ['LISTEN_FDS', 'LISTEN_PID', 'LISTEN_FDNAMES']) delete env[name]
  if (count === undefined && owner === undefined) return undefined
  if (owner !== String(pid)) {
    throw new ConfigError('LISTEN_PID', 'names another process: the service starts node itself, not through npm')
  }
  if (count !== '1') throw new ConfigError('LISTEN_FDS', 'must be 1: the desk takes exactly one socket')
  return firstInherited
}

/** How long to wait before asking again. */
const againSeconds = 3

// The web app may not be built yet, so this page uses no script, file or style.
const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Vendor Desk</title>
  </head>
  <body>
    <p>Vendor Desk is starting. This page will look again by itself.</p>
    <p lang="ar" dir="rtl">البرنامج قيد التشغيل. ستعيد هذه الصفحة المحاولة تلقائيًا.</p>
    <p lang="fr">Vendor Desk démarre. Cette page réessaie d’elle-même.</p>
  </body>
</html>
`

/**
 * Answers while the server is starting. A browser gets a page that reloads by itself; other clients, the webhook among
 * them, get JSON and `Retry-After`.
 */
export function answerWhileStarting(request: Request): Response {
  if (!asksForPage(request)) {
    return refusal(503, 'store_unavailable', 'The desk is starting.', { retryAfterMs: againSeconds * 1000 })
  }
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Retry-After': String(againSeconds),
    Refresh: String(againSeconds),
  })
  setSafeHeaders(headers, false)
  return new Response(html, { status: 503, headers })
}

const asksForPage = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.get('Accept')?.includes('text/html') ?? false)
