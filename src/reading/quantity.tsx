import { Digits } from '#ui/text.tsx'
import { inDigits } from '#words/digits.ts'
import { useLanguage } from '#words/words.tsx'

/** How many of a thing: `2 ×`. */
export const Quantity = ({ of }: { readonly of: string | number }) => (
  <Digits>{`${inDigits(of, useLanguage())} ×`}</Digits>
)
