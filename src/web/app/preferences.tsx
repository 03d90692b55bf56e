import { SelectField } from '#web/components/field.tsx'
import { useLanguageChoice } from '#web/format/use-language-choice.ts'
import { languageNames, languages } from '#web/i18n/language.ts'
import { useTranslate } from '#web/i18n/translations.tsx'

/** The language choice, on every screen: somebody who cannot read the current language would not find it elsewhere. */
export function Preferences() {
  const t = useTranslate()
  const { chosen, choose } = useLanguageChoice()
  return (
    <SelectField
      label={t('nav.language')}
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
