/** A clock that was never set: deadlines and sign-ins mean nothing by it. `now` in milliseconds since 1970. */
export const isClockWrong = (now: number): boolean => now < Date.UTC(2026)

/** Whether the desk can do its work, as `/readyz` tells it. */
export const readiness = (now: number): 'ok' | 'degraded' => (isClockWrong(now) ? 'degraded' : 'ok')
