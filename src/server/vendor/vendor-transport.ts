import { tapLimitMs } from '#contract/desk/action.ts'
import { readBytesLimited } from '#server/http/input-limits.ts'

/** A complete request: nothing is added on the way. */
export interface VendorRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A response: of its headers only `Retry-After`, `Date`, and whether it is from a cache. */
export interface VendorResponse {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly date: string | undefined
  /** If so, its date does not show when it was requested. */
  readonly isFromCache: boolean
  /** The whole body, decompressed. */
  readonly body: Uint8Array
}

/**
 * Sends a request to the vendor. Resolves when the whole body has arrived; does not follow redirects, and rejects when
 * the signal aborts.
 * @throws {NeverSent} {NoAnswer} {BrokenOff}; anything else is a bug.
 */
export type SendToVendor = (request: VendorRequest, signal: AbortSignal) => Promise<VendorResponse>

/** The request was not sent: no connection could be established, and not a byte left. */
export class NeverSent extends Error {
  constructor(cause: unknown) {
    super('There was no connection to send the request over.', { cause })
  }
}

/** The request may have been sent, and no answer came: the connection was lost, or the caller aborted. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('The line brought no answer.', { cause })
  }
}

/** The head of an answer came without its full body: it broke off, or exceeds the limit. */
export class BrokenOff extends Error {
  constructor(cause: unknown) {
    super('The answer broke off.', { cause })
  }
}

/**
 * Completes an answer when its body has arrived or failed. The status alone is enough for a refusal, but a success
 * needs its body.
 * @throws {BrokenOff}
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

/** The parts of an answer's head that are used. */
export const headOf = (
  status: number,
  header: (name: 'retry-after' | 'date' | 'age' | 'x-cache' | 'cf-cache-status') => string | undefined,
): Omit<VendorResponse, 'body'> => ({
  status,
  retryAfter: header('retry-after'),
  date: header('date'),
  isFromCache:
    header('age') !== undefined || cacheHit.test(`${header('x-cache') ?? ''} ${header('cf-cache-status') ?? ''}`),
})

/** Values with which caches mark a cached answer: `HIT`, `Hit from cloudfront`, `STALE`. */
const cacheHit = /\b(?:hit|stale|updating|revalidated)\b/i

/** Maximum size of an answer. */
export const answerLimitBytes = 8 * 1024 * 1024

/** Sends to a fake vendor in the form of a `fetch` function. */
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

// All timeouts for the vendor and for tablets, in milliseconds.

export const readLimitMs = 8_000
export const actionLimitMs = 10_000
/**
 * How long one address of a name may take to connect before the next one is tried: longer than the second after which a
 * lost packet is resent, and short enough for an action to reach a third address after two dead ones.
 */
export const handshakeLimitMs = 2_500
/** When an attempt must be answered; the rest of its 30 s is for the way back to the tablet. */
export const answeredWithinMs = tapLimitMs - 1_000
/** An aborted request may still be running at the vendor, so re-reading waits this long. */
export const settlingMs = 2_000
/** An answer within this time is prompt: a card waits for it, so that it is drawn once and not twice. */
export const promptMs = 15

/** Upper limit for any `Retry-After`, because people at a counter wait. */
const retryAtMostSeconds = 3600

/** Reads `Retry-After`: seconds, or a date on the service's clock, which is relative to its `Date`. */
export function retryAfterMsOf(retryAfter = '', date = ''): number | undefined {
  const seconds = /^\s*\d/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.parse(date)) / 1000
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, retryAtMostSeconds) * 1000 : undefined
}
