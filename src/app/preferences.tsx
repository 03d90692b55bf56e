import { SelectField } from '#ui/select-field.tsx'
import { useLanguageChoice } from '#reading/use-language-choice.ts'
import { languageNames, languages } from '#words/language.ts'
import { useWords } from '#words/words.tsx'

/** The tablet's language, on every screen: who cannot read the one that is spoken finds no other place. */
export function Preferences() {
  const say = useWords()
  const { chosen, choose } = useLanguageChoice()
  return (
    <SelectField
      label={say('nav.language')}
      isLabelHidden
      value={chosen}
      options={languageNames}
      onChange={(value) => {
        const language = languages.find((each) => each === value)
        if (language) choose(language)
      }}
    />
  )
}
