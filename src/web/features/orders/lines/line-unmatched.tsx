import { useTranslate } from '#web/i18n/translations.tsx'

/** A line without a catalog item, while the catalog is still being read. */
export function LineUnmatched() {
  const t = useTranslate()
  return <p className="text-sm text-soft">{t('match.growing')}</p>
}
