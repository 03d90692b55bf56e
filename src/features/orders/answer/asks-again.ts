import type { Failure } from '#client/wire/failure.ts'

const codes: readonly string[] = [
  'offline',
  'no_contact',
  'store_unavailable',
  'vendor_busy',
  'vendor_timeout',
  'vendor_unreadable',
]

/** Whether nothing was done, and another tap may do it: it is said until the order goes to another lane. */
export const asksAgain = ({ code }: Failure): boolean => codes.includes(code)
