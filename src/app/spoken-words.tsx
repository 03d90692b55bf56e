import type { Catalog } from '#words/catalogs.ts'
import { directionOf } from '#words/language.ts'
import { Spoken } from '#words/spoken.ts'
import { Words } from '#words/words.tsx'
import { useLayoutEffect, useState, type ReactNode } from 'react'

interface SpokenWordsProps {
  readonly start: Catalog
  readonly children: ReactNode
}

/** The words of the chosen language, and the direction of the whole page with them. */
export function SpokenWords({ start, children }: SpokenWordsProps) {
  const [spoken, setSpoken] = useState(start)
  const [chosen, setChosen] = useState(start.language)
  useLayoutEffect(() => {
    document.documentElement.lang = spoken.language
    document.documentElement.dir = directionOf(spoken.language)
  }, [spoken.language])
  return (
    <Spoken value={{ spoken, chosen, setSpoken, setChosen }}>
      <Words language={spoken.language} messages={spoken.messages}>
        {children}
      </Words>
    </Spoken>
  )
}
