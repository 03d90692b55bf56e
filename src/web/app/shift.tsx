import { tabletInstrument } from '#web/features/ring/tablet/instrument.ts'
import { ShiftScreen } from '#web/features/shift/shift-screen.tsx'

/** The screen of the shift, with what rings on this tablet. */
export const Shift = () => <ShiftScreen instrument={tabletInstrument()} />
