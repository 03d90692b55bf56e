import type { Say } from '#words/words.tsx'

/** How long something took, in minutes and seconds. */
export function durationWords(ms: number, say: Say): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return say('shift.seconds', { seconds })
  return say('shift.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
