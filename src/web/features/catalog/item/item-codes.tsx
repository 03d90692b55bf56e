import type { ItemRow } from '#web/format/item.ts'
import { Value } from '#web/format/value.tsx'
import { Digits } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Fact, Facts } from './facts.tsx'
import { Moment } from './moment.tsx'

/** What it goes by, and since when. */
export function ItemCodes({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  const code = (text: string | number) => <Digits>{String(text)}</Digits>
  return (
    <Facts title={t('item.codes')}>
      <Fact name={t('item.id')}>
        <Value of={item.id}>{code}</Value>
      </Fact>
      <Fact name={t('item.reference')}>
        <Value of={item.vendor_reference_id}>{code}</Value>
      </Fact>
      <Fact name={t('item.sku')}>
        <Value of={item.sku}>{code}</Value>
      </Fact>
      <Fact name={t('items.barcode')}>
        <Value of={item.barcode}>{code}</Value>
      </Fact>
      <Fact name={t('item.created')}>
        <Moment of={item.created_at} />
      </Fact>
      <Fact name={t('item.updated')}>
        <Moment of={item.updated_at} />
      </Fact>
    </Facts>
  )
}
