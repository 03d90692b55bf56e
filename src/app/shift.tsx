import { tabletInstrument } from '#features/ring/tablet/instrument.ts'
import { ShiftScreen } from '#features/shift/shift-screen.tsx'

/** The screen of the shift, with what rings on this tablet. */
export const Shift = () => <ShiftScreen instrument={tabletInstrument()} />
