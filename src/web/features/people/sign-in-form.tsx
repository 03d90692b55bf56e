import { readPin } from '#contract/desk/people.ts'
import { readLastPerson, saveLastPerson } from '#web/api/preferences.ts'
import { Drawing } from '#web/components/icon.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { Avatar } from '#web/format/avatar.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { PeopleForm, PinField, wrongOf } from './people-form.tsx'
import { useSignIn } from './people-queries.ts'
import { useWait } from './wait.tsx'
import { useEffect, useRef, useState } from 'react'

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

interface SignInFormProps {
  readonly names: readonly string[]
  /** The person to choose first; by default who signed in on this tablet last. */
  readonly first?: string | undefined
  /** Chooses the person by a press on the initials instead of from a list. */
  readonly hasFaces?: boolean
  readonly onSignedIn: () => void
}

/** Signs a person in by name and PIN. */
export function SignInForm({ names, first, hasFaces = false, onSignedIn }: SignInFormProps) {
  const t = useTranslate()
  const [typed, setName] = useState(() => first ?? readLastPerson() ?? '')
  const [pin, setPin] = useState('')
  const [isUnfit, setUnfit] = useState(false)
  const signIn = useSignIn()
  const wait = useWait(signIn.error)
  // A person who was removed meanwhile is no longer selected.
  const [only = '', ...others] = names
  const name = names.includes(typed) ? typed : others.length === 0 ? only : ''
  const wrong = isUnfit ? (name === '' ? 'chooseName' : 'bad_pin') : wrongOf(signIn.error)

  const pinField = useRef<HTMLInputElement>(null)
  // On a touch screen the PIN pad types it, and the focus would bring up a keyboard.
  const isPinNext = hasFaces && name !== ''
  useEffect(() => {
    if (isPinNext && matchMedia('(pointer: fine)').matches) pinField.current?.focus()
  }, [isPinNext])

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
        // Called only while the form is shown, because the user may have left it meanwhile.
        onSuccess() {
          saveLastPerson(name)
          onSignedIn()
        },
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
        {hasFaces ? (
          <Faces names={names} chosen={name} onChoose={choose} />
        ) : (
          <SelectField
            label={t('people.name')}
            value={name}
            options={{ '': t('people.chooseName'), ...Object.fromEntries(names.map((each) => [each, each])) }}
            onChange={choose}
          />
        )}
        {wrong === 'chooseName' && (
          <p role="alert" className="text-sm text-red">
            {t('people.chooseName')}
          </p>
        )}
      </div>
      <PinField
        ref={pinField}
        error={wrong === 'bad_pin' || wrong === 'bad_credentials' ? t(`people.${wrong}`) : undefined}
        value={pin}
        onChange={type}
      />
      <PinPad onDigit={(digit) => type(pin + digit)} onDelete={() => type(pin.slice(0, -1))} />
    </PeopleForm>
  )
}

interface FacesProps {
  readonly names: readonly string[]
  readonly chosen: string
  readonly onChoose: (name: string) => void
}

/** The people by their initials, large enough for a thumb. */
function Faces({ names, chosen, onChoose }: FacesProps) {
  const t = useTranslate()
  return (
    <div role="group" aria-label={t('people.name')} className="flex max-h-52 flex-wrap gap-2 overflow-y-auto">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          className="flex min-h-14 items-center gap-2 rounded border border-edge py-1 ps-1 pe-3 font-semibold aria-pressed:border-accent aria-pressed:bg-accent-tint"
          onClick={() => onChoose(name)}
        >
          <Avatar name={name} className="size-11 text-base in-aria-pressed:bg-accent in-aria-pressed:text-on-accent" />
          <ServiceText>{name}</ServiceText>
        </button>
      ))}
    </div>
  )
}
