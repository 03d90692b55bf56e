import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'

const nobody = new Failure('sign_in_required', 'Nobody is signed in.')

/** Said before somebody chooses and types what would be lost on the way to sign in. */
export function SignInNotice() {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  if (!session || session.staff) return null
  return (
    <div className="px-6 pt-5">
      <Message role="status" look="amber">
        {t('failure.sign_in_required')} <SignInLink error={nobody} />
      </Message>
    </div>
  )
}
