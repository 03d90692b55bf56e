import type { FailureCode } from '#web/api/http/failure.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import type { CatalogIndex } from '#contract/desk/catalog.ts'
import { oldSince } from '#web/format/catalog-age.ts'
import { readFailureWords } from '#web/format/failure-words.ts'
import { Message } from '#web/components/message.tsx'
import { formatWhen } from '#web/format/format-when.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** Of when what is shown is, where that is long ago: nobody had looked since, or the service does not let it be read anew. */
export function IndexAge({ index }: { readonly index: CatalogIndex }) {
  const t = useTranslate()
  const language = useLanguage()
  const since = oldSince(index.fresh_at, useServerNow())
  if (since === undefined) return null
  const when = formatWhen(since, language)
  return (
    <Message look={index.problem === null ? 'plain' : 'amber'} role="status">
      <p>{t(index.problem === null ? 'items.lastRead' : 'items.lastReadStuck', { when })}</p>
      <IndexProblem problem={index.problem} />
    </Message>
  )
}

/** Why the desk gets no further with the catalog. */
export function IndexProblem({ problem }: { readonly problem: string | null }) {
  const t = useTranslate()
  // A code that this page does not know yet gets the words for all others.
  return problem === null ? null : <p>{readFailureWords({ code: problem as FailureCode, message: problem }, t)}</p>
}
