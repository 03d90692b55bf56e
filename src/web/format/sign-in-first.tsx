import { paths } from '#contract/screen-paths.ts'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Link, useLocation } from 'react-router'

/** Stands in for what only somebody may see or do: why, and the way to become somebody, which leads back here. */
export function SignInFirst({ why }: { readonly why: string }) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  return (
    <Message look="amber" role="note" className="self-stretch">
      <p>{why}</p>
      <Link to={paths.signIn(pathname + search)} className="inline-flex min-h-12 items-center font-semibold underline">
        {t('people.signIn')}
      </Link>
    </Message>
  )
}
