import type { Failure } from '#web/api/http/failure.ts'

const codes: readonly string[] = [
  'offline',
  'no_contact',
  'store_unavailable',
  'vendor_busy',
  'vendor_timeout',
  'vendor_unreadable',
  'order_busy',
]

/**
 * Whether a failure is one of the order as it stands: nothing was done, and another tap may do it, or another's answer is
 * under way. It is said until the order goes to another lane.
 */
export const isUntilMoved = ({ code }: Failure): boolean => codes.includes(code)
