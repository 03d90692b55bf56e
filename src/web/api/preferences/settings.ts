import { keep, readSaved } from './saved.ts'

// What a tablet remembers of its own, and a page begins with.

export const readLanguageWish = (): string | null => readSaved('language')
export const keepLanguage = (language: string): void => keep('language', language)

export type Theme = 'system' | 'light' | 'dark'

const themes: readonly Theme[] = ['system', 'light', 'dark']

export const readTheme = (): Theme => themes.find((theme) => theme === readSaved('theme')) ?? 'system'
export const keepTheme = (theme: Theme): void => keep('theme', theme)

/** Which digits this tablet writes in Arabic; elsewhere there is one kind only. */
export const readDigits = (): 'latn' | 'arab' => (readSaved('digits') === 'arab' ? 'arab' : 'latn')
export const keepDigits = (digits: 'latn' | 'arab'): void => keep('digits', digits)
