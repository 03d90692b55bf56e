import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { fileURLToPath } from 'node:url'
import { serveFetch } from './vendor-process.ts'

const folder = fileURLToPath(new URL('../dist-demo/', import.meta.url))

/** Serves the demo as a static host does: under a path of its own, without a server behind it. */
export async function serveDemo(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const app = new Hono()
  app.use('/some/shop/*', serveStatic({ root: folder, rewriteRequestPath: (path) => path.replace('/some/shop', '') }))
  const { url, stop } = await serveFetch(app.fetch)
  return { url: `${url}/some/shop/`, stop }
}
