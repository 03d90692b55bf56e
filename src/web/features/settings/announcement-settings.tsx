import {
  readIsSpoken,
  readReminderMinutes,
  type ReminderMinutes,
  reminderMinutes,
  saveIsSpoken,
  saveReminderMinutes,
} from '#web/api/announcement-preferences.ts'
import { type ReadableStore, useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { Switch } from '#web/components/field.tsx'
import { formatDuration } from '#web/i18n/duration.ts'
import type { Language } from '#web/i18n/language.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Choices } from '#web/components/choices.tsx'
import { useState } from 'react'

/** What the settings need of the browser's speech. */
export interface TabletVoice {
  /** The languages for which the browser has a voice. */
  readonly languages: ReadableStore<ReadonlySet<string>>
  readonly say: (text: string, language: Language) => Promise<void>
}

/** Whether new orders are said aloud, offered if the browser has a voice for the language. */
export function SpokenSetting({ voice }: { readonly voice: TabletVoice }) {
  const t = useTranslate()
  const language = useLanguage()
  const isOffered = useStore(voice.languages).has(language)
  const [isSpoken, setIsSpoken] = useState(readIsSpoken)
  const example = t('ring.spokenOrder', { count: 3 })
  if (!isOffered) {
    return (
      <div>
        <p className="text-sm font-semibold text-soft">{t('sound.spoken')}</p>
        <p className="mt-1 text-sm text-faint">{t('sound.noVoice')}</p>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Switch
        label={t('sound.spoken')}
        hint={t('sound.spokenHint', { example })}
        checked={isSpoken}
        onChange={(next) => {
          setIsSpoken(next)
          saveIsSpoken(next)
        }}
      />
      <Button onClick={() => void voice.say(example, language)}>{t('sound.playSpoken')}</Button>
    </div>
  )
}

/** After how long a tone reminds of ready orders that nobody collects. */
export function ReminderSetting({ onPlay }: { readonly onPlay: () => void }) {
  const t = useTranslate()
  const language = useLanguage()
  const [minutes, setMinutes] = useState(readReminderMinutes)
  return (
    <div className="flex flex-col gap-2">
      <Choices
        legend={t('sound.reminder')}
        hint={t('sound.reminderHint')}
        name="reminder-minutes"
        values={reminderMinutes.map(String)}
        chosen={String(minutes)}
        label={(each) => (each === '0' ? t('sound.reminderOff') : formatDuration(Number(each) * 60, language))}
        onChoose={(chosen) => {
          const next: ReminderMinutes = reminderMinutes.find((each) => String(each) === chosen) ?? 0
          setMinutes(next)
          saveReminderMinutes(next)
        }}
      />
      <div>
        <Button onClick={onPlay}>{t('sound.playReminder')}</Button>
      </div>
    </div>
  )
}
