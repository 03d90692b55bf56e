import { Failure } from '#client/wire/failure.ts'
import { SignInLink } from '#reading/sign-in-link.tsx'
import { useWords, type Say } from '#words/words.tsx'

/** Why the ring goes on although somebody wanted to stop it. */
export function AcknowledgeFailure({ error }: { readonly error: Error }) {
  const say = useWords()
  return (
    <p role="alert" className="font-semibold text-red">
      {wordsFor(error, say)} <SignInLink error={error} />
    </p>
  )
}

function wordsFor(error: Error, say: Say): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'sign_in_required':
      return say('ring.signInFirst')
    case 'offline':
    case 'no_contact':
      return say('ring.seenNoContact')
    default:
      return say('ring.seenFailed', { message: error.message })
  }
}
