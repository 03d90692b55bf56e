import { type ApiScope, apiScopes } from '#contract/desk/api-keys.ts'
import type { Translate } from '#web/i18n/translations.tsx'

const isScope = (text: string): text is ApiScope => apiScopes.some((scope) => scope === text)

/** What a scope is called; a newer server may have others. */
export const scopeWords = (scope: string, t: Translate): string => (isScope(scope) ? t(`apiKeys.is.${scope}`) : scope)
