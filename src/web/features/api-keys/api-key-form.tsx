import { apiKeys, type ApiScope, apiScopes } from '#contract/desk/api-keys.ts'
import { readName } from '#contract/desk/people.ts'
import { callDesk } from '#web/api/http/call.ts'
import { codeAmong } from '#web/api/http/failure.ts'
import { TextField } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { Checkboxes } from '#web/manage/checkboxes.tsx'
import { FormDialog } from '#web/manage/dialogs.tsx'
import { useState } from 'react'
import { useKeyChange } from './api-key-queries.ts'
import type { MadeKey } from './new-key.tsx'
import { failureWords, scopeWords } from './api-key-words.ts'

interface ApiKeyFormProps {
  readonly onMade: (made: MadeKey) => void
  readonly onClose: () => void
}

interface Entry {
  readonly name: string
  readonly scopes: readonly ApiScope[]
}

type NameProblem = 'noName' | 'bad_name' | undefined

const nameProblemOf = ({ name }: Entry): NameProblem => {
  if (name.trim() === '') return 'noName'
  return readName(name) === undefined ? 'bad_name' : undefined
}

/** The codes that a field explains. */
const shownByFields = ['bad_name', 'name_taken', 'bad_scopes'] as const

/** Makes a key: whose it is, and what it may do. */
export function ApiKeyForm({ onMade, onClose }: ApiKeyFormProps) {
  const t = useTranslate()
  const [entry, setEntry] = useState<Entry>({ name: '', scopes: [] })
  const [isChecked, setChecked] = useState(false)
  const add = useKeyChange(
    async ({ name, scopes }: Entry) => (await callDesk(apiKeys.add, { body: { name, scopes: [...scopes] } })).data,
    ({ key }) => {
      onClose()
      onMade({ name: entry.name.trim(), key })
    },
  )
  const refused = codeAmong(add.error, shownByFields)
  const isScopeMissing = entry.scopes.length === 0
  const wrongName = (isChecked ? nameProblemOf(entry) : undefined) ?? (refused === 'bad_scopes' ? undefined : refused)

  function change(changed: Partial<Entry>) {
    add.reset()
    setEntry((before) => ({ ...before, ...changed }))
  }

  function submit() {
    setChecked(true)
    if (!nameProblemOf(entry) && !isScopeMissing) add.mutate(entry)
  }

  return (
    <FormDialog
      title={t('apiKeys.add')}
      button={t('apiKeys.make')}
      isBusy={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('apiKeys.name')}
        hint={t('apiKeys.nameHint')}
        error={wrongName && t(`apiKeys.${wrongName}`)}
        dir="auto"
        autoComplete="off"
        value={entry.name}
        onChange={({ target: { value } }) => change({ name: value })}
      />
      <Checkboxes
        legend={t('apiKeys.scopes')}
        values={apiScopes}
        chosen={entry.scopes}
        error={(isChecked && isScopeMissing) || refused === 'bad_scopes' ? t('apiKeys.bad_scopes') : undefined}
        label={(scope) => scopeWords(scope, t)}
        explain={(scope) => t(`apiKeys.may.${scope}`)}
        onChoose={(scopes) => change({ scopes })}
      />
      {!refused && <ChangeFailure error={add.error} words={failureWords} />}
    </FormDialog>
  )
}
