import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'

const forever = 'public, max-age=31536000, immutable'

/**
 * The files of the built page, compressed in advance. Those under `/assets/` carry their content in their name and
 * are kept for ever; every address that is no file is a screen, and so the page itself.
 */
export function createPages(folder: string): (request: Request) => Promise<Response> {
  const app = new Hono()
  app.use(
    '/assets/*',
    serveStatic({ root: folder, precompressed: true, onFound: (_path, c) => c.header('Cache-Control', forever) }),
  )
  app.get('/assets/*', (c) => c.text('Not found', 404))
  app.use(etag())
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-cache')
    c.header('X-Content-Type-Options', 'nosniff')
  })
  app.use(serveStatic({ root: folder, precompressed: true }))
  app.get('*', serveStatic({ root: folder, path: 'index.html', precompressed: true }))
  return async (request) => app.fetch(request)
}
