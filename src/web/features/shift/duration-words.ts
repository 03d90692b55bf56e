import type { Translate } from '#web/i18n/translations.tsx'

/** How long something took, in minutes and seconds. */
export function durationWords(ms: number, t: Translate): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return t('shift.seconds', { seconds })
  return t('shift.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
