import { paths } from '#contract/screen-paths.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'

/** Leads whoever programs the other system to the API's reference. `hint`: what they find there. */
export function ReferenceLink({ hint }: { readonly hint: string }) {
  const t = useTranslate()
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      <span className="text-soft">{hint}</span>
      <Link to={paths.apiReference} className="inline-flex min-h-12 items-center font-semibold underline">
        {t('apiKeys.reference')}
      </Link>
    </p>
  )
}
