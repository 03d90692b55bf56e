import { paths } from '#contract/screen-paths.ts'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Link, useLocation } from 'react-router'

/** Replaces content that needs a sign-in: the reason, and a link to sign in and come back. */
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
