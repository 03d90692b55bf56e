import { DisplayScreen } from '#web/features/display/display-screen.tsx'
import { loadPartInAll } from '#web/i18n/catalogs.ts'

/** The screen for waiting customers, with its messages in every language, because it shows them in turn. */
export async function loadDisplay() {
  const words = await loadPartInAll('display')
  return () => <DisplayScreen words={words} />
}
