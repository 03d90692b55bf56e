import type { Say } from '#words/words.tsx'
import type { Check, CheckFacts } from './checks.ts'
import { durationWords } from './duration-words.ts'

/** What is so, and what to do about it, in a sentence or two. */
export function checkText({ word }: Check, { roundTrip, person }: CheckFacts, say: Say): string {
  switch (word) {
    case 'check.feed.ok':
    case 'check.feed.slow':
      return say(word, { took: Math.round(roundTrip?.tookMs ?? 0) })
    case 'check.clock.ahead':
    case 'check.clock.behind':
      return say(word, { by: durationWords(Math.abs(roundTrip?.aheadMs ?? 0), say) })
    case 'check.person.ok':
      return say(word, { person: person ?? '' })
    default:
      return say(word)
  }
}
