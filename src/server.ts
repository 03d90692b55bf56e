import { serve } from '@hono/node-server'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#contract/clock.ts'
import { createAlertSender } from '#proxy/node/alert-sender.ts'
import { ConfigError } from '#proxy/node/config-error.ts'
import { readConfig, type Config } from '#proxy/node/config.ts'
import { createLog, type Log } from '#proxy/node/log.ts'
import { createPages } from '#proxy/node/pages.ts'
import { openSqliteStore } from '#proxy/node/store-sqlite.ts'
import { argonPins } from '#proxy/node/pin-hash.ts'
import { createUpstream } from '#proxy/node/upstream.ts'
import { wireDoor } from '#proxy/node/wire-door.ts'
import { createProxy, type Proxy } from '#proxy/proxy.ts'
import { StoreUnavailable } from '#proxy/store.ts'
import { buildIfStale } from '#build/build-if-stale.ts'

// Starts the desk: against the vendor service of VENDOR_BASE_URL, or as a practice store without one.

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

/** `idle` resolves when nothing is under way, and nothing more will be written. */
type RunningDesk = Pick<Proxy, 'fetch' | 'idle'>

const notYet = { status: 'error', message: 'The desk is starting.', code: 'store_unavailable' }

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  await buildIfStale(dist)
  const closing = new AbortController()
  let desk: RunningDesk | undefined
  const server = serve({
    hostname: config.host,
    port: config.port,
    fetch: (request, wire) => desk?.fetch(request, wire) ?? Response.json(notYet, { status: 503 }),
  })
  refuseBadRequests(server as Server)
  server.once('error', (error: NodeJS.ErrnoException) =>
    fail(`HOST, PORT: cannot be listened on (${error.code ?? error.message})`),
  )
  server.once('listening', () => {
    const { port } = server.address() as AddressInfo
    void openDesk(config, port, log, closing.signal).then((opened) => {
      desk = opened
      const url = config.publicOrigin ?? `http://localhost:${port}`
      log('listening', { url, port, mode: config.vendor ? 'live' : 'practice' })
    }, complain)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      closing.abort()
      closeGently(server as Server, desk?.idle() ?? Promise.resolve())
    })
  }
}

const graceMs = 1000

/** No new connection; what is idle goes at once, an action under way finds out what came of it, the rest is cut. */
function closeGently(server: Server, idle: Promise<void>): void {
  server.close(() => process.exit(0))
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  void idle.then(() => {
    setTimeout(() => {
      clearInterval(sweep)
      server.closeAllConnections()
    }, graceMs)
  })
}

/** What does not even parse as a request gets our kind of answer too. */
function refuseBadRequests(server: Server): void {
  server.requestTimeout = 15_000
  server.headersTimeout = 15_000
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
    const code = status === 408 ? 'too_slow' : status === 431 ? 'too_large' : 'bad_request'
    const body = JSON.stringify({ status: 'error', message: 'The request cannot be read.', code })
    const head = `HTTP/1.1 ${status} Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\n`
    socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  })
}

async function openDesk(config: Config, port: number, log: Log, closing: AbortSignal): Promise<RunningDesk> {
  const local = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`)
  const publicOrigin = config.publicOrigin ?? `http://localhost:${port}`
  const origins = [...new Set([publicOrigin, ...local])]
  const digestKey = randomBytes(32)
  const parts = {
    clock: systemClock,
    door: wireDoor(origins),
    random: Math.random,
    digest: (text: string) => createHmac('sha256', digestKey).update(text).digest('base64url'),
    log,
    subtle: crypto.subtle,
    randomBytes,
    sha256: (text: string) => createHash('sha256').update(text).digest('base64url'),
    pages: createPages(dist),
    sendAlert: config.alertUrl === undefined ? undefined : createAlertSender(config.alertUrl),
  }
  const shared = {
    publicOrigin,
    hosts: origins.map((origin) => new URL(origin).host),
    responseWindowSeconds: config.responseWindowSeconds,
  }
  if (config.vendor) {
    const { baseUrl, token } = config.vendor
    const store = await openSqliteStore({ file: config.databaseFile, clock: systemClock, log, exclusive: true })
    const live = { ...shared, mode: 'live', vendorBaseUrl: baseUrl, webhook: config.webhook } as const
    const freeBytes = () => freeBytesAt(config.databaseFile)
    const way = { token, fetch: createUpstream() }
    const proxy = createProxy({ ...parts, ...way, store, freeBytes, pins: argonPins, config: live })
    await proxy.open(closing)
    return { fetch: proxy.fetch, idle: () => proxy.idle().then(() => store.close()) }
  }
  // Loaded only here: a live desk has no simulator in it.
  const { createPractice } = await import('#practice/practice.ts')
  const practice = createPractice({ ...parts, seed: Date.now(), config: { ...shared, mode: 'practice' } })
  void practice.openShop(closing)
  return practice
}

async function freeBytesAt(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(resolve(file)))
  return bavail * bsize
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function complain(error: unknown): never {
  if (error instanceof ConfigError || error instanceof StoreUnavailable) fail(error.message)
  throw error
}

await start().catch(complain)
