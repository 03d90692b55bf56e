import { callDesk } from '#client/call.ts'
import { people, readName, readPin } from '#contract/desk/people.ts'
import { Button } from '#ui/button.tsx'
import { Choice, TextField } from '#ui/field.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useState, type FormEvent } from 'react'
import { PeopleFailure, wrongOf } from './people-failure.tsx'
import { useChange } from './people-queries.ts'

const empty = { name: '', pin: '', is_manager: false }

/** Puts somebody on the list. The PIN is forgotten here as soon as it has arrived. */
export function AddPerson() {
  const say = useWords()
  const [entry, setEntry] = useState(empty)
  const [unfit, setUnfit] = useState<'bad_name' | 'bad_pin'>()
  const [added, setAdded] = useState<string>()
  const add = useChange(
    (body: typeof empty) => callDesk(people.addPerson, { body }),
    () => {
      setAdded(entry.name.trim())
      setEntry(empty)
    },
  )
  const wrong = unfit ?? wrongOf(add.error)

  function change(changed: Partial<typeof empty>) {
    setUnfit(undefined)
    setAdded(undefined)
    setEntry((before) => ({ ...before, ...changed }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (add.isPending) return
    add.reset()
    setAdded(undefined)
    const found = unfitOf(entry)
    setUnfit(found)
    if (!found) add.mutate(entry)
  }

  return (
    <form onSubmit={submit} autoComplete="off" className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold">{say('people.addTitle')}</h2>
      <TextField
        label={say('people.name')}
        error={wrong === 'bad_name' || wrong === 'name_taken' ? say(`people.${wrong}`) : undefined}
        dir="auto"
        autoComplete="off"
        value={entry.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={say('people.pin')}
        hint={say('people.pinHint')}
        error={wrong === 'bad_pin' ? say('people.bad_pin') : undefined}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={entry.pin}
        onChange={(event) => change({ pin: event.target.value })}
      />
      <Choice
        type="checkbox"
        label={say('people.manager')}
        hint={say('people.managerHint')}
        checked={entry.is_manager}
        onChange={(isManager) => change({ is_manager: isManager })}
      />
      <PeopleFailure error={add.error} saidElsewhere={['bad_name', 'name_taken', 'bad_pin']} />
      {added !== undefined && (
        <Message role="status" look="good">
          {say('people.added', { name: added })}
        </Message>
      )}
      <Button type="submit" look="primary" aria-disabled={add.isPending}>
        {say('people.add')}
      </Button>
    </form>
  )
}

function unfitOf({ name, pin }: typeof empty): 'bad_name' | 'bad_pin' | undefined {
  if (readName(name) === undefined) return 'bad_name'
  return readPin(pin) === undefined ? 'bad_pin' : undefined
}
