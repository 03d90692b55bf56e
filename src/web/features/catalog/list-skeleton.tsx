import { Skeleton } from '#web/components/skeleton.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

/** The shape of a list of rows, so that nothing jumps when they come. */
export function ListSkeleton() {
  const t = useTranslate()
  return (
    <div role="status" aria-label={t('app.loading')} className="flex flex-col gap-2">
      {Array.from({ length: rowsShown }, (_, row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  )
}

const rowsShown = 10
