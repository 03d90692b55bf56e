import { serve } from '@hono/node-server'
import { createHmac, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#contract/clock.ts'
import { ConfigError } from '#proxy/node/config-error.ts'
import { readConfig, type Config } from '#proxy/node/config.ts'
import { createLog, type Log } from '#proxy/node/log.ts'
import { createPages } from '#proxy/node/pages.ts'
import { openSqliteStore } from '#proxy/node/store-sqlite.ts'
import { createUpstream } from '#proxy/node/upstream.ts'
import { wireDoor } from '#proxy/node/wire-door.ts'
import { createProxy, type Proxy } from '#proxy/proxy.ts'
import { buildIfStale } from '#build/build-if-stale.ts'

// Starts the desk: against the vendor service of VENDOR_BASE_URL, or as a practice store without one.

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  await buildIfStale(dist)
  const closing = new AbortController()
  let desk: Pick<Proxy, 'fetch'> | undefined
  const server = serve({
    hostname: config.host,
    port: config.port,
    fetch: (request, wire) => desk?.fetch(request, wire) ?? new Response(null, { status: 503 }),
  })
  server.once('error', (error: NodeJS.ErrnoException) =>
    fail(`PORT: cannot be listened on (${error.code ?? error.message})`),
  )
  server.once('listening', () => {
    const { port } = server.address() as AddressInfo
    void openDesk(config, port, log, closing.signal).then((opened) => {
      desk = opened
      const url = config.publicOrigin ?? `http://localhost:${port}`
      log('listening', { url, port, mode: config.vendor ? 'live' : 'practice' })
    })
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      closing.abort()
      server.close(() => process.exit(0))
      if ('closeIdleConnections' in server) server.closeIdleConnections()
      // An action under way has 30 s to find out what came of it.
      setTimeout(() => process.exit(0), 31_000).unref()
    })
  }
}

async function openDesk(config: Config, port: number, log: Log, closing: AbortSignal): Promise<Pick<Proxy, 'fetch'>> {
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
    pages: createPages(dist),
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
    const proxy = createProxy({ ...parts, store, token, fetch: createUpstream(), config: live })
    await proxy.open(closing)
    return proxy
  }
  // Loaded only here: a live desk has no simulator in it.
  const { createPractice } = await import('#practice/practice.ts')
  const practice = createPractice({ ...parts, seed: Date.now(), config: { ...shared, mode: 'practice' } })
  void practice.openShop(closing)
  return practice
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

await start().catch((error: unknown) => {
  if (error instanceof ConfigError) fail(error.message)
  throw error
})
