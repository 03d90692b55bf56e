import { Failure } from '#web/api/http/failure.ts'
import { requestSignIn, sessionQuery } from '#web/api/session.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

interface SignInLinkProps {
  readonly error: Error
  /** Called once somebody has signed in, here or elsewhere on the page: the failure is outdated. */
  readonly onSignedIn: () => void
}

/** A button that signs in without leaving the screen, if the failure is a missing sign-in. */
export function SignInLink({ error, onSignedIn }: SignInLinkProps) {
  const queries = useQueryClient()
  const code = error instanceof Failure ? error.code : undefined
  const isStrange = code === 'sign_in_required' || code === 'not_enrolled'
  useEffect(() => {
    // The session ended, and the page does not know yet.
    if (isStrange) void queries.invalidateQueries(sessionQuery())
  }, [queries, isStrange])
  const staffId = useQuery(sessionQuery()).data?.staff?.id
  const before = useRef(staffId)
  const signedIn = useEffectEvent(() => {
    if (code === 'sign_in_required') onSignedIn()
  })
  useEffect(() => {
    if (staffId !== undefined && staffId !== before.current) signedIn()
    before.current = staffId
  }, [staffId])
  return code === 'sign_in_required' && <SignInButton />
}

/** A button that signs in without leaving the screen. */
export function SignInButton() {
  const t = useTranslate()
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
