import { readName } from '#contract/desk/people.ts'
import {
  type DisplayLanguage,
  type DisplaySettings,
  displayLanguages,
  tabletSettings,
} from '#contract/desk/tablet-settings.ts'
import { callDesk } from '#web/api/http/call.ts'
import { displaySettingsQuery } from '#web/api/tablet-settings.ts'
import { Button } from '#web/components/button.tsx'
import { Choice, Switch, TextField } from '#web/components/field.tsx'
import { languageNames } from '#web/i18n/language.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { MinutesField, readMinutes, SettingsForm } from './settings-form.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface DisplayFormProps {
  readonly settings: DisplaySettings & { readonly service_name: string }
}

/** What the shop's displays show and say. */
export function DisplayForm({ settings }: DisplayFormProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [entry, setEntry] = useState(() => ({ ...settings, minutes: String(settings.ready_minutes) }))
  const [isTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: async (body: DisplaySettings) => (await callDesk(tabletSettings.saveDisplay, { body })).data,
    onSuccess: (data) => queries.setQueryData(displaySettingsQuery().queryKey, data),
  })
  const { shop_name: name, languages, speaks } = entry
  const minutes = readMinutes(entry.minutes)
  const isNameWrong = name.trim() !== '' && readName(name) === undefined

  function change(next: Partial<typeof entry>) {
    setEntry((now) => ({ ...now, ...next }))
    save.reset()
  }

  function submit() {
    setTried(true)
    if (minutes === undefined || isNameWrong || languages.length === 0) return
    save.mutate({ shop_name: name.trim(), languages, speaks, ready_minutes: minutes })
  }

  return (
    <SettingsForm
      title={t('tablets.displays')}
      isBusy={save.isPending}
      isSaved={save.isSuccess}
      error={save.error}
      onSubmit={submit}
    >
      <TextField
        label={t('tablets.shopName')}
        hint={
          settings.service_name === ''
            ? t('tablets.shopNameUnknown')
            : t('tablets.shopNameHint', { name: settings.service_name })
        }
        error={isTried && isNameWrong ? t('people.bad_name') : undefined}
        dir="auto"
        autoComplete="off"
        value={name}
        onChange={(event) => change({ shop_name: event.target.value })}
      />
      <LanguageOrder
        languages={languages}
        error={isTried && languages.length === 0 ? t('tablets.noLanguage') : undefined}
        onChange={(next) => change({ languages: [...next] })}
      />
      <Switch
        label={t('tablets.speaks')}
        hint={t('tablets.speaksHint')}
        checked={speaks}
        onChange={(next) => change({ speaks: next })}
      />
      <MinutesField
        label={t('tablets.readyMinutes')}
        hint={t('tablets.readyMinutesHint')}
        error={isTried && minutes === undefined ? t('tablets.bad_minutes') : undefined}
        value={entry.minutes}
        onChange={(text) => change({ minutes: text })}
      />
    </SettingsForm>
  )
}

interface LanguageOrderProps {
  readonly languages: readonly DisplayLanguage[]
  readonly error: string | undefined
  readonly onChange: (languages: readonly DisplayLanguage[]) => void
}

/** The languages of the display in the order of their turns, and then those that it does not show. */
function LanguageOrder({ languages, error, onChange }: LanguageOrderProps) {
  const t = useTranslate()
  const all = [...languages, ...displayLanguages.filter((each) => !languages.includes(each))]
  function moveUp(language: DisplayLanguage) {
    const place = languages.indexOf(language)
    onChange([
      ...languages.slice(0, place - 1),
      language,
      ...languages.filter((each, at) => at >= place - 1 && each !== language),
    ])
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold text-soft">{t('tablets.languages')}</legend>
      <div className="flex flex-col gap-2">
        {all.map((each) => (
          <div key={each} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <Choice
                type="checkbox"
                label={languageNames[each]}
                checked={languages.includes(each)}
                onChange={(isChosen) =>
                  onChange(isChosen ? [...languages, each] : languages.filter((language) => language !== each))
                }
              />
            </div>
            <Button
              aria-label={t('tablets.earlierName', { language: languageNames[each] })}
              disabled={languages.indexOf(each) < 1}
              onClick={() => moveUp(each)}
            >
              {t('tablets.earlier')}
            </Button>
          </div>
        ))}
      </div>
      <p className={`mt-1 text-sm ${error === undefined ? 'text-faint' : 'text-red'}`} role={error && 'alert'}>
        {error ?? t('tablets.languagesHint')}
      </p>
    </fieldset>
  )
}
