/** Nobody at a counter waits longer than that, whatever is asked for. */
const retryAtMostSeconds = 3600

/** Seconds, as a number; or a date, which is by the service's own clock, and that only its `Date` tells. */
export function retryAfterMsOf(retryAfter = '', date = ''): number | undefined {
  const seconds = /^\s*\d/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.parse(date)) / 1000
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, retryAtMostSeconds) * 1000 : undefined
}
