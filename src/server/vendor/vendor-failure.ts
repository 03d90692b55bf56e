import { HttpError } from '#server/http/http-error.ts'
import { TimedOut } from '#server/runtime/tasks.ts'
import { NeverSent } from './vendor-transport.ts'

/**
 * Why a call got no answer. The first three are the vendor's definite refusals according to its specification; after
 * the others the order has to be read to know, unless the request was never sent.
 */
export type VendorFailureReason =
  | 'refused' // 400: the state of the order, or the reason of a rejection
  | 'unauthenticated' // 401: the token is not accepted
  | 'not-found' // 404
  | 'too-many' // 429
  | 'rejected' // any other 4xx
  | 'failing' // 5xx
  | 'unreadable' // HTML, half a body, an error with status 200, a redirect, another order
  | 'silent' // no answer in time, or no connection, or a lost one

const clearReasons: readonly VendorFailureReason[] = ['refused', 'unauthenticated', 'not-found']

export class VendorFailure extends Error {
  readonly reason: VendorFailureReason
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(reason: VendorFailureReason, message: string, status?: number, retryAfterMs?: number) {
    super(message)
    this.reason = reason
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Nothing was done: the vendor refused, or never received the request. */
  get isClear(): boolean {
    return this.wasNeverSent || this.wasNotTried || clearReasons.includes(this.reason)
  }

  get wasNeverSent(): boolean {
    return this.cause instanceof NeverSent
  }

  /** The call found no room in the budget: the vendor was not asked, so this says nothing about it. */
  get wasNotTried(): boolean {
    return this.reason === 'too-many' && this.status === undefined
  }

  get timedOut(): boolean {
    return this.cause instanceof TimedOut
  }
}

/** The answer has another order than requested. Packing by it would fill the wrong bag. */
export class OtherOrder extends VendorFailure {
  constructor() {
    super('unreadable', 'The vendor service answered with another order.', 200)
  }
}

/**
 * A bug in our own request or response handling. The request may have been sent all the same, so its outcome is as
 * unclear as without an answer; but it says nothing about the vendor.
 */
export class Bug extends VendorFailure {
  constructor(cause: unknown) {
    super('silent', 'The desk made a mistake in asking the vendor service. It was written down.')
    this.cause = cause
  }
}

/** Converts a vendor failure into the error for a tablet; surface: the table of answers. */
export function vendorHttpError(failure: VendorFailure): HttpError {
  const { reason, message, retryAfterMs } = failure
  switch (reason) {
    case 'refused':
      return new HttpError(400, 'vendor_refused', message)
    case 'unauthenticated':
      // Never a 401: the token is ours, and the page would sign staff out.
      return new HttpError(502, 'vendor_auth_failed', 'The vendor service does not accept our token.')
    case 'not-found':
      return new HttpError(404, 'order_not_found', message)
    case 'too-many':
    case 'failing':
      return new HttpError(503, 'vendor_busy', message, { retryAfterMs: retryAfterMs ?? 2000 })
    case 'rejected':
      return new HttpError(502, 'vendor_rejected', message)
    case 'unreadable':
      return new HttpError(502, 'vendor_unreadable', message)
    case 'silent':
      return new HttpError(504, 'vendor_timeout', message)
  }
}
