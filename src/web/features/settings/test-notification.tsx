import { Failure } from '#web/api/http/failure.ts'
import { SignInFirst } from '#web/format/sign-in-link.tsx'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate, type Translate } from '#web/i18n/translations.tsx'
import { useTestNotification } from './settings-queries.ts'

/** Tests the whole way from outside to this desk, and shows the result and what to check. */
export function TestNotification({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const t = useTranslate()
  const { mutate, data, error, isPending } = useTestNotification()
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
      {isSignedIn ? (
        <Button look="primary" size="large" aria-disabled={isPending} onClick={() => isPending || mutate()}>
          {t('settings.test')}
        </Button>
      ) : (
        <SignInFirst why={t('settings.signInFirst')} />
      )}
      <p className="text-sm text-faint">{t('settings.testHint')}</p>
      <div role="status" className="self-stretch">
        {isPending && <Message>{t('settings.testing')}</Message>}
        {!isPending && data && <Message look={looks[data.result]}>{resultText(data, t)}</Message>}
        {!isPending && error && <Message look="red">{failureText(error, t)}</Message>}
      </div>
    </div>
  )
}

type Outcome = NonNullable<ReturnType<typeof useTestNotification>['data']>

const looks = { arrived: 'good', refused: 'red', unreachable: 'red', other: 'red' } as const

function resultText({ result, status }: Outcome, t: Translate): string {
  return result === 'other' ? t('settings.test.other', { status: status ?? '?' }) : t(`settings.test.${result}`)
}

function failureText(error: Error, t: Translate): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'too_soon':
      return t('settings.tooSoon')
    case 'webhook_off':
      return t('settings.off')
    case 'sign_in_required':
      return t('settings.signInFirst')
    case 'no_contact':
      return t('people.noContact')
    default:
      return t('people.failed', { message: error.message })
  }
}
