import { keep, readKept } from '#client/tablet/kept.ts'

/** Whether single keys do something on this tablet. */
export const readShortcuts = (): boolean => readKept('shortcuts') !== 'off'
export const keepShortcuts = (on: boolean): void => keep('shortcuts', on ? 'on' : 'off')
