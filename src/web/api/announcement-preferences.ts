import { readSaved, writeSaved } from './preferences.ts'

/** Whether this tablet says new orders aloud. */
export const readIsSpoken = (): boolean => readSaved('spoken') === 'yes'
export const saveIsSpoken = (isSpoken: boolean): void => writeSaved('spoken', isSpoken ? 'yes' : 'no')

/** After how many minutes this tablet reminds of a ready order that nobody collects; 0: never. */
export const reminderMinutes = [0, 5, 10, 15, 20] as const
export type ReminderMinutes = (typeof reminderMinutes)[number]

export const readReminderMinutes = (): ReminderMinutes =>
  reminderMinutes.find((minutes) => String(minutes) === readSaved('reminder-minutes')) ?? 0
export const saveReminderMinutes = (minutes: ReminderMinutes): void => writeSaved('reminder-minutes', String(minutes))

/** Whether a new order takes the screen of this tablet while nobody uses it. */
export const readTakesScreen = (): boolean => readSaved('takes-screen') !== 'no'
export const saveTakesScreen = (takes: boolean): void => writeSaved('takes-screen', takes ? 'yes' : 'no')
