import { createStore, type ChangeRecords } from './store.ts'

/** A private window may have no storage, and a full one takes nothing: then what is kept lasts as long as the page. */
const unkept: Record<string, string> = {}

export function readSaved(key: string): string | null {
  try {
    return unkept[key] ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  unkept[key] = value
  try {
    localStorage.setItem(key, value)
    delete unkept[key]
  } catch {
    // It holds for this page.
  }
}

// Tabs of one browser are one tablet: who signs in or out in one of them does so in all.

const name = 'session'

/** Says to the others that somebody else is signed in. */
export function tellOtherTabs(): void {
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

/** What this tablet's printer holds: a roll of 80 or 58 mm, or sheets. */
export const papers = ['80', '58', 'A4'] as const
export type Paper = (typeof papers)[number]

export const readPaper = (): Paper => papers.find((paper) => paper === readSaved('paper')) ?? '80'
export const savePaper = (paper: Paper): void => keep('paper', paper)

/**
 * Whether a ticket is printed by itself once this tablet's accept was confirmed. `dialog`: the browser asks each time,
 * and the page stands still meanwhile; `silent`: it was started so that it does not.
 */
export const printMethods = ['no', 'dialog', 'silent'] as const
type PrintMethod = (typeof printMethods)[number]

export const readPrintMethod = (): PrintMethod =>
  printMethods.find((way) => way === readSaved('print-by-itself')) ?? 'no'
export const savePrintMethod = (way: PrintMethod): void => keep('print-by-itself', way)

const told = createStore<HTMLElement | null>(null)

/** Where a screen whose bottom is taken has room for the ring; nothing on all others. */
export const ringRoom: ChangeRecords<HTMLElement | null> = told
export const setRingRoom = (room: HTMLElement | null): void => told.set(room)

// What a tablet remembers of its own, and a page begins with.

export const readLanguageChoice = (): string | null => readSaved('language')
export const saveLanguage = (language: string): void => keep('language', language)

export type Theme = 'system' | 'light' | 'dark'

const themes: readonly Theme[] = ['system', 'light', 'dark']

export const readTheme = (): Theme => themes.find((theme) => theme === readSaved('theme')) ?? 'system'
export const saveTheme = (theme: Theme): void => keep('theme', theme)

/** Which digits this tablet writes in Arabic; elsewhere there is one kind only. */
export const readDigits = (): 'latn' | 'arab' => (readSaved('digits') === 'arab' ? 'arab' : 'latn')
export const saveDigits = (digits: 'latn' | 'arab'): void => keep('digits', digits)

/** Puts a theme in force; the system's own follows the device. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** The sound of something wrong under the hand; silence on a tablet that is not armed. */
export const wrongTone = createStore<() => void>(() => undefined)
