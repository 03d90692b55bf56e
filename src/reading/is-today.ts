import { serverNow } from '#client/wire/server-clock.ts'

const dayOf = (at: number | undefined): string => new Date(at ?? Number.NaN).toDateString()

/** Whether a moment, in milliseconds since 1970, is of this day, by the desk's clock; no moment is of none. */
export const isToday = (at: number | undefined): boolean => dayOf(at) === dayOf(serverNow())
