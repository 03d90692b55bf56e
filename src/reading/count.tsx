import { inDigits } from '#words/digits.ts'
import { useLanguage } from '#words/words.tsx'

/** How many there are, each digit as wide as the next. */
export const Count = ({ of, className = '' }: { readonly of: number; readonly className?: string }) => (
  <span className={`tabular-nums ${className}`}>{inDigits(of, useLanguage())}</span>
)
