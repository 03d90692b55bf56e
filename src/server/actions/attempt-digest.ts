import type { ActionAttempt } from '#domain/action-attempt.ts'

/** A digest begins with the name of its key; digests under different keys cannot be compared. */
const named = /^([\w-]{8})\.[\w-]{43}$/

const keyNameOf = (digest: string): string => named.exec(digest)?.[1] ?? ''

/** Whether two attempts under one idempotency key are the same, as far as their digests can be compared. */
export function isSameAttempt(known: ActionAttempt, attempt: ActionAttempt): boolean {
  if (known.action !== attempt.action || known.orderId !== attempt.orderId) return false
  return known.digest === attempt.digest || keyNameOf(known.digest) !== keyNameOf(attempt.digest)
}
