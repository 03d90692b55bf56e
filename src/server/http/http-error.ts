import type { DeskError, DeskErrorCode } from '#contract/desk/failure.ts'

interface Details {
  readonly data?: unknown
  /** When to try again, in milliseconds from now. */
  readonly retryAfterMs?: number | undefined
}

/** A refused or failed request: a status, a stable code, a message for people. */
export class HttpError extends Error {
  readonly status: number
  readonly code: DeskErrorCode
  readonly details: Details

  constructor(status: number, code: DeskErrorCode, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** The store refused a write or could not be reached; nothing was done. */
export const storeUnavailable = () =>
  new HttpError(503, 'store_unavailable', 'The desk cannot write now.', { retryAfterMs: 5000 })

/** A JSON answer that is not cached. */
export const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  answerText(status, JSON.stringify(body), headers)

export const answerText = (
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })

export function answerFailure({ status, code, message, details }: HttpError): Response {
  const body: DeskError = { status: 'error', message, code, ...('data' in details && { data: details.data }) }
  const { retryAfterMs } = details
  return answer(
    status,
    body,
    retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) },
  )
}

/** The answer to a method that an address does not support. */
export function answerOtherMethod(methods: readonly string[]): Response {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const refusal = answerFailure(new HttpError(405, 'method_not_allowed', `This address takes ${allow}.`))
  refusal.headers.set('Allow', allow)
  return refusal
}
