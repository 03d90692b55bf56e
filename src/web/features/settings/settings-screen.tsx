import { useTranslate } from '#web/i18n/translations.tsx'
import type { TabletVoice } from './announcement-settings.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SoundSection, type TabletSound } from './sound-section.tsx'
import { PaperSection, TabletSection } from './tablet-section.tsx'
import type { ComponentType } from 'react'

interface SettingsScreenProps {
  readonly instrument: TabletSound
  readonly voice: TabletVoice
  /** Alerts to this phone. */
  readonly PhoneAlerts: ComponentType
}

/** `/settings`: this tablet's choices. */
export function SettingsScreen({ instrument, voice, PhoneAlerts }: SettingsScreenProps) {
  const t = useTranslate()
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5 pb-8">
      <title>{`${t('settings.title')} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{t('settings.title')}</h1>
      <TabletSection />
      <SoundSection instrument={instrument} voice={voice} />
      <SettingsSection title={t('alerts.phone')}>
        <PhoneAlerts />
      </SettingsSection>
      <PaperSection />
    </div>
  )
}
