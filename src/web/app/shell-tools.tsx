import { Keys } from '#web/features/shortcuts/keys.tsx'
import { Preferences } from './preferences.tsx'

/** What stands beside the places on every screen. */
export const ShellTools = () => (
  <>
    <Preferences />
    <Keys />
  </>
)
