import type { Translate } from '#web/i18n/translations.tsx'
import { changeFailureWords } from '#web/manage/change.tsx'

/** Why a change or a try failed, and what to do. */
export const failureWords = (error: Error, t: Translate): string =>
  changeFailureWords(error, t, {
    sign_in_required: t('rules.signInFirst'),
    manager_required: t('rules.managerOnly'),
    bad_rule: t('rules.refused', { message: error.message }),
  })
