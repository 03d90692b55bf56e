import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { isRecord } from '#contract/json.ts'
import { answerOtherMethod, HttpError } from './http-error.ts'
import type { Sender } from './request-context.ts'
import { readLimited, TooLarge } from './read-limited.ts'
import { checkQueryLength } from './check-query.ts'

/** What the guards find out about a request, for those behind them. */
export interface Guarded {
  Variables: {
    sender: Sender
    /** The body's JSON, or nothing where there was none. @throws {HttpError} `bad_json`: who asks comes first. */
    body: () => unknown
  }
}

/** What answers at an address, one after the other. */
type Handlers = readonly (Handler<Guarded> | MiddlewareHandler<Guarded>)[]

/** Registers an address with all its methods; every other method is told which those are. */
export type At = (path: string, methods: Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Handlers>>>) => void

/** Registers addresses on an app: what a page of ours would not send is refused at each of them. */
export const registerOn =
  (app: Hono<Guarded>): At =>
  (path, methods) => {
    for (const [method, handlers] of Object.entries(methods)) app.on([method], [path], withinLimits, ...handlers)
    app.all(path, () => answerOtherMethod(Object.keys(methods)))
  }

export const queryOf = (c: Pick<Context, 'req'>): URLSearchParams => new URL(c.req.url).searchParams

/** A host that is not ours is somebody's name for our address: their page must not speak to us through it. */
export const ownHostOnly =
  (hosts: readonly string[]): MiddlewareHandler<Guarded> =>
  async (c, next) => {
    if (!hosts.includes(c.var.sender.host))
      throw new HttpError(421, 'wrong_host', 'This server does not answer to that name.')
    await next()
  }

/** All that a browser keeps for us is a tablet's, a person's and how the tablet writes: some 170 characters. */
const cookieLimit = 4096

/** What no page of ours would send is refused before anybody reads it: a query or a cookie without end. */
const withinLimits: MiddlewareHandler<Guarded> = async (c, next) => {
  checkQueryLength(c.req.url)
  if ((c.var.sender.cookie?.length ?? 0) > cookieLimit)
    throw new HttpError(431, 'too_large', `Cookies have at most ${cookieLimit} characters.`)
  await next()
}

export const crossSite = () => new HttpError(403, 'cross_site', 'Only the desk itself may ask this.')

/** Nothing is changed on the word of another site's page. */
export const sameOriginOnly: MiddlewareHandler<Guarded> = async (c, next) => {
  if (!c.var.sender.isSameOrigin) throw crossSite()
  await next()
}

const bodyLimitBytes = 64 * 1024

/** Takes a body where there is one: JSON, of at most 64 KiB. */
export const jsonBody: MiddlewareHandler<Guarded> = async (c, next) => {
  const text = await readText(c)
  c.set('body', () => (text === '' ? undefined : parseBody(text)))
  await next()
}

/** @throws {HttpError} where it is larger than 64 KiB, or breaks off. */
export const readBody = (request: Request): Promise<string> =>
  readLimited(request, bodyLimitBytes).catch((error: unknown) => {
    if (error instanceof TooLarge) throw new HttpError(413, 'too_large', 'The request is larger than 64 KiB.')
    throw new HttpError(400, 'bad_json', 'The request broke off.')
  })

async function readText(c: Context<Guarded>): Promise<string> {
  const text = await readBody(c.req.raw)
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (text !== '' && type !== 'application/json')
    throw new HttpError(415, 'json_required', 'A body is sent as application/json.')
  return text
}

function parseBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    // Nested thousands of levels deep it can be read, and not be written: nobody behind here need fear it.
    JSON.stringify(body)
    if (isRecord(body)) return body
  } catch {
    // Said below, in our own words.
  }
  throw new HttpError(400, 'bad_json', 'The body is not a JSON object.')
}
