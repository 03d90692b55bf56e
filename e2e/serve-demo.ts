import { createAdaptorServer } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../dist-demo/', import.meta.url))

/** Serves the demo as a static host does: under a path of its own, without a server behind it. */
export async function serveDemo(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const app = new Hono()
  app.use('/some/shop/*', serveStatic({ root: folder, rewriteRequestPath: (path) => path.replace('/some/shop', '') }))
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/shop/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
