import { reachOf, type CatalogIndex } from '#contract/desk/catalog.ts'
import { Message } from '#web/components/message.tsx'
import { formatNumber } from '#web/i18n/format-number.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { IndexAge, IndexProblem } from './index-age.tsx'

/** How much of the catalog a search goes through, while that is not all of it, or not of today; and why it gets no further. */
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
