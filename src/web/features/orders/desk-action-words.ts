import { Failure } from '#web/api/http/failure.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** Why something that is the desk's own did not work, and what to do: nothing of it goes to the service. */
export function deskActionWords(error: Error, t: Translate): string {
  const code = error instanceof Failure ? error.code : undefined
  switch (code) {
    case 'no_contact':
      return t('people.noContact')
    case 'offline':
    case 'sign_in_required':
    case 'not_enrolled':
    case 'store_unavailable':
      return t(`failure.${code}`)
    default:
      return t('failure.other', { message: error.message })
  }
}
