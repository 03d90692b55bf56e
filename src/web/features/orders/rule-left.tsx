import { type RuleReason, ruleReasons } from '#contract/desk/rules.ts'
import { useTranslate } from '#web/i18n/translations.tsx'

const isReason = (because: string | null): because is RuleReason => ruleReasons.some((each) => each === because)

/** Says why automatic acceptance left the order to people. A newer server may have another reason. */
export function RuleLeft({ because }: { readonly because: string | null }) {
  const t = useTranslate()
  const reason = isReason(because) ? t(`because.${because}`) : (because ?? '—')
  return <span>{t('because.left', { reason })}</span>
}
