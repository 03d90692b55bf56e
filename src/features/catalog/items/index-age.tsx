import type { FailureCode } from '#client/wire/failure.ts'
import { useServerNow } from '#client/wire/server-clock.ts'
import type { CatalogIndex } from '#contract/desk/catalog.ts'
import { oldSince } from '#reading/catalog-age.ts'
import { readFailureWords } from '#reading/failure-words.ts'
import { Message } from '#ui/message.tsx'
import { formatWhen } from '#reading/format-when.ts'
import { useLanguage, useWords } from '#words/words.tsx'

/** Of when what is shown is, where that is long ago: nobody had looked since, or the service does not let it be read anew. */
export function IndexAge({ index }: { readonly index: CatalogIndex }) {
  const say = useWords()
  const language = useLanguage()
  const since = oldSince(index.fresh_at, useServerNow())
  if (since === undefined) return null
  const when = formatWhen(since, language)
  return (
    <Message look={index.problem === null ? 'plain' : 'amber'} role="status">
      <p>{say(index.problem === null ? 'items.lastRead' : 'items.lastReadStuck', { when })}</p>
      <IndexProblem problem={index.problem} />
    </Message>
  )
}

/** Why the desk gets no further with the catalog. */
export function IndexProblem({ problem }: { readonly problem: string | null }) {
  const say = useWords()
  // A code that this page does not know yet gets the words for all others.
  return problem === null ? null : <p>{readFailureWords({ code: problem as FailureCode, message: problem }, say)}</p>
}
