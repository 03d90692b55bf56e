import { notify } from '#web/api/toasts.ts'
import { saveLanguage } from '#web/api/preferences.ts'
import { loadCatalog, setCurrent } from '#web/i18n/catalogs.ts'
import { languageNames, type Language } from '#web/i18n/language.ts'
import { LanguageChoice } from '#web/i18n/language-choice.ts'
import { use } from 'react'

interface LanguageChoice {
  /** The last choice. The page switches once its messages are loaded. */
  readonly chosen: Language
  /** Changes this tablet's language and saves it. */
  readonly choose: (language: Language) => void
}

let lastChosen: Language | undefined

/** For a component below `Translations`. */
export function useLanguageChoice(): LanguageChoice {
  const held = use(LanguageChoice)
  if (!held) throw new Error('Nobody above this component can change the language.')
  const { shown, chosen, setShown, setChosen } = held

  async function choose(language: Language) {
    setChosen(language)
    lastChosen = language
    // Catalogs may load in another order than requested; the last choice wins.
    const isStillChosen = () => lastChosen === language
    try {
      const catalog = await loadCatalog(language)
      if (!isStillChosen()) return
      setCurrent(catalog)
      setShown(catalog)
      saveLanguage(language)
    } catch {
      if (!isStillChosen()) return
      // The catalog failed to load, so the current language stays.
      setChosen(shown.language)
      const sentence = shown.messages['failure.read.noContact']
      notify(typeof sentence === 'string' ? sentence : languageNames[shown.language])
    }
  }

  return { chosen, choose: (language) => void choose(language) }
}
