import { callDesk } from '#web/api/http/call.ts'
import { people, readName, readPin } from '#contract/desk/people.ts'
import { Choice } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NameField, PeopleForm, wrongOf } from './people-form.tsx'
import { NewPinField } from './new-pin.tsx'
import { usePeopleChange } from './people-change.ts'
import { staffQuery } from './people-queries.ts'

const empty = { name: '', pin: '', is_manager: false }

/** Adds a person. The PIN is dropped as soon as it has been sent. */
export function AddPerson() {
  const t = useTranslate()
  const [entry, setEntry] = useState(empty)
  const [unfit, setUnfit] = useState<'bad_name' | 'bad_pin'>()
  const [addedId, setAdded] = useState<string>()
  const { data: staff } = useQuery(staffQuery())
  const add = usePeopleChange(
    async (body: typeof empty) => setAdded((await callDesk(people.addPerson, { body })).data.id),
    () => setEntry(empty),
  )
  // Undefined again once the person is removed.
  const added = staff?.find(({ id }) => id === addedId)
  const wrong = unfit ?? wrongOf(add.error)

  function change(changed: Partial<typeof empty>) {
    setUnfit(undefined)
    setAdded(undefined)
    setEntry((before) => ({ ...before, ...changed }))
  }

  function submit() {
    add.reset()
    setAdded(undefined)
    const found = unfitOf(entry)
    setUnfit(found)
    if (!found) add.mutate(entry)
  }

  return (
    <PeopleForm
      button={t('people.add')}
      isBusy={add.isPending}
      error={add.error}
      shownElsewhere={['bad_name', 'name_taken', 'bad_pin']}
      onSubmit={submit}
    >
      <h2 className="text-lg font-semibold">{t('people.addTitle')}</h2>
      <NameField
        label={t('people.name')}
        error={wrong === 'bad_name' || wrong === 'name_taken' ? t(`people.${wrong}`) : undefined}
        value={entry.name}
        onChange={(name) => change({ name })}
      />
      <NewPinField
        error={wrong === 'bad_pin' ? t('people.bad_pin') : undefined}
        value={entry.pin}
        onChange={(pin) => change({ pin })}
      />
      <Choice
        type="checkbox"
        isSentence
        label={t('people.manager')}
        hint={t('people.managerHint')}
        checked={entry.is_manager}
        onChange={(isManager) => change({ is_manager: isManager })}
      />
      {added && (
        <Message role="status" look="good">
          {t('people.added', { name: added.name })}
        </Message>
      )}
    </PeopleForm>
  )
}

function unfitOf({ name, pin }: typeof empty): 'bad_name' | 'bad_pin' | undefined {
  if (readName(name) === undefined) return 'bad_name'
  return readPin(pin) === undefined ? 'bad_pin' : undefined
}
