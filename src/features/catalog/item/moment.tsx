import type { Unreadable } from '#contract/salvage.ts'
import { Value } from '#reading/value.tsx'
import { formatMoment } from '#words/format.ts'
import { useLanguage } from '#words/words.tsx'

/** A moment as the store's clock has it. */
export function Moment({ of }: { readonly of: string | Unreadable | null | undefined }) {
  const language = useLanguage()
  return <Value of={of}>{(text) => <bdi className="tabular-nums">{formatMoment(text, language)}</bdi>}</Value>
}
