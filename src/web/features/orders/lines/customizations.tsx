import { Icon } from '#web/components/icon.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { flatten, type Wish } from '#web/format/customer-notes.ts'

/** A line's customizations, highlighted in any shape, because a note may be about an allergy. */
export function Customizations({ of }: { readonly of: unknown }) {
  const t = useTranslate()
  const language = useLanguage()
  const { wishes, isCut } = flatten(of, language)
  if (wishes.length === 0) return null
  return (
    <div className="order-line-wishes">
      <p className="flex items-center gap-2 text-sm font-bold">
        <Icon name="warning" className="size-5 shrink-0" />
        {t('line.wishes')}
      </p>
      <ul className="text-base text-strong">
        {wishes.map((wish, index) => (
          <li key={index} style={{ paddingInlineStart: `${wish.depth}rem` }}>
            <NoteText wish={wish} />
          </li>
        ))}
        {isCut && <li className="text-sm">{t('value.more')}</li>}
      </ul>
    </div>
  )
}

function NoteText({ wish: { name, value } }: { readonly wish: Wish }) {
  const t = useTranslate()
  const text = typeof value === 'boolean' ? t(value ? 'value.yes' : 'value.no') : value
  return (
    <>
      {name !== undefined && (
        <span className="font-semibold">
          {/* The colon follows the interface's direction, so it is outside the service's text. */}
          <ServiceText>{name}</ServiceText>
          {text !== undefined && ': '}
        </span>
      )}
      {text !== undefined && <ServiceText className="font-bold">{text}</ServiceText>}
    </>
  )
}
