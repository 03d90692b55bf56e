import { inDigits } from '#web/i18n/digits.ts'
import { useLanguage } from '#web/i18n/translations.tsx'

/** How many there are, each digit as wide as the next. */
export const Count = ({ of, className = '' }: { readonly of: number; readonly className?: string }) => (
  <span className={`tabular-nums ${className}`}>{inDigits(of, useLanguage())}</span>
)
