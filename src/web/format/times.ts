import { possibleMoments } from '#domain/moment.ts'
import { serverClock, serverNow } from '#web/api/http/server-clock.ts'
import { useStore } from '#web/api/store.ts'
import { formatMoment, formatTime } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'

const dayOf = (at: number | undefined): string => new Date(at ?? Number.NaN).toDateString()

/** Whether a timestamp, in ms since 1970, is of today by the desk's clock; false for none. */
const isToday = (at: number | undefined): boolean => dayOf(at) === dayOf(serverNow())

/** Re-renders short times when the day ends, and when the desk's clock is first known. */
export const useToday = (): string => useStore({ ...serverClock, read: () => dayOf(serverClock.read()) })

interface SentOptions {
  /** Omits the day if it is today. */
  readonly isShort?: boolean
}

/**
 * A timestamp of the service to the minute, on the store's clock. A text that is no timestamp stays as it is.
 * unspecified: the offset may be missing. Such a time is shown as sent, with a note that its zone is unknown.
 */
export function formatSent(
  text: string,
  language: Language,
  t: Translate,
  { isShort = false }: SentOptions = {},
): string {
  const moments = possibleMoments(text)
  if (!moments) return text
  const { earliest, latest } = moments
  if (earliest !== latest) return t('time.noZone', { time: text.trim() })
  return formatMoment(text, language, !isShort || !isToday(earliest))
}

/** A time, with its day if that is not today by the desk's clock. `at` in ms since 1970. */
export const formatWhen = (at: number, language: Language): string =>
  isToday(at) ? formatTime(at, language) : formatMoment(new Date(at).toISOString(), language)

const minute = 60_000
/** The desk refreshes its index at most every quarter of an hour, and only while somebody uses it. */
const currentForMs = 20 * minute

/**
 * When the desk last read the whole catalog, if that is so old that the screen must say it. `now` and the result are in
 * ms since 1970 on the server's clock; undefined if the index is current or was never complete.
 */
export function oldSince(readAt: string | null | undefined, now: number): number | undefined {
  const at = Date.parse(readAt ?? '')
  return now - at > currentForMs ? at : undefined
}
