import { numberingIn } from '#web/i18n/format.ts'
import { inOnePiece } from '#web/i18n/isolate.ts'
import type { Language } from '#web/i18n/language.ts'

/**
 * Today's day in a shop's zone, in short (`Mon, Nov 30`), if it is another one than on this tablet. Undefined also for a
 * zone that the browser does not know. `now` in ms since 1970.
 */
export function otherDay(timeZone: string, now: number, language: Language): string | undefined {
  try {
    const here = new Date(now)
    if (here.toLocaleDateString('en', { timeZone }) === here.toLocaleDateString('en')) return undefined
    const parts = { weekday: 'short', month: 'short', day: 'numeric', calendar: 'gregory' } as const
    const format = new Intl.DateTimeFormat(language, { ...parts, ...numberingIn(language), timeZone })
    return inOnePiece(format.format(now), language)
  } catch {
    return undefined
  }
}
