import { Failure } from '#client/wire/failure.ts'
import { sessionQuery } from '#client/session.ts'
import { SignInLink } from '#reading/sign-in-link.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'

const nobody = new Failure('sign_in_required', 'Nobody is signed in.')

/** Said before somebody chooses and types what would be lost on the way to sign in. */
export function SignInNotice() {
  const say = useWords()
  const { data: session } = useQuery(sessionQuery())
  if (!session || session.staff) return null
  return (
    <div className="px-6 pt-5">
      <Message role="status" look="amber">
        {say('failure.sign_in_required')} <SignInLink error={nobody} />
      </Message>
    </div>
  )
}
