import { SelectField } from '#web/components/select-field.tsx'
import { languageNames, languages } from '#web/i18n/language.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useLanguageChoice } from './use-language-choice.ts'

/** The choice of language, in the languages' own names: somebody who cannot read the current one finds it. */
export function LanguageField() {
  const t = useTranslate()
  const { chosen, choose } = useLanguageChoice()
  return (
    <SelectField
      label={t('nav.language')}
      value={chosen}
      options={languageNames}
      onChange={(value) => {
        const language = languages.find((each) => each === value)
        if (language) choose(language)
      }}
    />
  )
}
