import { createStore, type ReadableStore } from './store.ts'

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

// All tabs of a browser are one tablet: a sign-in or sign-out in one of them applies to all.

const name = 'session'

/** Tells the other tabs to read the session again. */
export function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

/** @returns how to stop. */
export function watchOtherTabs(onChange: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = onChange
  return () => channel.close()
}

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

const ringPlace = createStore<HTMLElement | null>(null)

/** Where the ring's bar goes on a screen whose bottom is taken; null on all others. */
export const ringRoom: ReadableStore<HTMLElement | null> = ringPlace
export const setRingRoom = (room: HTMLElement | null): void => ringPlace.set(room)

export const readLanguageChoice = (): string | null => readSaved('language')
export const saveLanguage = (language: string): void => writeSaved('language', language)

export type Theme = 'system' | 'light' | 'dark'

const themes: readonly Theme[] = ['system', 'light', 'dark']

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
