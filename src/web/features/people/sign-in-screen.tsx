import { practicePeople } from '#contract/desk/people.ts'
import { paths, patterns } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { LanguageField } from '#web/format/language-field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { DeskCommand } from './wait.tsx'
import { PeopleFailure, PeoplePage } from './people-form.tsx'
import { useSession, useSignIn } from './people-queries.ts'
import { useLocation, useNavigate } from 'react-router'

/** `/sign-in`: who uses this tablet from now on. */
export function SignInScreen() {
  const t = useTranslate()
  const navigate = useNavigate()
  const from = useFrom()
  const session = useSession()
  const signedIn = session?.staff?.name
  const names = session?.staff_names ?? []
  return (
    <PeoplePage title={t('people.signInTitle')}>
      {signedIn === undefined ? <p className="text-soft">{t('people.whyAll')}</p> : <SignedIn name={signedIn} />}
      {signedIn !== undefined && <h2 className="text-lg font-semibold">{t('people.signInElse')}</h2>}
      {/* Above the form: on a phone the bar of waiting orders would cover it below. */}
      {session && session.mode !== 'live' && <PracticePins />}
      {names.length === 0 ? (
        <div className="flex flex-col gap-2">
          <p>{t('people.nobody')}</p>
          <DeskCommand args='staff add "Sara" --manager' />
        </div>
      ) : (
        <SignInForm names={names} onSignedIn={() => void navigate(from, { replace: true })} />
      )}
      <p className="text-sm text-faint">{t('people.lasts')}</p>
      <div className="max-w-60 pt-4">
        <LanguageField />
      </div>
    </PeoplePage>
  )
}

function SignedIn({ name }: { readonly name: string }) {
  const t = useTranslate()
  const signOut = useSignIn()
  return (
    <div className="flex flex-col gap-3">
      <Message role="status" look="good">
        {t('people.signedInAs', { name })}
      </Message>
      <PeopleFailure error={signOut.error} />
      <Button isBusy={signOut.isPending} onClick={() => signOut.mutate(undefined)}>
        {t('people.signOut')}
      </Button>
    </div>
  )
}

/** The screen that linked here, within the desk and other than this one. */
function useFrom(): string {
  const from = new URLSearchParams(useLocation().search).get('from') ?? ''
  const isOurs = /^\/(?![/\\])/.test(from) && ![patterns.signIn, patterns.enrol].some((start) => from.startsWith(start))
  return isOurs ? from : paths.orders
}

/** The people of the practice store, with their PINs. */
export function PracticePins() {
  const t = useTranslate()
  return (
    <Message role="note">
      <p>{t('people.practice')}</p>
      <ul>
        {practicePeople.map(({ name, pin }) => (
          <li key={name}>{t('people.practicePin', { name, pin })}</li>
        ))}
      </ul>
    </Message>
  )
}
