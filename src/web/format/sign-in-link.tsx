import { paths } from '#contract/screen-paths.ts'
import { Failure } from '#web/api/http/failure.ts'
import { requestSignIn, sessionQuery } from '#web/api/session.ts'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'

/** A button that signs in without leaving the screen, if the failure is a missing sign-in. */
export function SignInLink({ error }: { readonly error: Error }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const code = error instanceof Failure ? error.code : undefined
  const isStrange = code === 'sign_in_required' || code === 'not_enrolled'
  useEffect(() => {
    // The session ended, and the page does not know yet.
    if (isStrange) void queries.invalidateQueries(sessionQuery())
  }, [queries, isStrange])
  if (code !== 'sign_in_required') return null
  return (
    <button
      type="button"
      className="inline-flex min-h-12 items-center font-semibold underline"
      onClick={() => void requestSignIn()}
    >
      {t('people.signIn')}
    </button>
  )
}

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
