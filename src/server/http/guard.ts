import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import type { ApiScope } from '#contract/desk/api-keys.ts'
import { isRecord } from '#contract/json.ts'
import { answerOtherMethod, HttpError } from './http-error.ts'
import type { Sender } from './request-context.ts'
import { checkQueryLength, readLimited, TooLarge } from './input-limits.ts'

/** The key of another program that may use the requested address. */
export interface KeyHere {
  readonly id: string
  readonly name: string
  readonly scopes: readonly ApiScope[]
}

/** Results of the guards, for the handlers after them. */
export interface Guarded {
  Variables: {
    sender: Sender
    /** Set if a program asks and not a tablet. */
    key?: KeyHere
    /**
     * The parsed body, or undefined if there was none.
     * @throws {HttpError} `bad_json`, only here, because access is checked first.
     */
    body: () => unknown
  }
}

/** The handlers of an address, in order. */
type Handlers = readonly (Handler<Guarded> | MiddlewareHandler<Guarded>)[]

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Registers an address with all its methods; other methods get a 405 that lists them. */
export type At = (path: string, methods: Readonly<Partial<Record<Method, Handlers>>>) => void

/**
 * Registers addresses on an app, each with the checks for requests that our page would not send; `entrance` is the first
 * check of an address.
 */
export const registerOn =
  (app: Hono<Guarded>, entrance?: (method: string, path: string) => MiddlewareHandler<Guarded>): At =>
  (path, methods) => {
    for (const [method, handlers] of Object.entries(methods)) {
      const first = entrance ? [withinLimits, entrance(method, path)] : [withinLimits]
      app.on([method], [path], ...first, ...handlers)
    }
    app.all(path, () => answerOtherMethod(Object.keys(methods)))
  }

export const queryOf = (c: Pick<Context, 'req'>): URLSearchParams => new URL(c.req.url).searchParams

/**
 * Refuses other hosts: another site may have pointed its name at our address, so that its page could call us (DNS
 * rebinding).
 */
export const ownHostOnly =
  (hosts: readonly string[]): MiddlewareHandler<Guarded> =>
  async (c, next) => {
    if (!hosts.includes(c.var.sender.host))
      throw new HttpError(421, 'wrong_host', 'This server does not answer to that name.')
    await next()
  }

/** Our cookies have some 170 characters: the tablet, the person and how the tablet writes. */
const cookieLimit = 4096

/** Refuses an oversized query or cookie before it is parsed. */
const withinLimits: MiddlewareHandler<Guarded> = async (c, next) => {
  checkQueryLength(c.req.url)
  if ((c.var.sender.cookie?.length ?? 0) > cookieLimit)
    throw new HttpError(431, 'too_large', `Cookies have at most ${cookieLimit} characters.`)
  await next()
}

export const crossSite = () => new HttpError(403, 'cross_site', 'Only the desk itself may ask this.')

/** Refuses changes that another site's page sends. */
export const sameOriginOnly: MiddlewareHandler<Guarded> = async (c, next) => {
  if (!c.var.sender.isSameOrigin) throw crossSite()
  await next()
}

const bodyLimitBytes = 64 * 1024

/** Reads a body if there is one: JSON, of at most 64 KiB. */
export const jsonBody: MiddlewareHandler<Guarded> = async (c, next) => {
  const text = await readText(c)
  c.set('body', () => (text === '' ? undefined : parseBody(text)))
  await next()
}

/** @throws {HttpError} if it is larger than 64 KiB, or breaks off. */
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
    // JSON nested thousands of levels deep can be parsed but not written. Refusing it here protects all handlers.
    JSON.stringify(body)
    if (isRecord(body)) return body
  } catch {
    // Refused below, with our own message.
  }
  throw new HttpError(400, 'bad_json', 'The body is not a JSON object.')
}
