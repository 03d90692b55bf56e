import { Failure } from '#web/api/http/failure.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { useTranslate, type Translate } from '#web/i18n/translations.tsx'

/** Why the ring goes on although somebody wanted to stop it. */
export function AcknowledgeFailure({ error }: { readonly error: Error }) {
  const t = useTranslate()
  return (
    <p role="alert" className="font-semibold text-red">
      {wordsFor(error, t)} <SignInLink error={error} />
    </p>
  )
}

function wordsFor(error: Error, t: Translate): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'sign_in_required':
      return t('ring.signInFirst')
    case 'offline':
    case 'no_contact':
      return t('ring.seenNoContact')
    default:
      return t('ring.seenFailed', { message: error.message })
  }
}
