import { isCount, lastPageThinkable, perPageThinkable } from '#contract/vendor/catalog-endpoints.ts'
import { HttpError } from './http-error.ts'

type Check = (text: string) => boolean

/** Checks of the pagination parameters. */
export const pageChecks = {
  page: (text) => isCount(text, lastPageThinkable),
  per_page: (text) => isCount(text, perPageThinkable),
} satisfies Record<string, Check>

/**
 * The known parameters of a query, each given at most once and valid; others are dropped.
 * @throws {HttpError} 400 `bad_request`, and `bad_page` for pagination parameters
 */
export function checkQuery<Name extends string>(
  search: URLSearchParams,
  checks: Readonly<Partial<Record<Name, Check>>>,
): Partial<Record<Name, string>> {
  const isList = (key: string) => /^(?:page|per_page)\[/.test(key)
  if ('page' in checks && [...search.keys()].some(isList)) throw badPage()
  const query: Partial<Record<Name, string>> = {}
  for (const name of Object.keys(checks) as Name[]) {
    const check = checks[name]
    const [value, ...more] = search.getAll(name)
    if (!check || value === undefined) continue
    if (more.length > 0 || !check(value)) throw name in pageChecks ? badPage() : notUnderstood(name)
    query[name] = value
  }
  return query
}

const notUnderstood = (name: string) =>
  new HttpError(400, 'bad_request', `${name} is not understood, or is given more than once.`)

const badPage = () =>
  new HttpError(
    400,
    'bad_page',
    `A page is a whole number from 1 to ${lastPageThinkable}, per_page one from 1 to ${perPageThinkable}, each given once.`,
  )

/** Far more than the web app sends, in characters. */
const queryLimit = 4096

/** @throws {HttpError} 400 `bad_request` for a query that is too long. */
export function checkQueryLength(address: string): void {
  const at = address.indexOf('?')
  if (at < 0 || address.length - at - 1 <= queryLimit) return
  throw new HttpError(400, 'bad_request', `A query has at most ${queryLimit} characters.`)
}

/** The body exceeds the limit. */
export class TooLarge extends Error {
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`)
  }
}

/**
 * Reads up to `limitBytes` of a body; never waits for the rest.
 * @throws {TooLarge} beyond the limit, and whatever the stream throws when it breaks.
 */
export async function readBytesLimited(body: Request | Response, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const length = Number(body.headers.get('Content-Length') ?? Number.NaN)
  if (length > limitBytes) throw new TooLarge(limitBytes)
  // Our server holds a request to its declared length, so it can be read at once, which is far cheaper than a stream.
  // The declared length of an answer may be the one before decompression.
  if (length >= 0 && body instanceof Request) return new Uint8Array(await body.arrayBuffer())
  // In Firefox, where the demo's page calls its own server, a request has no stream.
  if (body.body === undefined) return heldTo(limitBytes, await body.arrayBuffer())
  const parts: Uint8Array[] = []
  let size = 0
  const reader = body.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limitBytes) {
      // Not awaited, because a sender that never ends must not block us.
      void reader.cancel().catch(() => undefined)
      throw new TooLarge(limitBytes)
    }
    parts.push(value)
  }
  const whole = new Uint8Array(size)
  parts.reduce((at, part) => (whole.set(part, at), at + part.byteLength), 0)
  return whole
}

function heldTo(limitBytes: number, bytes: ArrayBuffer): Uint8Array<ArrayBuffer> {
  if (bytes.byteLength > limitBytes) throw new TooLarge(limitBytes)
  return new Uint8Array(bytes)
}

/** The same as UTF-8 text; invalid bytes are replaced. */
export const readLimited = async (body: Request | Response, limitBytes: number): Promise<string> =>
  new TextDecoder().decode(await readBytesLimited(body, limitBytes))

/** The encodings of a text without a declared one. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** UTF-8, or UTF-16 if there is a byte-order mark. */
export function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
