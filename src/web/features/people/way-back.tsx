import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

/**
 * Whether a page is before this one that is none of ours, as far as the browser tells: the tablet may have come from the
 * desk of another shop, by mistake.
 */
const cameFromElsewhere = (): boolean => history.length > 1 && !('navigation' in window && navigation.canGoBack)

/** The way back for a tablet that has no button of the browser, as one in a kiosk. */
export function WayBack() {
  const t = useTranslate()
  return cameFromElsewhere() ? <Button onClick={() => history.back()}>{t('people.back')}</Button> : null
}
