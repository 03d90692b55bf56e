import { practicePeople, readPin } from '#contract/desk/people.ts'
import { paths, patterns } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Message } from '#ui/message.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useWords } from '#words/words.tsx'
import { useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PeopleFailure, wrongOf } from './people-failure.tsx'
import { Command, PeoplePage } from './people-page.tsx'
import { useSession, useSignIn } from './people-queries.ts'

/** `/sign-in`: who acts on this tablet from now on. */
export function SignInScreen() {
  const say = useWords()
  const session = useSession()
  const signedIn = session?.staff?.name
  const names = session?.staff_names ?? []
  return (
    <PeoplePage title={say('people.signInTitle')}>
      {signedIn === undefined ? <p className="text-soft">{say('people.why')}</p> : <SignedIn name={signedIn} />}
      {signedIn !== undefined && <h2 className="text-lg font-semibold">{say('people.signInElse')}</h2>}
      {names.length === 0 ? (
        <div className="flex flex-col gap-2">
          <p>{say('people.nobody')}</p>
          <Command>npm run -s desk -- staff add "Sara" --manager</Command>
        </div>
      ) : (
        <SignInForm names={names} />
      )}
      {session && session.mode !== 'live' && <PracticePins />}
    </PeoplePage>
  )
}

function SignedIn({ name }: { readonly name: string }) {
  const say = useWords()
  const signOut = useSignIn(() => undefined)
  return (
    <div className="flex flex-col gap-3">
      <Message role="status" look="good">
        {say('people.signedInAs', { name })}
      </Message>
      <PeopleFailure error={signOut.error} />
      <Button aria-disabled={signOut.isPending} onClick={() => signOut.isPending || signOut.mutate(undefined)}>
        {say('people.signOut')}
      </Button>
    </div>
  )
}

function SignInForm({ names }: { readonly names: readonly string[] }) {
  const say = useWords()
  const navigate = useNavigate()
  const from = useFrom()
  const [typed, setName] = useState('')
  const [pin, setPin] = useState('')
  const [isUnfit, setUnfit] = useState(false)
  const signIn = useSignIn(() => void navigate(from, { replace: true }))
  // Somebody who was removed meanwhile cannot stay chosen.
  const [only = '', ...others] = names
  const name = names.includes(typed) ? typed : others.length === 0 ? only : ''
  const wrong = isUnfit ? (name === '' ? 'chooseName' : 'bad_pin') : wrongOf(signIn.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (signIn.isPending) return
    signIn.reset()
    const isFit = name !== '' && readPin(pin) !== undefined
    setUnfit(!isFit)
    // A PIN that was wrong is typed anew, not mended.
    if (isFit) signIn.mutate({ name, pin }, { onError: () => setPin('') })
  }

  return (
    <form onSubmit={submit} autoComplete="off" className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <SelectField
          label={say('people.name')}
          value={name}
          options={{ '': say('people.chooseName'), ...Object.fromEntries(names.map((each) => [each, each])) }}
          onChange={(chosen) => {
            setUnfit(false)
            setName(chosen)
          }}
        />
        {wrong === 'chooseName' && (
          <p role="alert" className="text-sm text-red">
            {say('people.chooseName')}
          </p>
        )}
      </div>
      <TextField
        label={say('people.pin')}
        hint={say('people.pinHint')}
        error={wrong === 'bad_pin' || wrong === 'bad_credentials' ? say(`people.${wrong}`) : undefined}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={pin}
        onChange={(event) => {
          setUnfit(false)
          setPin(event.target.value)
        }}
      />
      <PeopleFailure error={signIn.error} saidElsewhere={['bad_pin', 'bad_credentials']} />
      <Button type="submit" look="primary" size="large" aria-disabled={signIn.isPending}>
        {say('people.signIn')}
      </Button>
    </form>
  )
}

/** Where one came from, inside the desk; not this screen itself. */
function useFrom(): string {
  const from = new URLSearchParams(useLocation().search).get('from') ?? ''
  const isOurs = /^\/(?![/\\])/.test(from) && !from.startsWith(patterns.signIn)
  return isOurs ? from : paths.orders
}

function PracticePins() {
  const say = useWords()
  return (
    <Message look="amber" role="note">
      <p>{say('people.practice')}</p>
      <ul>
        {practicePeople.map(({ name, pin }) => (
          <li key={name}>{say('people.practicePin', { name, pin })}</li>
        ))}
      </ul>
    </Message>
  )
}
