import { Failure } from '#web/api/http/failure.ts'
import { requestSignIn, sessionQuery } from '#web/api/session.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

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
