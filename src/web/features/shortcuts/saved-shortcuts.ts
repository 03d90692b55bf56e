import { keep, readSaved } from '#web/api/preferences/saved.ts'

/** Whether single keys do something on this tablet. */
export const readShortcuts = (): boolean => readSaved('shortcuts') !== 'off'
export const keepShortcuts = (on: boolean): void => keep('shortcuts', on ? 'on' : 'off')
