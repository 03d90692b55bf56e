import { Failure, type FailureCode } from '#web/api/http/failure.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** Why a change failed, and what to do. `own` has the sentences for the codes that are the screen's own. */
export function changeFailureWords(error: Error, t: Translate, own: Partial<Record<FailureCode, string>>): string {
  const code = error instanceof Failure ? error.code : undefined
  if (code === 'no_contact') return t('people.noContact')
  return (code && own[code]) ?? t('people.failed', { message: error.message })
}
