import { HttpError } from '#server/http/http-error.ts'
import type { VendorFailure } from './vendor.ts'

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
