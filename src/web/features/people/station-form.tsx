import { type StationSettings, tabletSettings } from '#contract/desk/tablet-settings.ts'
import { callDesk } from '#web/api/http/call.ts'
import { stationSettingsQuery } from '#web/api/tablet-settings.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { MinutesField, readMinutes, SettingsForm } from './settings-form.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** How long an order may take from acceptance to ready. */
export function StationForm({ settings }: { readonly settings: StationSettings }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [amber, setAmber] = useState(String(settings.amber_minutes))
  const [target, setTarget] = useState(String(settings.target_minutes))
  const [isTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: async (body: StationSettings) => (await callDesk(tabletSettings.saveStation, { body })).data,
    onSuccess: (data) => queries.setQueryData(stationSettingsQuery().queryKey, data),
  })
  const [amberMinutes, targetMinutes] = [readMinutes(amber), readMinutes(target)]
  const isLater = amberMinutes !== undefined && targetMinutes !== undefined && amberMinutes > targetMinutes
  const errorOf = (minutes: number | undefined) =>
    isTried && minutes === undefined ? t('tablets.bad_minutes') : undefined

  function submit() {
    setTried(true)
    if (amberMinutes === undefined || targetMinutes === undefined || isLater) return
    save.mutate({ amber_minutes: amberMinutes, target_minutes: targetMinutes })
  }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    save.reset()
  }

  return (
    <SettingsForm
      title={t('tablets.stations')}
      isBusy={save.isPending}
      isSaved={save.isSuccess}
      error={save.error}
      onSubmit={submit}
    >
      <MinutesField
        label={t('tablets.amber')}
        hint={t('tablets.amberHint')}
        error={isTried && isLater ? t('tablets.amberLater') : errorOf(amberMinutes)}
        value={amber}
        onChange={change(setAmber)}
      />
      <MinutesField
        label={t('tablets.target')}
        hint={t('tablets.targetHint')}
        error={errorOf(targetMinutes)}
        value={target}
        onChange={change(setTarget)}
      />
    </SettingsForm>
  )
}
