import { Failure } from '#web/api/http/failure.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** The message of a failed action of the desk's own, which does not involve the service. */
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
