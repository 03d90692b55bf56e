import { PhoneAlerts } from '#web/features/alerts/phone-alerts.tsx'
import { tabletVoice } from '#web/tablet/voice.ts'
import { tabletInstrument } from '#web/tablet/instrument.ts'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'

/** The settings screen with this tablet's sound and voice, and the alerts to it. */
export const Settings = () => (
  <SettingsScreen instrument={tabletInstrument()} voice={tabletVoice()} PhoneAlerts={PhoneAlerts} />
)
