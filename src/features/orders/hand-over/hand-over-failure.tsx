import { Failure } from '#client/wire/failure.ts'
import { SignInLink } from '#reading/sign-in-link.tsx'
import { Message } from '#ui/message.tsx'
import { useWords, type Say } from '#words/words.tsx'

/** Why a mark was not kept, and what to do. */
export function HandOverFailure({ error }: { readonly error: Error }) {
  const say = useWords()
  return (
    <Message role="alert" look="red">
      {textOf(error, say)} <SignInLink error={error} />
    </Message>
  )
}

function textOf(error: Error, say: Say): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'no_contact':
      return say('handover.failure.no_contact')
    case 'sign_in_required':
      return say('handover.failure.sign_in_required')
    case 'store_unavailable':
      return say('handover.failure.store_unavailable')
    default:
      return say('failure.other', { message: error.message })
  }
}
