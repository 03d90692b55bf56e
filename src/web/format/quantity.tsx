import { Digits } from '#web/components/text.tsx'
import { inDigits } from '#web/i18n/digits.ts'
import { useLanguage } from '#web/i18n/translations.tsx'

/** How many of a thing: `2 ×`. */
export const Quantity = ({ of }: { readonly of: string | number }) => (
  <Digits>{`${inDigits(of, useLanguage())} ×`}</Digits>
)
