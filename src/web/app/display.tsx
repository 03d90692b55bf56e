import { DisplayScreen } from '#web/features/display/display-screen.tsx'

/** The screen for waiting customers. */
export const Display = () => <DisplayScreen />
