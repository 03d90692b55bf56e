import { sessionQuery } from '#client/session.ts'
import { keepTheme, readTheme, type Theme } from '#client/settings.ts'
import { applyTheme } from '#client/theme.ts'
import { Choice } from '#ui/field.tsx'
import { ServiceText } from '#ui/text.tsx'
import { useChooseLanguage } from '#words/choose-language.ts'
import { languageNames, languages } from '#words/language.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Choices } from './choices.tsx'
import { Fact, Facts, SettingsSection } from './settings-section.tsx'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** What holds for this tablet alone, and is kept on it. */
export function TabletSection() {
  const say = useWords()
  const language = useLanguage()
  const chooseLanguage = useChooseLanguage()
  const { data: session } = useQuery(sessionQuery())
  const [theme, setTheme] = useState(readTheme)

  function chooseTheme(chosen: Theme) {
    setTheme(chosen)
    keepTheme(chosen)
    applyTheme(chosen)
  }

  return (
    <SettingsSection title={say('settings.tablet')}>
      {session?.device && (
        <Facts>
          <Fact name={say('settings.tabletName')}>
            <ServiceText>{session.device.name}</ServiceText>
          </Fact>
        </Facts>
      )}
      <Choices legend={say('nav.language')}>
        {languages.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="language"
            label={languageNames[each]}
            checked={each === language}
            onChange={() => chooseLanguage(each)}
          />
        ))}
      </Choices>
      <Choices legend={say('nav.theme')} hint={say('settings.themeHint')}>
        {themes.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="theme"
            label={say(`theme.${each}`)}
            checked={each === theme}
            onChange={() => chooseTheme(each)}
          />
        ))}
      </Choices>
    </SettingsSection>
  )
}
