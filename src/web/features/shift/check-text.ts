import type { Translate } from '#web/i18n/translations.tsx'
import type { Check, CheckFacts } from './checks.ts'
import { durationWords } from './labels.ts'

/** The state of a point and what to do about it, in a sentence or two. */
export function checkText({ message }: Check, { roundTrip, person }: CheckFacts, t: Translate): string {
  switch (message) {
    case 'check.feed.ok':
    case 'check.feed.slow':
      return t(message, { took: Math.round(roundTrip?.tookMs ?? 0) })
    case 'check.clock.ahead':
    case 'check.clock.behind':
      return t(message, { by: durationWords(Math.abs(roundTrip?.aheadMs ?? 0), t) })
    case 'check.person.ok':
      return t(message, { person: person ?? '' })
    default:
      return t(message)
  }
}
