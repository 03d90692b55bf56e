import { Failure } from '#client/wire/failure.ts'
import type { Say } from '#words/words.tsx'

/** Why something that is the desk's own did not work, and what to do: nothing of it goes to the service. */
export function deskActWords(error: Error, say: Say): string {
  const code = error instanceof Failure ? error.code : undefined
  switch (code) {
    case 'no_contact':
      return say('people.noContact')
    case 'offline':
    case 'sign_in_required':
    case 'not_enrolled':
    case 'store_unavailable':
      return say(`failure.${code}`)
    default:
      return say('failure.other', { message: error.message })
  }
}
