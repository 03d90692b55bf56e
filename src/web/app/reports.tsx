import { tabletInstrument } from '#web/tablet/instrument.ts'
import { ReportsScreen } from '#web/features/reports/reports-screen.tsx'

/** The reports with this tablet's ring. */
export const Reports = () => <ReportsScreen instrument={tabletInstrument()} />
