import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Server } from 'node:http'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog, type Log, machineClock } from '#server/node/machine.ts'
import { idempotencyKeyHeader } from '#contract/desk/action.ts'
import { buildIfStale, NotBuilt } from '#build/build-if-stale.ts'
import { bugIn } from '#server/runtime/bug.ts'
import { createCatalogThread } from '#server/node/catalog/catalog-thread.ts'
import {
  answerWhileStarting,
  closeGently,
  createHttpServer,
  takeInheritedSocket,
} from '#server/node/http/http-server.ts'
import { createFeedConnections } from '#server/node/http/feed-connections.ts'
import { createPages } from '#server/node/http/pages.ts'
import { nodeRequestContext } from '#server/node/http/node-request-context.ts'
import { createCallSender } from '#server/node/outbound/call-sender.ts'
import { createDeskAsker } from '#server/node/outbound/desk-asker.ts'
import { createPushSender } from '#server/node/outbound/push-sender.ts'
import { createWebhookSender } from '#server/node/outbound/webhook-sender.ts'
import { allowSlowHandshakes, createUpstream, sendOverNetwork } from '#server/node/outbound/upstream.ts'
import { allowsPrinterHost, connectPrinter } from '#server/node/printing/printer-connection.ts'
import { createTicketDrawer } from '#server/node/printing/ticket-drawer.ts'
import { argonPins, createAttemptHash } from '#server/node/hashes.ts'
import { createPrometheus } from '#server/node/prometheus.ts'
import { besideDatabase, cannotListen, ConfigError } from '#server/node/config/config-values.ts'
import { checkReach, readConfig, type Config } from '#server/node/config/config.ts'
import { noteOrigin, noteRefusedStart } from '#server/node/config/start-notes.ts'
import { openStore } from '#server/node/storage/open-store.ts'
import { nameStore } from '#server/node/storage/store-refusal.ts'
import { isClockWrong } from '#server/observability/readiness.ts'
import { createDeskServer, type DeskServer } from '#server/create-desk-server.ts'
import type { Store } from '#server/storage/store.ts'

// Starts the desk with the vendor service of VENDOR_BASE_URL, or as a practice store without one.

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const feedConnections = createFeedConnections()

/** `idle` resolves when no work is under way, and nothing will be written any more. */
type RunningDesk = Pick<DeskServer, 'fetch' | 'idle'>

async function start(): Promise<void> {
  allowSlowHandshakes()
  const socket = takeInheritedSocket(process.env)
  if (socket !== undefined && !fstatSync(socket).isSocket()) throw new ConfigError('LISTEN_FDS', 'is no socket')
  const config = readConfig(process.env)
  // Without a reader or disk space for the log, orders go on unlogged until it can be written again.
  process.stdout.on('error', () => undefined)
  const log = createLog(config.logLevel)
  for (const message of config.warnings) log('configuration', { message }, 'warn')
  if (isClockWrong(machineClock.now())) log('clock_wrong', {}, 'warn')
  const closing = new AbortController()
  let desk: RunningDesk | undefined
  const opened = Promise.withResolvers<RunningDesk>()
  const fetch = async (request: Request, wire: unknown) => {
    // A repeated action waits until the desk has started, because an earlier process may have sent it. So do all
    // requests that waited in an inherited socket.
    if (!desk && (socket !== undefined || request.headers.has(idempotencyKeyHeader))) await opened.promise
    return desk?.fetch(request, wire) ?? answerWhileStarting(request)
  }
  const server = createHttpServer({ hostname: config.host, fetch, feedLines: feedConnections })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      closing.abort()
      const isOwedAnAnswer = socket !== undefined && server.listening
      const finish = async () => (isOwedAnAnswer ? await opened.promise : desk)?.idle()
      void closeGently(server, finish, log).finally(() => process.exit(0))
    })
  }
  // A starting desk answers early requests on its own socket with an error; on an inherited one they wait until it is
  // ready.
  const ground = socket === undefined ? undefined : await layGround(config, log)
  const port = await listen(server, config, socket)
  // One order that cannot be processed must not end the desk, which would read it first again after a restart.
  process.on('unhandledRejection', (error) => log('failed', bugIn(error), 'error'))
  desk = await openDesk(config, port, log, closing.signal, ground ?? (await layGround(config, log)))
  opened.resolve(desk)
  const url = config.publicOrigin ?? `http://localhost:${port}`
  log('listening', { url, port, mode: config.vendor ? 'live' : 'practice' })
}

