import { keep, readSaved } from './saved.ts'

/** What this tablet's printer holds: a roll of 80 or 58 mm, or sheets. */
export const papers = ['80', '58', 'A4'] as const
export type Paper = (typeof papers)[number]

export const readPaper = (): Paper => papers.find((paper) => paper === readSaved('paper')) ?? '80'
export const keepPaper = (paper: Paper): void => keep('paper', paper)

/**
 * Whether a ticket is printed by itself once this tablet's accept was confirmed. `dialog`: the browser asks each time,
 * and the page stands still meanwhile; `silent`: it was started so that it does not.
 */
export const waysToPrint = ['no', 'dialog', 'silent'] as const
export type WayToPrint = (typeof waysToPrint)[number]

export const readWayToPrint = (): WayToPrint => waysToPrint.find((way) => way === readSaved('print-by-itself')) ?? 'no'
export const keepWayToPrint = (way: WayToPrint): void => keep('print-by-itself', way)
