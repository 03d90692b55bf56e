import type { Catalog } from '#web/i18n/catalogs.ts'
import { directionOf } from '#web/i18n/language.ts'
import { Spoken } from '#web/i18n/spoken.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { useLayoutEffect, useState, type ReactNode } from 'react'

interface SpokenWordsProps {
  readonly start: Catalog
  readonly children: ReactNode
}

/** Provides the messages of the chosen language, and sets the page's language and direction. */
export function SpokenWords({ start, children }: SpokenWordsProps) {
  const [spoken, setSpoken] = useState(start)
  const [chosen, setChosen] = useState(start.language)
  useLayoutEffect(() => {
    document.documentElement.lang = spoken.language
    document.documentElement.dir = directionOf(spoken.language)
  }, [spoken.language])
  return (
    <Spoken value={{ spoken, chosen, setSpoken, setChosen }}>
      <Translations language={spoken.language} messages={spoken.messages}>
        {children}
      </Translations>
    </Spoken>
  )
}