/** @returns the port. @throws if it cannot listen, which a running process cannot fix. */
async function listen(server: Server, { host, port, publicOrigin }: Config, socket?: number): Promise<number> {
  const where = socket === undefined ? 'HOST, PORT' : 'LISTEN_FDS'
  server.listen(socket === undefined ? { host, port } : { fd: socket })
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(where, error)
  })
  const address = server.address()
  if (!address || typeof address === 'string') throw new ConfigError(where, 'is no TCP socket')
  if (socket !== undefined) checkReach('LISTEN_FDS', address.address, publicOrigin)
  return address.port
}

/** Whatever takes time to open. */
interface Ground {
  /** Undefined for the practice store, which has its own. */
  readonly store: Store | undefined
  readonly pages: Awaited<ReturnType<typeof createPages>>
}

async function layGround(config: Config, log: Log): Promise<Ground> {
  // The store first: if it cannot be opened the start fails at once, while the page takes time to build.
  const store = config.vendor && (await openStore(config.database, { clock: machineClock, log, exclusive: true }))
  await buildIfStale(dist)
  return { store, pages: await createPages(dist, { showsItself: !config.vendor }) }
}

async function openDesk(
  config: Config,
  port: number,
  log: Log,
  closing: AbortSignal,
  { store, pages }: Ground,
): Promise<RunningDesk> {
  const local = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`)
  const publicOrigin = config.publicOrigin ?? `http://localhost:${port}`
  const origins = [...new Set([publicOrigin, ...local])]
  const drawer = createTicketDrawer(machineClock)
  const { alerts } = config
  const parts = {
    clock: machineClock,
    printing: { draw: drawer.draw, connect: connectPrinter, allowsHost: allowsPrinterHost },
    readRequestContext: nodeRequestContext(origins, config.trustProxy),
    random: Math.random,
    digest: createAttemptHash(config.vendor?.token() ?? randomBytes(32).toString('base64url')),
    log,
    metrics: createPrometheus(),
    subtle: crypto.subtle,
    randomBytes,
    sha256: (text: string) => hash('sha256', text, 'base64url'),
    pages,
    answerFeed: feedConnections.answer,
    alerts: { ...createPushSender(alerts.allow), ...createCallSender(alerts.calls, alerts.secret) },
    receivers: createWebhookSender(alerts.allow),
    askDesk: createDeskAsker(alerts.allow),
  }
  const shared = {
    publicOrigin,
    hosts: origins.map((origin) => new URL(origin).host),
    responseWindowSeconds: config.responseWindowSeconds,
    vendorReadsPerSecond: config.vendorReadsPerSecond,
    otherDesks: config.otherDesks,
    otherDesksSecret: config.otherDesksSecret,
  }
  if (config.vendor && store) {
    const { baseUrl, token } = config.vendor
    const live = { ...shared, mode: 'live', vendorBaseUrl: baseUrl, webhook: config.webhook } as const
    const way = { token, sendToVendor: createUpstream(), sendToSelf: sendOverNetwork }
    // Separate from the orders, because it may be deleted.
    const catalogFile = besideDatabase(config.database, process.env['STATE_DIRECTORY'])
    const catalog = createCatalogThread({ file: catalogFile, vendorBaseUrl: baseUrl })
    const freeBytes = () => freeBytesAt(catalogFile)
    const openCatalog = catalog.open
    const proxy = createDeskServer({ ...parts, ...way, store, openCatalog, freeBytes, pins: argonPins, config: live })
    await proxy.open(closing)
    void proxy.probeVendor(closing)
    const takeBackNote = noteOrigin(config.database, publicOrigin)
    const close = () => Promise.all([catalog.close(), drawer.close(), store.close()])
    return { fetch: proxy.fetch, idle: () => proxy.idle().then(close).then(takeBackNote) }
  }
  // Imported only here, so that a live desk loads no simulator.
  const { createPractice, overWire } = await import('#practice/practice.ts')
  const practice = createPractice({ ...parts, seed: Date.now(), config: { ...shared, mode: 'practice' } })
  void practice.openShop(closing)
  return { fetch: overWire(practice), idle: practice.idle }
}

async function freeBytesAt(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(resolve(file)))
  return bavail * bsize
}

/**
 * Ends the start with a line on standard error, which the system's log also has, and an entry in the desk's own log.
 */
async function complain(thrown: unknown): Promise<never> {
  const error = nameStore(thrown)
  const isExpected = [ConfigError, NotBuilt].some((kind) => error instanceof kind)
  if (!(error instanceof Error && isExpected)) throw error
  const { message } = error
  console.error(message)
  await noteRefusedStart(process.env, message, machineClock)
  process.exit(1)
}

await start().catch(complain)
