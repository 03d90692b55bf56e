import { keepTheme, readTheme } from '#client/settings.ts'
import { SelectField } from '#ui/select-field.tsx'
import { languageNames, languages } from '#words/language.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useState } from 'react'
import { useChooseLanguage } from './spoken-words.tsx'
import { applyTheme } from './theme.ts'

/** The tablet's own choices: its language and its appearance. */
export function Preferences() {
  const say = useWords()
  const language = useLanguage()
  const chooseLanguage = useChooseLanguage()
  const [theme, setTheme] = useState(readTheme)
  const themes = { system: say('theme.system'), light: say('theme.light'), dark: say('theme.dark') }
  return (
    <div className="flex gap-2 wide:w-full wide:flex-col">
      <SelectField
        label={say('nav.language')}
        isLabelHidden
        value={language}
        options={languageNames}
        onChange={(value) => {
          const chosen = languages.find((each) => each === value)
          if (chosen) chooseLanguage(chosen)
        }}
      />
      <SelectField
        label={say('nav.theme')}
        isLabelHidden
        value={theme}
        options={themes}
        onChange={(value) => {
          const chosen = value === 'light' || value === 'dark' ? value : 'system'
          setTheme(chosen)
          keepTheme(chosen)
          applyTheme(chosen)
        }}
      />
    </div>
  )
}
