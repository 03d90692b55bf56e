import { Skeleton } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

/** A placeholder in the shape of an order, so that nothing shifts when it loads. */
export function OrderSkeleton() {
  const t = useTranslate()
  return (
    <div role="status" aria-label={t('app.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-11 w-40" />
      <Skeleton className="h-7 w-64" />
      <div className="grid gap-4 wide:grid-cols-[1fr_22rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    </div>
  )
}
