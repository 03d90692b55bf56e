export const languages = ['en', 'ar', 'fr'] as const
export type Language = (typeof languages)[number]

/** Each in its own language, for users who cannot read the others. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ar: 'العربية', fr: 'Français' }

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** The first supported of the preferred languages; else English. */
export function chooseLanguage(preferred: readonly (string | null | undefined)[]): Language {
  for (const each of preferred) {
    const found = languages.find((language) => each?.toLowerCase().startsWith(language))
    if (found) return found
  }
  return 'en'
}
