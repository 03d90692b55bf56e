import { type ItemRow, translationsOf, unreadableIn } from '#web/format/item.ts'
import { Value } from '#web/format/value.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { languageNames, languages } from '#web/i18n/language.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Fact, Facts } from './item-facts.tsx'

/** Names and descriptions in every language that the service sent. */
export function ItemTexts({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  return (
    <>
      <Facts title={t('item.names')}>
        <Texts of={item.name} />
      </Facts>
      <Facts title={t('item.description')}>
        <Texts of={item.description} />
      </Facts>
    </>
  )
}

function Texts({ of }: { readonly of: unknown }) {
  const language = useLanguage()
  const texts = translationsOf(of, language)
  const unreadable = unreadableIn(of)
  if (texts.length + unreadable.length === 0) return <dd className="text-faint">—</dd>
  return (
    <>
      {texts.map(({ language: code = '', text }) => (
        <Fact key={code} name={languageName(code)}>
          <ServiceText className="block text-start whitespace-pre-line">{text}</ServiceText>
        </Fact>
      ))}
      {unreadable.map((part, index) => (
        <dd key={index} className="col-span-2">
          <Value of={part} />
        </dd>
      ))}
    </>
  )
}

/** A language's own name, or its code if the desk does not support it. */
const languageName = (code: string): string => {
  const known = languages.find((each) => each === code)
  return known ? languageNames[known] : code
}
