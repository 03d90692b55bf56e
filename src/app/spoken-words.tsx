import { notify } from '#client/notices.ts'
import { keepLanguage } from '#client/settings.ts'
import { loadMessages, loadRest } from '#words/catalogs.ts'
import { ChooseLanguage } from '#words/choose-language.ts'
import { directionOf, languageNames, type Language } from '#words/language.ts'
import { Words, type Messages } from '#words/words.tsx'
import { useLayoutEffect, useState, type ReactNode } from 'react'

interface SpokenWordsProps {
  readonly start: { readonly language: Language; readonly messages: Messages }
  readonly children: ReactNode
}

/** The words of the chosen language, and the direction of the whole page with them. */
export function SpokenWords({ start, children }: SpokenWordsProps) {
  const [spoken, setSpoken] = useState(start)
  useLayoutEffect(() => {
    document.documentElement.lang = spoken.language
    document.documentElement.dir = directionOf(spoken.language)
  }, [spoken.language])

  async function choose(language: Language) {
    try {
      setSpoken(await speak(language))
      keepLanguage(language)
    } catch {
      // Its words could not be had: the ones that are there stay.
      const sentence = spoken.messages['failure.read.noContact']
      notify(typeof sentence === 'string' ? sentence : languageNames[spoken.language])
    }
  }

  return (
    <ChooseLanguage value={(language) => void choose(language)}>
      <Words language={spoken.language} messages={spoken.messages}>
        {children}
      </Words>
    </ChooseLanguage>
  )
}

/** Any screen may be open when the language changes: all its words come first. */
async function speak(language: Language) {
  const messages = await loadMessages(language)
  await loadRest()
  return { language, messages }
}
