import { type CatalogIndex, reachOf } from '#contract/desk/catalog.ts'
import type { FailureCode } from '#web/api/http/failure.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { Message } from '#web/components/text.tsx'
import { readFailureWords } from '#web/format/failure-words.ts'
import { formatWhen, oldSince } from '#web/format/times.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

/** Says how old the shown index is if it is out of date. */
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

/** Why the desk cannot continue reading the catalog. */
function IndexProblem({ problem }: { readonly problem: string | null }) {
  const t = useTranslate()
  // An unknown code gets the text for all other failures.
  return problem === null ? null : <p>{readFailureWords({ code: problem as FailureCode, message: problem }, t)}</p>
}

/**
 * How much of the catalog a search covers while the index is incomplete or out of date, and why it does not progress.
 */
export function IndexProgress({ index }: { readonly index: CatalogIndex | undefined }) {
  const t = useTranslate()
  const language = useLanguage()
  if (!index) return null
  const reach = reachOf(index)
  const have = formatNumber(index.have, language)
  if (reach !== 'growing')
    return (
      <>
        {reach === 'short' && (
          <Message look="amber" role="status">
            {t('items.short', { have })}
          </Message>
        )}
        <IndexAge index={index} />
      </>
    )
  const text =
    index.total === null
      ? t('items.searchingFirst', { have })
      : t('items.searching', { have, total: formatNumber(index.total, language) })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3 text-soft">
        <progress
          aria-label={t('items.gathered')}
          className="h-2 w-40 accent-accent"
          {...(index.total !== null && { value: index.have, max: Math.max(index.total, index.have, 1) })}
        />
        <p className="tabular-nums">{text}</p>
      </div>
      {index.problem !== null && (
        <Message look="amber" role="status">
          <IndexProblem problem={index.problem} />
        </Message>
      )}
    </div>
  )
}
