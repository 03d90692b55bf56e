import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { patterns } from '#paths.ts'
import { answerFailure, DeskFailure } from '#proxy/desk-failure.ts'
import { contentPolicyOf } from '#proxy/gate/content-policy.ts'
import { createBoardPage, type AskDesk } from './board-page.ts'

/** What the page's worker may do on its own: keep files of ours. */
const workerPolicy = "default-src 'none'; connect-src 'self'"
const forever = 'public, max-age=31536000, immutable'

export type Pages = (request: Request, ask: AskDesk) => Promise<Response>

/**
 * The files of the built page, compressed in advance, and the board drawn into it (`board-page.ts`): `failed` is told
 * where that fails for a mistake of ours. Those under `/assets/` carry their content in their name and are kept for ever;
 * every address that is no file is a screen, and so the page itself: with status 404 where the product has no such
 * screen, which the page then says.
 */
export async function createPages(folder: string, failed: (error: unknown) => void): Promise<Pages> {
  const policy = await contentPolicyOf(await readFile(join(folder, 'index.html'), 'utf8'), crypto.subtle)
  const boardPage = await createBoardPage({ folder, policy, failed })
  const app = new Hono()
  app.use(
    '/assets/*',
    serveStatic({ root: folder, precompressed: true, onFound: (_path, c) => c.header('Cache-Control', forever) }),
  )
  app.get('/assets/*', noSuchFile)
  app.get('/prerender/*', noSuchFile)
  // What says that nothing has changed changes what a browser keeps all the same: the policy goes with it.
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
  return async (request, ask) => {
    const opened = await boardPage(request, ask)
    const answer = opened?.page ?? (await app.fetch(request))
    for (const line of opened?.cookies ?? []) answer.headers.append('Set-Cookie', line)
    return answer
  }
}

const noSuchFile = () => answerFailure(new DeskFailure(404, 'not_found', 'There is no such file.'))

const screens = Object.values(patterns).map((pattern) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i'))

const isScreen = (path: string): boolean => screens.some((screen) => screen.test(path))
