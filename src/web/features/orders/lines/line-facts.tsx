import { readable, Unreadable } from '#contract/salvage.ts'
import type { ReadOrder, ReadOrderItem } from '#contract/vendor/order.ts'
import { Icon } from '#web/components/icon.tsx'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { flatten } from '#domain/customer-notes.ts'
import { NoteText } from '#web/format/note-text.tsx'
import { Value } from '#web/format/value.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { isOther } from '#domain/line-truths.ts'

interface LineFactsProps {
  readonly line: ReadOrderItem
  readonly order: ReadOrder
}

/** The product codes of a line, and where its product differs from its order. */
export function LineFacts({ line, order }: LineFactsProps) {
  const t = useTranslate()
  const product = readable(line.product)
  const codes = [
    [t('line.reference'), product?.vendor_reference_id],
    [t('line.barcode'), product?.barcode],
  ] as const
  const others = [
    [t('line.otherShop'), t('order.shop'), product?.vendor_id, readable(order.vendor)?.id],
    [t('line.otherCurrency'), t('line.currency'), product?.currency, order.currency],
    [t('line.otherService'), t('order.service'), product?.service, order.service],
  ] as const
  return (
    <>
      <dl className="flex flex-wrap gap-x-4 text-sm text-faint">
        {codes.map(
          ([name, value]) =>
            value !== undefined &&
            value !== null && (
              <div key={name} className="flex flex-wrap items-center gap-x-1">
                <dt>{name}</dt>
                <dd>
                  <Value of={value}>{(text) => <Digits>{text}</Digits>}</Value>
                </dd>
              </div>
            ),
        )}
        {others.map(
          ([otherName, name, value, ofOrder]) =>
            (value instanceof Unreadable || isOther(value, ofOrder)) && (
              <div key={name} className="flex flex-wrap items-center gap-x-1 font-semibold text-amber">
                <dt>{value instanceof Unreadable ? name : otherName}</dt>
                <dd>
                  <Value of={value}>{(text) => <ServiceText>{text}</ServiceText>}</Value>
                </dd>
              </div>
            ),
        )}
      </dl>
      {product?.is_available === false && (
        <p className="mt-1 inline-block rounded-sm bg-red-tint px-2 text-sm font-semibold text-red">
          {t('line.unavailable')}
        </p>
      )}
    </>
  )
}

/** A line's customizations, highlighted in any shape, because a note may be about an allergy. */
export function Customizations({ of }: { readonly of: unknown }) {
  const t = useTranslate()
  const language = useLanguage()
  const { notes, isCut } = flatten(of, language)
  if (notes.length === 0) return null
  return (
    <div className="order-line-notes">
      <p className="flex items-center gap-2 text-sm font-bold">
        <Icon name="warning" className="size-5 shrink-0" />
        {t('line.notes')}
      </p>
      <ul className="text-base text-strong">
        {notes.map((note, index) => (
          <li key={index} style={{ paddingInlineStart: `${note.depth}rem` }}>
            <NoteText note={note} />
          </li>
        ))}
        {isCut && <li className="text-sm">{t('value.more')}</li>}
      </ul>
    </div>
  )
}
