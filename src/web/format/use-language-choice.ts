import { notify } from '#web/api/toasts.ts'
import { saveLanguage } from '#web/api/preferences.ts'
import { loadCatalog, speak } from '#web/i18n/catalogs.ts'
import { languageNames, type Language } from '#web/i18n/language.ts'
import { Spoken } from '#web/i18n/spoken.ts'
import { use } from 'react'

interface LanguageChoice {
  /** What was chosen last. The page speaks it once its words are there. */
  readonly chosen: Language
  /** Changes the language of this tablet, and keeps it. */
  readonly choose: (language: Language) => void
}

let lastChosen: Language | undefined

/** For a component below the one that holds the words. */
export function useLanguageChoice(): LanguageChoice {
  const held = use(Spoken)
  if (!held) throw new Error('Nobody above this component can change the language.')
  const { spoken, chosen, setSpoken, setChosen } = held

  async function choose(language: Language) {
    setChosen(language)
    lastChosen = language
    // Words may come in another order than they were asked for: the last choice is the one that counts.
    const isStillChosen = () => lastChosen === language
    try {
      const catalog = await loadCatalog(language)
      if (!isStillChosen()) return
      speak(catalog)
      setSpoken(catalog)
      saveLanguage(language)
    } catch {
      if (!isStillChosen()) return
      // Its words could not be had: the ones that are there stay.
      setChosen(spoken.language)
      const sentence = spoken.messages['failure.read.noContact']
      notify(typeof sentence === 'string' ? sentence : languageNames[spoken.language])
    }
  }

  return { chosen, choose: (language) => void choose(language) }
}
