import { createAdaptorServer } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { buildPage, refuseStart } from '#build/build-if-stale.ts'
import { cannotListen } from '#server/node/config/config-values.ts'
import { readConfig } from '#server/node/config/config.ts'

// Builds the demo and serves it as a static host would. PORT as for the desk.

const folder = fileURLToPath(new URL('../../../dist-demo/', import.meta.url))

/** @returns the port. @throws {ConfigError} */
async function listen(server: ReturnType<typeof createAdaptorServer>, wanted: number): Promise<number> {
  server.listen(wanted, '127.0.0.1')
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw cannotListen('PORT', error)
  })
  return (server.address() as AddressInfo).port // It listens on a port.
}

async function start(): Promise<void> {
  const { port: wanted } = readConfig({ PORT: process.env['PORT'] })
  // Reports a taken port before the build.
  const trial = createServer()
  await listen(trial, wanted)
  trial.close()
  await buildPage('demo')
  const app = new Hono().use(serveStatic({ root: folder, precompressed: true }))
  const port = await listen(createAdaptorServer({ fetch: app.fetch }), wanted)
  console.info(JSON.stringify({ event: 'listening', url: `http://localhost:${port}/`, port }))
}

await start().catch(refuseStart)
