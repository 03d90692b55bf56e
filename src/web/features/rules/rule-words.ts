import { Failure } from '#web/api/http/failure.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** Why a change or a try failed, and what to do. */
export function failureWords(error: Error, t: Translate): string {
  const code = error instanceof Failure ? error.code : undefined
  switch (code) {
    case 'no_contact':
      return t('people.noContact')
    case 'sign_in_required':
      return t('rules.signInFirst')
    case 'manager_required':
      return t('rules.managerOnly')
    case 'bad_rule':
      return t('rules.refused', { message: error.message })
    default:
      return t('people.failed', { message: error.message })
  }
}
