import { StationScreen } from '#web/features/orders/station/station-screen.tsx'

/** The screen of those who prepare orders. */
export const Station = () => <StationScreen />
