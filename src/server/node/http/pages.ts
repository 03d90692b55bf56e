import { patterns } from '#contract/screen-paths.ts'
import { answerFailure, HttpError } from '#server/http/http-error.ts'
import { contentPolicyOf, framesOfItself } from '#server/http/safe-headers.ts'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What the page's worker may do on its own: cache our files. */
const workerPolicy = "default-src 'none'; connect-src 'self'"
const forever = 'public, max-age=31536000, immutable'

type Pages = (request: Request) => Promise<Response>

interface PagesOptions {
  /** Whether the page may show itself in frames: only in a practice store. */
  readonly showsItself?: boolean
}

/**
 * Serves the files of the built page, compressed in advance. Files under `/assets/` have a hash of their content in
 * their name and may be cached forever. Every other address is a screen and gets the page itself: with status 404 if
 * there is no such screen, which the page then shows.
 */
export async function createPages(folder: string, { showsItself = false }: PagesOptions = {}): Promise<Pages> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const policy = await contentPolicyOf(html, crypto.subtle, showsItself ? framesOfItself : {})
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
    if (!isScreen(c.req.path) || (isTraining(c.req.path) && !showsItself))
      c.res = new Response(c.res.body, { status: 404, headers: c.res.headers })
  })
  app.get('*', serveStatic({ root: folder, path: 'index.html', precompressed: true }))
  return async (request) => app.fetch(request)
}

const noSuchFile = () => answerFailure(new HttpError(404, 'not_found', 'There is no such file.'))

const screenOf = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i')
const screens = Object.values(patterns).map(screenOf)
const training = screenOf(patterns.training)

const isScreen = (path: string): boolean => screens.some((screen) => screen.test(path))
const isTraining = (path: string): boolean => training.test(path)

/**
 * Lists, which grow with the shop (25 orders are 60 KB, a third of a second on a slow connection), and the page that
 * contains the board. None contains a code or secret, which an eavesdropper could infer from the compressed length
 * (BREACH).
 */
const compressible =
  /^\/(?:\?|$)|^\/api\/(?:desk\/(?:orders|catalog\/items)|developer\/v1\/(?:items|categories|brands|variant-attributes))(?:\?|$)/
/** Below this size compression saves no packets. */
const leastBytes = 4096
/** Takes a millisecond for a tenth of the size; higher levels take several times as long for little. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((each) => {
    const [name = '', ...rest] = each.toLowerCase().replaceAll(' ', '').split(';')
    return name === encoding && !rest.some((part) => /^q=0(?:\.0*)?$/.test(part))
  })

/** Compresses the answer to a long list if the client accepts that. */
export async function compressed(path: string, accepted: string | undefined, response: Response): Promise<Response> {
  const { status, headers } = response
  if (!compressible.test(path) || status !== 200 || headers.has('Content-Encoding')) return response
  headers.append('Vary', 'Accept-Encoding')
  // HEAD gets no length: that of the list is known only to GET.
  if (response.body === null) return response
  const body = new Uint8Array(await response.arrayBuffer())
  const encoding = ['br', 'gzip'].find((each) => accepts(accepted ?? '', each))
  if (body.byteLength < leastBytes || encoding === undefined) return new Response(body, { status, headers })
  headers.set('Content-Encoding', encoding)
  headers.delete('Content-Length')
  const bytes = encoding === 'br' ? await toBrotli(body, quality) : await toGzip(body)
  return new Response(new Uint8Array(bytes), { status, headers })
}
