import { formatMoney } from '#web/i18n/format.ts'
import { useLanguage } from '#web/i18n/translations.tsx'
import { readable, type Unreadable } from '#contract/salvage.ts'
import { Value } from './value.tsx'

interface MoneyProps {
  readonly amount: number | Unreadable | null | undefined
  readonly currency: string | Unreadable | null | undefined
}

/** An amount exactly as it was sent; never rounded, never worked out. */
export function Money({ amount, currency }: MoneyProps) {
  const language = useLanguage()
  return (
    <Value of={amount}>
      {(value) => (
        <bdi className="whitespace-nowrap tabular-nums">
          {formatMoney(value, readable(currency) ?? undefined, language)}
        </bdi>
      )}
    </Value>
  )
}
