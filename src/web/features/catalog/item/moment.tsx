import type { Unreadable } from '#contract/salvage.ts'
import { Value } from '#web/format/value.tsx'
import { formatSent } from '#web/format/format-sent.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** A time that the service sent. */
export function Moment({ of }: { readonly of: string | Unreadable | null | undefined }) {
  const t = useTranslate()
  const language = useLanguage()
  return <Value of={of}>{(text) => <bdi className="tabular-nums">{formatSent(text, language, t)}</bdi>}</Value>
}
