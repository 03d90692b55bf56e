import { useTranslate } from '#web/i18n/translations.tsx'
import { PaperSection } from './paper-section.tsx'
import { TabletSection } from './tablet-section.tsx'
import { VendorSection } from './vendor-section.tsx'
import { WebhookSection } from './webhook-section.tsx'

/** `/settings`: this tablet's choices, and the connection to the vendor service. */
export function SettingsScreen() {
  const t = useTranslate()
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5 pb-8">
      <title>{`${t('settings.title')} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{t('settings.title')}</h1>
      <TabletSection />
      <PaperSection />
      <WebhookSection />
      <VendorSection />
    </div>
  )
}
