import { paths } from '#contract/screen-paths.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'

/** Where something failed for want of a person: the way to sign in, and back to this very screen. */
export function SignInLink({ error }: { readonly error: Error }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const code = error instanceof Failure ? error.code : undefined
  const isStrange = code === 'sign_in_required' || code === 'not_enrolled'
  useEffect(() => {
    // It ended while the page still thought otherwise.
    if (isStrange) void queries.invalidateQueries(sessionQuery())
  }, [queries, isStrange])
  if (code !== 'sign_in_required') return null
  return (
    <Link to={paths.signIn(pathname)} className="inline-flex min-h-12 items-center font-semibold underline">
      {t('people.signIn')}
    </Link>
  )
}

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
