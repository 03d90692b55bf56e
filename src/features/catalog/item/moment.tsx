import type { Unreadable } from '#contract/salvage.ts'
import { Value } from '#reading/value.tsx'
import { formatSent } from '#reading/format-sent.ts'
import { useLanguage, useWords } from '#words/words.tsx'

/** A time that the service sent. */
export function Moment({ of }: { readonly of: string | Unreadable | null | undefined }) {
  const say = useWords()
  const language = useLanguage()
  return <Value of={of}>{(text) => <bdi className="tabular-nums">{formatSent(text, language, say)}</bdi>}</Value>
}
