import { readDigits, saveDigits, themes } from '#web/api/preferences.ts'
import { readTakesScreen, saveTakesScreen } from '#web/api/announcement-preferences.ts'
import {
  papers,
  printMethods,
  readPaper,
  readPrintMethod,
  savePaper,
  savePrintMethod,
} from '#web/api/print-preferences.ts'
import { requestTicket } from '#web/api/screen-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Choices } from '#web/components/choices.tsx'
import { Switch } from '#web/components/field.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { useThemeChoice } from '#web/format/use-theme-choice.ts'
import { useLanguageChoice } from '#web/format/use-language-choice.ts'
import { chooseDigits, type DigitsChoice } from '#web/i18n/format.ts'
import { languageNames, languages } from '#web/i18n/language.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Fact, Facts, SettingsSection } from './settings-section.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** Settings of this tablet alone, saved on it. */
export function TabletSection() {
  const t = useTranslate()
  const language = useLanguage()
  const { chosen: chosenLanguage, choose: chooseLanguage } = useLanguageChoice()
  const { data: session } = useQuery(sessionQuery())
  const [digits, setDigits] = useState(readDigits)

  function turnTo(chosen: DigitsChoice) {
    setDigits(chosen)
    saveDigits(chosen)
    chooseDigits(chosen)
    // The whole page renders again.
    chooseLanguage(chosenLanguage)
  }

  const { theme, choose: chooseTheme } = useThemeChoice()

  return (
    <SettingsSection title={t('settings.tablet')}>
      {session?.device && (
        <Facts>
          <Fact name={t('settings.tabletName')}>
            <ServiceText>{session.device.name}</ServiceText>
          </Fact>
        </Facts>
      )}
      <Choices
        legend={t('nav.language')}
        name="language"
        values={languages}
        chosen={chosenLanguage}
        label={(each) => languageNames[each]}
        onChoose={chooseLanguage}
      />
      {language === 'ar' && (
        <Choices
          legend={t('settings.digits')}
          hint={t('settings.digitsHint')}
          name="digits"
          values={['latn', 'arab']}
          chosen={digits}
          label={inDigits}
          onChoose={turnTo}
        />
      )}
      <Choices
        legend={t('nav.theme')}
        hint={t('settings.themeHint')}
        name="theme"
        values={themes}
        chosen={theme}
        label={(each) => t(`theme.${each}`)}
        onChoose={chooseTheme}
      />
      <TakesScreen />
    </SettingsSection>
  )
}

/** Whether a new order takes the screen while nobody uses this tablet. */
function TakesScreen() {
  const t = useTranslate()
  const [takes, setTakes] = useState(readTakesScreen)
  return (
    <Switch
      label={t('takeover.setting')}
      hint={t('takeover.settingHint')}
      checked={takes}
      onChange={(next) => {
        setTakes(next)
        saveTakesScreen(next)
      }}
    />
  )
}

const inDigits = (numberingSystem: DigitsChoice): string =>
  new Intl.NumberFormat('ar', { numberingSystem, useGrouping: false }).format(1234567890)

/** The paper of this tablet's printer, and whether it prints automatically. */
export function PaperSection() {
  const t = useTranslate()
  const [paper, setPaper] = useState(readPaper)
  const [way, setWay] = useState(readPrintMethod)
  return (
    <SettingsSection title={t('paper.title')}>
      <Choices
        legend={t('paper.size')}
        name="paper"
        values={papers}
        chosen={paper}
        label={(each) => t(`paper.${each}`)}
        onChoose={(chosen) => {
          setPaper(chosen)
          savePaper(chosen)
        }}
      />
      <Choices
        legend={t('paper.byItself')}
        hint={t(`paper.byHint.${way}`)}
        name="print-by-itself"
        values={printMethods}
        chosen={way}
        label={(each) => t(`paper.by.${each}`)}
        onChoose={(chosen) => {
          setWay(chosen)
          savePrintMethod(chosen)
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => requestTicket(undefined)}>{t('paper.test')}</Button>
        <p className="text-sm text-faint">{t('paper.testHint')}</p>
      </div>
    </SettingsSection>
  )
}
