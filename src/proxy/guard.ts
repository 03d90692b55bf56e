import type { Context, MiddlewareHandler } from 'hono'
import { DeskFailure } from './desk-failure.ts'
import type { Sender } from './door.ts'
import { readLimited, TooLarge } from './read-limited.ts'

/** What the guards find out about a request, for those behind them. */
export interface Guarded {
  Variables: { sender: Sender; body: unknown }
}

/** A host that is not ours is somebody's name for our address: their page must not speak to us through it. */
export const ownHostOnly =
  (hosts: readonly string[]): MiddlewareHandler<Guarded> =>
  async (c, next) => {
    if (!hosts.includes(c.var.sender.host))
      throw new DeskFailure(421, 'wrong_host', 'This server does not answer to that name.')
    await next()
  }

/** Nothing is changed on the word of another site's page. */
export const sameOriginOnly: MiddlewareHandler<Guarded> = async (c, next) => {
  if (!c.var.sender.isSameOrigin) throw new DeskFailure(403, 'cross_site', 'Only the desk itself may ask this.')
  await next()
}

const bodyLimitBytes = 64 * 1024

/** Reads a body where there is one: JSON, of at most 64 KiB. */
export const jsonBody: MiddlewareHandler<Guarded> = async (c, next) => {
  c.set('body', await readJson(c))
  await next()
}

async function readJson(c: Context<Guarded>): Promise<unknown> {
  const text = await readLimited(c.req.raw, bodyLimitBytes).catch((error: unknown) => {
    if (error instanceof TooLarge) throw new DeskFailure(413, 'too_large', 'The request is larger than 64 KiB.')
    throw new DeskFailure(400, 'bad_json', 'The request broke off.')
  })
  if (text === '') return undefined
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new DeskFailure(415, 'json_required', 'A body is sent as application/json.')
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {
    // Said below, in our own words.
  }
  throw new DeskFailure(400, 'bad_json', 'The body is not a JSON object.')
}
