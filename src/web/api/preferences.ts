import { createStore } from './store.ts'

/** Values that `localStorage` refused, in a private window or when full. They last as long as the page. */
const unsaved: Record<string, string> = {}

export function readSaved(key: string): string | null {
  try {
    return unsaved[key] ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeSaved(key: string, value: string): void {
  unsaved[key] = value
  try {
    localStorage.setItem(key, value)
    delete unsaved[key]
  } catch {
    // The value stays in memory for this page.
  }
}

/** The sounds of the ring, from soft to piercing. */
export const ringSounds = ['chime', 'bell', 'knock', 'alarm'] as const
export type RingSound = (typeof ringSounds)[number]

export const readRingSound = (): RingSound => ringSounds.find((sound) => sound === readSaved('ring-sound')) ?? 'bell'
export const saveRingSound = (sound: RingSound): void => writeSaved('ring-sound', sound)

/** The volume of all tones, in percent. Silence is no choice: a tablet that rings is heard. */
export const volumes = { softest: 10, loudest: 100, step: 10 } as const

export function readVolume(): number {
  const saved = Number(readSaved('volume') ?? volumes.loudest)
  return saved >= volumes.softest && saved <= volumes.loudest ? saved : volumes.loudest
}
export const saveVolume = (percent: number): void => writeSaved('volume', String(percent))

const pairedKey = 'let-in'

/** Whether this tablet was paired when the page was last open. Only the session tells whether it still is. */
export const isPairedBefore = (): boolean => readSaved(pairedKey) === 'yes'
export const savePaired = (isPaired: boolean): void => writeSaved(pairedKey, isPaired ? 'yes' : 'no')

/** Whether the first steps of this tablet are still to be taken. Only a tablet that was paired by hand has them. */
export const readIsNew = (): boolean => readSaved('first-steps') === 'open'
export const saveIsNew = (isNew: boolean): void => writeSaved('first-steps', isNew ? 'open' : 'done')

/** Who signed in on this tablet last, and most likely does so next. */
export const readLastPerson = (): string | null => readSaved('last-person')
export const saveLastPerson = (name: string): void => writeSaved('last-person', name)

export const readLanguageChoice = (): string | null => readSaved('language')
export const saveLanguage = (language: string): void => writeSaved('language', language)

/** Whose alerts this browser was last subscribed to, in which language and where; null if it gets none. */
export const readAlertedAs = (): string | null => readSaved('alerts-phone') || null
export const saveAlertedAs = (mark: string): void => writeSaved('alerts-phone', mark)

export type Theme = 'system' | 'light' | 'dark'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

export const readTheme = (): Theme => themes.find((theme) => theme === readSaved('theme')) ?? 'system'
export const saveTheme = (theme: Theme): void => writeSaved('theme', theme)

/** The digits of Arabic texts; the other languages have one kind only. */
export const readDigits = (): 'latn' | 'arab' => (readSaved('digits') === 'arab' ? 'arab' : 'latn')
export const saveDigits = (digits: 'latn' | 'arab'): void => writeSaved('digits', digits)

/** Applies a theme; `system` follows the device. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Plays the error tone of a scan or press; silent while the tablet's sound is off. */
export const wrongTone = createStore<() => void>(() => undefined)
