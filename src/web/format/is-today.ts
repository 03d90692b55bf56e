import { serverClock, serverNow } from '#web/api/http/server-clock.ts'
import { useStore } from '#web/api/store.ts'

const dayOf = (at: number | undefined): string => new Date(at ?? Number.NaN).toDateString()

/** Whether a moment, in milliseconds since 1970, is of this day, by the desk's clock; no moment is of none. */
export const isToday = (at: number | undefined): boolean => dayOf(at) === dayOf(serverNow())

/** Draws again what says moments of today without their day: when the day ends, and when the desk first tells its time. */
export const useToday = (): string => useStore({ ...serverClock, read: () => dayOf(serverClock.read()) })
