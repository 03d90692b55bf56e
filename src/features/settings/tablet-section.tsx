import { sessionQuery } from '#client/session.ts'
import { keepDigits, keepTheme, readDigits, readTheme, type Theme } from '#client/tablet/settings.ts'
import { applyTheme } from '#client/tablet/theme.ts'
import { ServiceText } from '#ui/text.tsx'
import { useLanguageChoice } from '#reading/use-language-choice.ts'
import { chooseDigits, type DigitsChoice } from '#words/digits.ts'
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
  const { chosen: chosenLanguage, choose: chooseLanguage } = useLanguageChoice()
  const { data: session } = useQuery(sessionQuery())
  const [digits, setDigits] = useState(readDigits)

  function turnTo(chosen: DigitsChoice) {
    setDigits(chosen)
    keepDigits(chosen)
    chooseDigits(chosen)
    // All that is on the screen is written anew.
    chooseLanguage(chosenLanguage)
  }

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
      <Choices
        legend={say('nav.language')}
        name="language"
        values={languages}
        chosen={chosenLanguage}
        label={(each) => languageNames[each]}
        onChoose={chooseLanguage}
      />
      {language === 'ar' && (
        <Choices
          legend={say('settings.digits')}
          hint={say('settings.digitsHint')}
          name="digits"
          values={['latn', 'arab']}
          chosen={digits}
          label={inDigits}
          onChoose={turnTo}
        />
      )}
      <Choices
        legend={say('nav.theme')}
        hint={say('settings.themeHint')}
        name="theme"
        values={themes}
        chosen={theme}
        label={(each) => say(`theme.${each}`)}
        onChoose={chooseTheme}
      />
    </SettingsSection>
  )
}

const inDigits = (numberingSystem: DigitsChoice): string =>
  new Intl.NumberFormat('ar', { numberingSystem, useGrouping: false }).format(1234567890)
