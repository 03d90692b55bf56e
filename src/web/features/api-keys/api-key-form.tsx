import { apiKeys, type ApiScope, apiScopes } from '#contract/desk/api-keys.ts'
import { readName } from '#contract/desk/people.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Choice, TextField } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type FormEvent, useState } from 'react'
import { failureWords, fieldCodeOf, useKeyChange } from './api-key-queries.ts'
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
  const wrong = (isChecked ? problemOf(entry) : undefined) ?? fieldCodeOf(add.error)

  function change(changed: Partial<Entry>) {
    add.reset()
    setEntry((before) => ({ ...before, ...changed }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!problemOf(entry) && !add.isPending) add.mutate(entry)
  }

  return (
    <Dialog title={t('apiKeys.add')} onClose={onClose}>
      <form onSubmit={submit} autoComplete="off" className="contents">
        <DialogBody>
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
          {add.error && !fieldCodeOf(add.error) && (
            <Message role="alert" look="red">
              {failureWords(add.error, t)}
            </Message>
          )}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
          <Button type="submit" look="primary" isBusy={add.isPending}>
            {t('apiKeys.make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
