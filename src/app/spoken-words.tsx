import { notify } from '#client/notices/notices.ts'
import { keepLanguage } from '#client/tablet/settings.ts'
import { loadCatalog, speak } from '#words/catalogs.ts'
import { ChooseLanguage } from '#words/choose-language.ts'
import { directionOf, languageNames, type Language } from '#words/language.ts'
import { Words, type Messages } from '#words/words.tsx'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

interface SpokenWordsProps {
  readonly start: { readonly language: Language; readonly messages: Messages }
  readonly children: ReactNode
}

/** The words of the chosen language, and the direction of the whole page with them. */
export function SpokenWords({ start, children }: SpokenWordsProps) {
  const [spoken, setSpoken] = useState(start)
  const [chosen, setChosen] = useState(start.language)
  const lastChosen = useRef(start.language)
  useLayoutEffect(() => {
    document.documentElement.lang = spoken.language
    document.documentElement.dir = directionOf(spoken.language)
  }, [spoken.language])

  async function choose(language: Language) {
    setChosen(language)
    lastChosen.current = language
    // Words may come in another order than they were asked for: the last choice is the one that counts.
    const isStillChosen = () => lastChosen.current === language
    try {
      const catalog = await loadCatalog(language)
      if (!isStillChosen()) return
      speak(catalog)
      setSpoken(catalog)
      keepLanguage(language)
    } catch {
      if (!isStillChosen()) return
      // Its words could not be had: the ones that are there stay.
      setChosen(spoken.language)
      const sentence = spoken.messages['failure.read.noContact']
      notify(typeof sentence === 'string' ? sentence : languageNames[spoken.language])
    }
  }

  return (
    <ChooseLanguage value={{ chosen, choose: (language) => void choose(language) }}>
      <Words language={spoken.language} messages={spoken.messages}>
        {children}
      </Words>
    </ChooseLanguage>
  )
}
