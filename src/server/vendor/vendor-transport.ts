import { readBytesLimited } from '#server/http/read-limited.ts'

/** All that goes up: nothing is added on the way. */
export interface VendorRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** All that comes down: of the answer's headers `Retry-After`, `Date`, and what says that it is from a cache. */
export interface VendorResponse {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly date: string | undefined
  /** Its date says nothing of when it was asked for. */
  readonly isFromCache: boolean
  /** The whole body, as it was before anybody compressed it. */
  readonly body: Uint8Array
}

/**
 * One way to the vendor. An answer is there when all of its body is; redirects are not followed, and once the signal
 * aborts nobody waits. @throws {NeverSent} {NoAnswer} {BrokenOff}; whatever else it throws is a mistake of our own.
 */
export type SendToVendor = (request: VendorRequest, signal: AbortSignal) => Promise<VendorResponse>

/** The request could not leave: no connection to the vendor came about, and not a byte of it was sent. */
export class NeverSent extends Error {
  constructor(cause: unknown) {
    super('There was no connection to send the request over.', { cause })
  }
}

/** The request may have left, and nothing came back: the line was lost, or nobody waits any more. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('The line brought no answer.', { cause })
  }
}

/** The head of an answer came and its body did not: half of it, or more than we are willing to hold. */
export class BrokenOff extends Error {
  constructor(cause: unknown) {
    super('The answer broke off.', { cause })
  }
}

/**
 * An answer once its body is there, or is known not to come. That something was refused is told by the status alone; only
 * a success whose body did not come is none. @throws {BrokenOff}
 */
export async function answerOf(
  head: Omit<VendorResponse, 'body'>,
  body: Promise<VendorResponse['body']>,
): Promise<VendorResponse> {
  try {
    return { ...head, body: await body }
  } catch (error) {
    if (head.status < 300) throw new BrokenOff(error)
    return { ...head, body: new Uint8Array() }
  }
}

/** What is kept of an answer's head. */
export const headOf = (
  status: number,
  header: (name: 'retry-after' | 'date' | 'age' | 'x-cache' | 'cf-cache-status') => string | undefined,
): Omit<VendorResponse, 'body'> => ({
  status,
  retryAfter: header('retry-after'),
  date: header('date'),
  isFromCache:
    header('age') !== undefined || keptBefore.test(`${header('x-cache') ?? ''} ${header('cf-cache-status') ?? ''}`),
})

/** As caches say that they had an answer already: `HIT`, `Hit from cloudfront`, `STALE`. */
const keptBefore = /\b(?:hit|stale|updating|revalidated)\b/i

/** More of an answer is not held. */
export const answerLimitBytes = 8 * 1024 * 1024

/** The way to a vendor that is a function of the platform's own kind: a pretended one. */
export function overFetch(fetch: (request: Request) => Promise<Response>): SendToVendor {
  return async ({ url, method, headers, body }, signal) => {
    const content = body === undefined ? {} : { body }
    const request = new Request(url, { method, headers, signal, redirect: 'error', ...content })
    const response = await fetch(request).catch((error: unknown) => {
      throw error instanceof NeverSent ? error : new NoAnswer(error)
    })
    const head = headOf(response.status, (name) => response.headers.get(name) ?? undefined)
    return answerOf(head, readBytesLimited(response, answerLimitBytes))
  }
}
