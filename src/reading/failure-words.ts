import type { Failure } from '#client/wire/failure.ts'
import type { Say } from '#words/words.tsx'

/** Why something could not be read, and what comes of it. */
export function readFailureWords({ code, message }: Pick<Failure, 'code' | 'message'>, say: Say): string {
  switch (code) {
    case 'offline':
    case 'no_contact':
      return say('failure.read.noContact')
    case 'store_unavailable':
    case 'vendor_auth_failed':
    case 'vendor_busy':
    case 'vendor_timeout':
    case 'vendor_unreadable':
      return say(`failure.read.${code}`)
    case 'order_not_found':
      return say('order.notFound')
    default:
      return say('failure.read.other', { message })
  }
}
