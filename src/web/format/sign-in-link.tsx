import { sessionQuery } from '#web/api/session.ts'
import { Failure } from '#web/api/http/failure.ts'
import { paths } from '#contract/screen-paths.ts'
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
