import { possibleMoments } from '#domain/moment.ts'
import { serverClock, serverNow } from '#web/api/http/server-clock.ts'
import { useStore } from '#web/api/store.ts'
import { formatMoment, formatTime } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'

const dayOf = (at: number | undefined): string => new Date(at ?? Number.NaN).toDateString()

/** Whether a moment, in milliseconds since 1970, is of this day, by the desk's clock; no moment is of none. */
const isToday = (at: number | undefined): boolean => dayOf(at) === dayOf(serverNow())

/** Draws again what says moments of today without their day: when the day ends, and when the desk first tells its time. */
export const useToday = (): string => useStore({ ...serverClock, read: () => dayOf(serverClock.read()) })

interface SentOptions {
  /** Leaves the day out where it is today. */
  readonly isShort?: boolean
}

/**
 * A time that the service sent, to the minute, as the store's clock has it. A text that is no time stays as it is.
 * unspecified: a time may lack its offset; it is shown as it was sent, and says that its zone is not known.
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

/** The time of a moment, with its day where that is not today, by the desk's clock. `at` in milliseconds since 1970. */
export const formatWhen = (at: number, language: Language): string =>
  isToday(at) ? formatTime(at, language) : formatMoment(new Date(at).toISOString(), language)

const minute = 60_000
/** The desk reads the catalog anew every quarter of an hour at most, and only where somebody looks at it. */
const currentForMs = 20 * minute

/**
 * When the desk had last read the whole catalog, where that is so long ago that it must be said. `now` in milliseconds
 * since 1970 on the server's clock, as is what comes back; nothing where it is current, or was not read yet.
 */
export function oldSince(readAt: string | null | undefined, now: number): number | undefined {
  const at = Date.parse(readAt ?? '')
  return now - at > currentForMs ? at : undefined
}
