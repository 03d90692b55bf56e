import { practicePeople, readPin } from '#contract/desk/people.ts'
import { paths, patterns } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { Drawing } from '#web/components/icon.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { DeskCommand, useWait } from './wait.tsx'
import { PeopleFailure, PeopleForm, PeoplePage, PinField, wrongOf } from './people-form.tsx'
import { useSession, useSignIn } from './people-queries.ts'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface PinPadProps {
  readonly onDigit: (digit: string) => void
  readonly onDelete: () => void
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0'] as const

/**
 * Large keys instead of the on-screen keyboard, which would cover the form. Left to right in Arabic too, as on any
 * till.
 */
function PinPad({ onDigit, onDelete }: PinPadProps) {
  const t = useTranslate()
  return (
    <div role="group" aria-label={t('people.pinPad')} dir="ltr" className="pin-pad">
      {keys.map((key) =>
        key === '' ? (
          <span key={key} />
        ) : (
          <button key={key} type="button" className={keyLook} onClick={() => onDigit(key)}>
            {key}
          </button>
        ),
      )}
      <button type="button" aria-label={t('people.deleteDigit')} className={keyLook} onClick={onDelete}>
        <Drawing path="M9 5h11v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5" className="size-6" />
      </button>
    </div>
  )
}

const keyLook = 'button min-h-14 tablet:min-h-16 border-edge bg-raised text-xl text-strong active:bg-sunken'

/** `/sign-in`: who uses this tablet from now on. */
export function SignInScreen() {
  const t = useTranslate()
  const session = useSession()
  const signedIn = session?.staff?.name
  const names = session?.staff_names ?? []
  return (
    <PeoplePage title={t('people.signInTitle')}>
      {signedIn === undefined ? <p className="text-soft">{t('people.why')}</p> : <SignedIn name={signedIn} />}
      {signedIn !== undefined && <h2 className="text-lg font-semibold">{t('people.signInElse')}</h2>}
      {/* Above the form: on a phone the bar of waiting orders would cover it below. */}
      {session && session.mode !== 'live' && <PracticePins />}
      {names.length === 0 ? (
        <div className="flex flex-col gap-2">
          <p>{t('people.nobody')}</p>
          <DeskCommand args='staff add "Sara" --manager' />
        </div>
      ) : (
        <SignInForm names={names} />
      )}
      <p className="text-sm text-faint">{t('people.lasts')}</p>
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

function SignInForm({ names }: { readonly names: readonly string[] }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const from = useFrom()
  const [typed, setName] = useState('')
  const [pin, setPin] = useState('')
  const [isUnfit, setUnfit] = useState(false)
  const signIn = useSignIn()
  const wait = useWait(signIn.error)
  // A person who was removed meanwhile is no longer selected.
  const [only = '', ...others] = names
  const name = names.includes(typed) ? typed : others.length === 0 ? only : ''
  const wrong = isUnfit ? (name === '' ? 'chooseName' : 'bad_pin') : wrongOf(signIn.error)

  function choose(chosen: string) {
    setUnfit(false)
    setName(chosen)
    // Another person need not wait for this one's lockout.
    if (wait?.whose === 'person') signIn.reset()
  }

  function type(text: string) {
    setUnfit(false)
    setPin(text)
  }

  function submit() {
    signIn.reset()
    const isFit = name !== '' && readPin(pin) !== undefined
    setUnfit(!isFit)
    if (!isFit) return
    signIn.mutate(
      { name, pin },
      {
        // Navigates only from this screen, because the user may have left it meanwhile.
        onSuccess: () => void navigate(from, { replace: true }),
        // A wrong PIN is typed again from its first digit.
        onError: () => setPin(''),
      },
    )
  }

  return (
    <PeopleForm
      button={t('people.signIn')}
      size="large"
      isBusy={signIn.isPending || (wait !== undefined && wait.secondsLeft > 0)}
      error={signIn.error}
      shownElsewhere={['bad_pin', 'bad_credentials']}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-1">
        <SelectField
          label={t('people.name')}
          value={name}
          options={{ '': t('people.chooseName'), ...Object.fromEntries(names.map((each) => [each, each])) }}
          onChange={choose}
        />
        {wrong === 'chooseName' && (
          <p role="alert" className="text-sm text-red">
            {t('people.chooseName')}
          </p>
        )}
      </div>
      <PinField
        error={wrong === 'bad_pin' || wrong === 'bad_credentials' ? t(`people.${wrong}`) : undefined}
        value={pin}
        onChange={type}
      />
      <PinPad onDigit={(digit) => type(pin + digit)} onDelete={() => type(pin.slice(0, -1))} />
    </PeopleForm>
  )
}

/** The screen that linked here, within the desk and other than this one. */
function useFrom(): string {
  const from = new URLSearchParams(useLocation().search).get('from') ?? ''
  const isOurs = /^\/(?![/\\])/.test(from) && ![patterns.signIn, patterns.enrol].some((start) => from.startsWith(start))
  return isOurs ? from : paths.orders
}

function PracticePins() {
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
