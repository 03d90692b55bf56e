import { keep, readKept } from './kept.ts'

// What a tablet remembers of its own, and a page begins with.

export const readLanguageWish = (): string | null => readKept('language')
export const keepLanguage = (language: string): void => keep('language', language)

export type Theme = 'system' | 'light' | 'dark'

const themes: readonly Theme[] = ['system', 'light', 'dark']

export const readTheme = (): Theme => themes.find((theme) => theme === readKept('theme')) ?? 'system'
export const keepTheme = (theme: Theme): void => keep('theme', theme)

/** Which digits this tablet writes in Arabic; elsewhere there is one kind only. */
export const readDigits = (): 'latn' | 'arab' => (readKept('digits') === 'arab' ? 'arab' : 'latn')
export const keepDigits = (digits: 'latn' | 'arab'): void => keep('digits', digits)
