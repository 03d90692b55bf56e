import { SelectField } from '#ui/select-field.tsx'
import { useChooseLanguage } from '#words/choose-language.ts'
import { languageNames, languages } from '#words/language.ts'
import { useLanguage, useWords } from '#words/words.tsx'

/** The tablet's language, on every screen: who cannot read the one that is spoken finds no other place. */
export function Preferences() {
  const say = useWords()
  const language = useLanguage()
  const chooseLanguage = useChooseLanguage()
  return (
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
  )
}
