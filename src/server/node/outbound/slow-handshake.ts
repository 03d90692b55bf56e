import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { handshakeLimitMs } from '#server/vendor/timeouts.ts'

/**
 * For every line that is opened from now on: to the service, to the database, to whoever else. Node goes on to a name's
 * next address after 250 ms: where that is of the version that this machine has not, no slower line would come about.
 */
export const allowSlowHandshakes = (): void => setDefaultAutoSelectFamilyAttemptTimeout(handshakeLimitMs)
