import { Failure } from '#client/wire/failure.ts'
import { SignInFirst } from '#reading/sign-in-first.tsx'
import { Button } from '#ui/button.tsx'
import { Message } from '#ui/message.tsx'
import { useWords, type Say } from '#words/words.tsx'
import { useTestNotification } from './settings-queries.ts'

/** Proves the whole way from outside to this desk, and says what came back and what to look at. */
export function TestNotification({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const say = useWords()
  const { mutate, data, error, isPending } = useTestNotification()
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
      {isSignedIn ? (
        <Button look="primary" size="large" aria-disabled={isPending} onClick={() => isPending || mutate()}>
          {say('settings.test')}
        </Button>
      ) : (
        <SignInFirst why={say('settings.signInFirst')} />
      )}
      <p className="text-sm text-faint">{say('settings.testHint')}</p>
      <div role="status" className="self-stretch">
        {isPending && <Message>{say('settings.testing')}</Message>}
        {!isPending && data && <Message look={looks[data.result]}>{resultText(data, say)}</Message>}
        {!isPending && error && <Message look="red">{failureText(error, say)}</Message>}
      </div>
    </div>
  )
}

type Outcome = NonNullable<ReturnType<typeof useTestNotification>['data']>

const looks = { arrived: 'good', refused: 'red', unreachable: 'red', other: 'red' } as const

function resultText({ result, status }: Outcome, say: Say): string {
  return result === 'other' ? say('settings.test.other', { status: status ?? '?' }) : say(`settings.test.${result}`)
}

function failureText(error: Error, say: Say): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'too_soon':
      return say('settings.tooSoon')
    case 'webhook_off':
      return say('settings.off')
    case 'sign_in_required':
      return say('settings.signInFirst')
    case 'no_contact':
      return say('people.noContact')
    default:
      return say('people.failed', { message: error.message })
  }
}
