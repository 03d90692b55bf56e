import type { FailureCode } from '#client/wire/failure.ts'
import { reachOf, type CatalogIndex } from '#contract/desk/catalog.ts'
import { readFailureWords } from '#reading/failure-words.ts'
import { Message } from '#ui/message.tsx'
import { formatNumber } from '#words/format-number.ts'
import { useLanguage, useWords } from '#words/words.tsx'

/** How much of the catalog a search goes through, while that is not all of it; and why it gets no further. */
export function IndexProgress({ index }: { readonly index: CatalogIndex | undefined }) {
  const say = useWords()
  const language = useLanguage()
  if (!index || reachOf(index) === 'whole') return null
  const have = formatNumber(index.have, language)
  if (reachOf(index) === 'short')
    return (
      <Message look="amber" role="status">
        {say('items.short', { have })}
      </Message>
    )
  const text =
    index.total === null
      ? say('items.searchingFirst', { have })
      : say('items.searching', { have, total: formatNumber(index.total, language) })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3 text-soft">
        <progress
          aria-label={say('items.gathered')}
          className="h-2 w-40 accent-accent"
          {...(index.total !== null && { value: index.have, max: Math.max(index.total, index.have, 1) })}
        />
        <p className="tabular-nums">{text}</p>
      </div>
      {index.problem !== null && (
        <Message look="amber" role="status">
          {/* A code that this page does not know yet gets the words for all others. */}
          {readFailureWords({ code: index.problem as FailureCode, message: index.problem }, say)}
        </Message>
      )}
    </div>
  )
}
