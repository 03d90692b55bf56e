import { sessionQuery } from '#web/api/session.ts'
import { Message } from '#web/components/text.tsx'
import { SignInButton } from '#web/format/sign-in-link.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'

/** Asks for a sign-in before the form is filled in, because going to the sign-in screen would lose the input. */
export function SignInNotice() {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  if (!session || session.staff) return null
  return (
    <div className="px-6 pt-5">
      <Message role="status" look="amber">
        {t('people.why')} <SignInButton />
      </Message>
    </div>
  )
}
