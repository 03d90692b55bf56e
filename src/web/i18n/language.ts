export const languages = ['en', 'ar', 'fr'] as const
export type Language = (typeof languages)[number]

/** Who does not find their own language reads the next best one. */
export const nextBest = (language: Language): readonly Language[] => [language, 'en', 'fr', 'ar']

/** Each in its own words, for the one who cannot read the others. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ar: 'العربية', fr: 'Français' }

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** The first of the wished languages that we speak; English where there is none. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const found = languages.find((language) => wish?.toLowerCase().startsWith(language))
    if (found) return found
  }
  return 'en'
}
