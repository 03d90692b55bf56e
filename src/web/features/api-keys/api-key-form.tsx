import { apiKeys, type ApiScope, apiScopes } from '#contract/desk/api-keys.ts'
import { readName } from '#contract/desk/people.ts'
import { callDesk } from '#web/api/http/call.ts'
import { codeAmong } from '#web/api/http/failure.ts'
import { Choice, TextField } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { FormDialog } from '#web/manage/dialogs.tsx'
import { useState } from 'react'
import { failureWords, useKeyChange } from './api-key-queries.ts'
import type { MadeKey } from './new-key.tsx'
import { scopeWords } from './scope-words.ts'

interface ApiKeyFormProps {
  readonly onMade: (made: MadeKey) => void
  readonly onClose: () => void
}

interface Entry {
  readonly name: string
  readonly scopes: readonly ApiScope[]
}

function problemOf({ name, scopes }: Entry): 'bad_name' | 'bad_scopes' | undefined {
  if (readName(name) === undefined) return 'bad_name'
  return scopes.length === 0 ? 'bad_scopes' : undefined
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
  const wrong = (isChecked ? problemOf(entry) : undefined) ?? refused

  function change(changed: Partial<Entry>) {
    add.reset()
    setEntry((before) => ({ ...before, ...changed }))
  }

  function submit() {
    setChecked(true)
    if (!problemOf(entry)) add.mutate(entry)
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
        error={wrong === 'bad_name' || wrong === 'name_taken' ? t(`apiKeys.${wrong}`) : undefined}
        dir="auto"
        autoComplete="off"
        value={entry.name}
        onChange={({ target: { value } }) => change({ name: value })}
      />
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-semibold text-soft">{t('apiKeys.scopes')}</legend>
        <div className="grid gap-2">
          {apiScopes.map((scope) => (
            <Choice
              key={scope}
              type="checkbox"
              isSentence
              label={scopeWords(scope, t)}
              hint={t(`apiKeys.may.${scope}`)}
              checked={entry.scopes.includes(scope)}
              onChange={(isOn) =>
                change({
                  scopes: apiScopes.filter((each) => (each === scope ? isOn : entry.scopes.includes(each))),
                })
              }
            />
          ))}
        </div>
        {wrong === 'bad_scopes' && (
          <p role="alert" className="mt-1 text-sm text-red">
            {t('apiKeys.bad_scopes')}
          </p>
        )}
      </fieldset>
      {!refused && <ChangeFailure error={add.error} words={failureWords} />}
    </FormDialog>
  )
}
