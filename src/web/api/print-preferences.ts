import { readSaved, writeSaved } from './preferences.ts'

/** The printer's paper: a roll of 80 or 58 mm, or sheets. */
export const papers = ['80', '58', 'A4'] as const
export type Paper = (typeof papers)[number]

export const readPaper = (): Paper => papers.find((paper) => paper === readSaved('paper')) ?? '80'
export const savePaper = (paper: Paper): void => writeSaved('paper', paper)

/**
 * Whether a ticket is printed automatically once this tablet's accept is confirmed. `dialog`: the browser shows its print
 * dialog, which blocks the page. `silent`: the browser was started with kiosk printing, without a dialog.
 */
export const printMethods = ['no', 'dialog', 'silent'] as const
type PrintMethod = (typeof printMethods)[number]

export const readPrintMethod = (): PrintMethod =>
  printMethods.find((way) => way === readSaved('print-by-itself')) ?? 'no'
export const savePrintMethod = (way: PrintMethod): void => writeSaved('print-by-itself', way)
