import { type ApiScope, apiScopes } from '#contract/desk/api-keys.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import { changeFailureWords } from '#web/manage/change.tsx'

const isScope = (text: string): text is ApiScope => apiScopes.some((scope) => scope === text)

/** What a scope is called; a newer server may have others. */
export const scopeWords = (scope: string, t: Translate): string => (isScope(scope) ? t(`apiKeys.is.${scope}`) : scope)

/** Why a change failed, and what to do. */
export const failureWords = (error: Error, t: Translate): string =>
  changeFailureWords(error, t, {
    sign_in_required: t('apiKeys.signInFirst'),
    manager_required: t('apiKeys.managerOnly'),
    not_found: t('apiKeys.gone'),
  })
