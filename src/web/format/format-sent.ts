import { possibleMoments } from '#domain/moment.ts'
import { formatMoment } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import { isToday } from './is-today.ts'

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
