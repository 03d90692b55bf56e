import type { ItemRow } from '#reading/item.ts'
import { Value } from '#reading/value.tsx'
import { Digits } from '#ui/text.tsx'
import { useWords } from '#words/words.tsx'
import { Fact, Facts } from './facts.tsx'
import { Moment } from './moment.tsx'

/** What it goes by, and since when. */
export function ItemCodes({ item }: { readonly item: ItemRow }) {
  const say = useWords()
  const code = (text: string | number) => <Digits>{String(text)}</Digits>
  return (
    <Facts title={say('item.codes')}>
      <Fact name={say('item.id')}>
        <Value of={item.id}>{code}</Value>
      </Fact>
      <Fact name={say('item.reference')}>
        <Value of={item.vendor_reference_id}>{code}</Value>
      </Fact>
      <Fact name={say('item.sku')}>
        <Value of={item.sku}>{code}</Value>
      </Fact>
      <Fact name={say('items.barcode')}>
        <Value of={item.barcode}>{code}</Value>
      </Fact>
      <Fact name={say('item.created')}>
        <Moment of={item.created_at} />
      </Fact>
      <Fact name={say('item.updated')}>
        <Moment of={item.updated_at} />
      </Fact>
    </Facts>
  )
}
