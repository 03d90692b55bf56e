import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Plugin, ViteDevServer } from 'vite'
import { contentPolicy, framesOfItself, setSafeHeaders } from '#server/http/safe-headers.ts'

const deskAddresses = /^\/(?:(?:api|practice|healthz|readyz|metrics)(?:[/?]|$)|webhooks\/)/

/** `npm run dev`: the practice store answers inside Vite's server, so that one process and one port suffice. */
export function devDesk(): Plugin {
  return {
    name: 'dev-desk',
    apply: 'serve',
    // Vite's default lets pages of every local port read the source.
    config: () => ({ server: { cors: false } }),
    configureServer(server) {
      if (process.env['VITEST']) return
      server.middlewares.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
        response.setHeaders(devHeaders())
        next()
      })
      const listener = portOf(server.httpServer).then(practiceListener)
      server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
        if (deskAddresses.test(request.url ?? '')) void listener.then((answer) => answer(request, response))
        else next()
      })
    },
  }
}

/** The port of a server once it listens; before, it may not be assigned yet. */
async function portOf(server: ViteDevServer['httpServer']): Promise<number> {
  if (!server) throw new Error('Vite has no server of its own here.')
  // Vite handles a taken port; it may try another one.
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port // It listens on a port.
}

/** The headers of the desk's server, relaxed for Vite's own scripts, styles, WebSocket and worker. */
function devHeaders(): Headers {
  const headers = new Headers({
    'Content-Security-Policy': contentPolicy({
      ...framesOfItself,
      'script-src': "'self' 'unsafe-inline'",
      'style-src': "'self' 'unsafe-inline'",
      'connect-src': "'self' ws:",
      'worker-src': "'self' blob:",
      'require-trusted-types-for': undefined,
      'trusted-types': undefined,
    }),
  })
  setSafeHeaders(headers, false)
  return headers
}

/** The settings that development has. */
export function devEnvironment() {
  const { HOST, PORT, OTHER_DESKS, OTHER_DESKS_SECRET, OUTBOUND_ALLOW } = process.env
  return { HOST, PORT, OTHER_DESKS, OTHER_DESKS_SECRET, OUTBOUND_ALLOW }
}

async function practiceListener(port: number) {
  const { systemClock } = await import('#contract/system-clock.ts')
  const { createPractice } = await import('#practice/practice.ts')
  const { overWire } = await import('#practice/practice.ts')
  const { createSha256 } = await import('#server/runtime/credentials.ts')
  const { readConfig } = await import('#server/node/config/config.ts')
  const { nodeRequestContext } = await import('#server/node/http/node-request-context.ts')
  const { createDeskAsker } = await import('#server/node/outbound/desk-asker.ts')
  const { createWebhookSender } = await import('#server/node/outbound/webhook-sender.ts')
  const { alerts, otherDesks, otherDesksSecret } = readConfig(devEnvironment())
  const origins = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`)
  const publicOrigin = `http://localhost:${port}`
  const practice = createPractice({
    clock: systemClock,
    readRequestContext: nodeRequestContext(origins),
    isSignedIn: true,
    random: Math.random,
    digest: (text) => text,
    subtle: crypto.subtle,
    sha256: createSha256(crypto.subtle),
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    log: (event, fields) => console.info(event, fields),
    receivers: createWebhookSender(alerts.allow),
    askDesk: createDeskAsker(alerts.allow),
    seed: Date.now(),
    config: {
      mode: 'practice',
      publicOrigin,
      hosts: origins.map((origin) => new URL(origin).host),
      responseWindowSeconds: 300,
      otherDesks,
      otherDesksSecret,
    },
  })
  void practice.openShop(new AbortController().signal)
  return getRequestListener(overWire(practice))
}
