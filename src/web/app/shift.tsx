import { tabletInstrument } from '#web/features/ring/tablet/instrument.ts'
import { ShiftScreen } from '#web/features/shift/shift-screen.tsx'

/** The shift screen with this tablet's ring. */
export const Shift = () => <ShiftScreen instrument={tabletInstrument()} />
