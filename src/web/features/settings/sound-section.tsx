import {
  readRingSound,
  readVolume,
  type RingSound,
  ringSounds,
  saveRingSound,
  saveVolume,
  volumes,
} from '#web/api/preferences.ts'
import { Button } from '#web/components/button.tsx'
import { Choice } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { numberFormat, numberingIn } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ReminderSetting, SpokenSetting, type TabletVoice } from './announcement-settings.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useId, useState } from 'react'

/** What the settings need of this tablet's sound. */
export interface TabletSound {
  readonly hasSound: boolean
  readonly isArmed: () => boolean
  /** Turns the sound on, and plays this. Only inside a press. */
  readonly arm: (play: () => void) => Promise<void>
  readonly sound: {
    readonly play: (sound: RingSound) => void
    readonly remind: () => void
    readonly test: () => void
    readonly isRunning: () => boolean
  }
}

type Outcome = 'turned-on' | 'silent' | undefined

/** Plays a sound at a press. If the sound of this tablet is off, the press turns it on. */
function usePlay({ isArmed, arm, sound }: TabletSound) {
  const [outcome, setOutcome] = useState<Outcome>()
  const play = async (what: () => void) => {
    if (isArmed() && sound.isRunning()) return what()
    await arm(what)
    setOutcome(sound.isRunning() ? 'turned-on' : 'silent')
  }
  return { outcome, play: (what: () => void) => void play(what) }
}

interface SoundSectionProps {
  readonly instrument: TabletSound
  readonly voice: TabletVoice
}

/** What this tablet sounds like: its ring, its volume, its voice and its reminder. */
export function SoundSection({ instrument, voice }: SoundSectionProps) {
  const t = useTranslate()
  const { outcome, play } = usePlay(instrument)
  return (
    <SettingsSection title={t('sound.title')}>
      <RingSounds onPlay={(sound) => play(() => instrument.sound.play(sound))} />
      <Volume onTest={() => play(instrument.sound.test)} />
      <div role="status" className="empty:hidden">
        {outcome === 'turned-on' && <Message look="good">{t('sound.turnedOn')}</Message>}
        {outcome === 'silent' && (
          <Message look="red">{t(instrument.hasSound ? 'sound.silent' : 'sound.unsupported')}</Message>
        )}
      </div>
      <SpokenSetting voice={voice} />
      <ReminderSetting onPlay={() => play(instrument.sound.remind)} />
    </SettingsSection>
  )
}

/** The choice among the ring sounds, each with a button to hear it. */
function RingSounds({ onPlay }: { readonly onPlay: (sound: RingSound) => void }) {
  const t = useTranslate()
  const [chosen, setChosen] = useState(readRingSound)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold text-soft">{t('sound.ring')}</legend>
      <div className="grid gap-2">
        {ringSounds.map((sound) => (
          <div key={sound} className="flex items-stretch gap-2">
            <div className="min-w-0 flex-1">
              <Choice
                type="radio"
                name="ring-sound"
                isSentence
                label={t(`sound.${sound}`)}
                hint={t(`sound.${sound}Hint`)}
                checked={sound === chosen}
                onChange={() => {
                  setChosen(sound)
                  saveRingSound(sound)
                }}
              />
            </div>
            <Button
              className="shrink-0"
              aria-label={t('sound.playName', { name: t(`sound.${sound}`) })}
              onClick={() => onPlay(sound)}
            >
              {t('sound.play')}
            </Button>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** The volume of all tones. */
function Volume({ onTest }: { readonly onTest: () => void }) {
  const t = useTranslate()
  const language = useLanguage()
  const id = useId()
  const [volume, setVolume] = useState(readVolume)
  const percent = numberFormat(language, { style: 'percent', ...numberingIn(language) }).format(volume / 100)
  return (
    <div>
      <label htmlFor={id} className="text-sm font-semibold text-soft">
        {t('sound.volume')}
      </label>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-60 items-center gap-4">
          <input
            id={id}
            type="range"
            min={volumes.softest}
            max={volumes.loudest}
            step={volumes.step}
            value={volume}
            aria-valuetext={percent}
            aria-describedby={`${id}-hint`}
            className="h-12 min-w-0 flex-1 accent-accent"
            onChange={({ target }) => {
              const next = Number(target.value)
              setVolume(next)
              saveVolume(next)
            }}
          />
          <span aria-hidden="true" className="min-w-14 text-end font-semibold tabular-nums">
            {percent}
          </span>
        </div>
        <Button onClick={onTest}>{t('ring.test')}</Button>
      </div>
      <p id={`${id}-hint`} className="mt-1 text-sm text-faint">
        {t('sound.volumeHint')}
      </p>
    </div>
  )
}
