import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { patterns } from '#contract/screen-paths.ts'
import { answerFailure, HttpError } from '#server/http/http-error.ts'
import { contentPolicyOf } from '#server/http/content-policy.ts'

/** What the page's worker may do on its own: cache our files. */
const workerPolicy = "default-src 'none'; connect-src 'self'"
const forever = 'public, max-age=31536000, immutable'

export type Pages = (request: Request) => Promise<Response>

/**
 * Serves the files of the built page, compressed in advance. Files under `/assets/` have a hash of their content in
 * their name and may be cached forever. Every other address is a screen and gets the page itself: with status 404 if
 * there is no such screen, which the page then shows.
 */
export async function createPages(folder: string): Promise<Pages> {
  const policy = await contentPolicyOf(await readFile(join(folder, 'index.html'), 'utf8'), crypto.subtle)
  const app = new Hono()
  app.use(
    '/assets/*',
    serveStatic({ root: folder, precompressed: true, onFound: (_path, c) => c.header('Cache-Control', forever) }),
  )
  app.get('/assets/*', noSuchFile)
  // A 304 also updates the headers that a browser has cached, so the policy is sent with it.
  app.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'content-security-policy'] }))
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-cache')
    if (c.res.headers.get('Content-Type')?.startsWith('text/html')) c.header('Content-Security-Policy', policy)
    if (c.req.path === '/shell-worker.js') c.header('Content-Security-Policy', workerPolicy)
  })
  app.use(serveStatic({ root: folder, precompressed: true }))
  app.get('*', async (c, next) => {
    await next()
    if (!isScreen(c.req.path)) c.res = new Response(c.res.body, { status: 404, headers: c.res.headers })
  })
  app.get('*', serveStatic({ root: folder, path: 'index.html', precompressed: true }))
  return async (request) => app.fetch(request)
}

const noSuchFile = () => answerFailure(new HttpError(404, 'not_found', 'There is no such file.'))

const screens = Object.values(patterns).map((pattern) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i'))

const isScreen = (path: string): boolean => screens.some((screen) => screen.test(path))
