import { Unreadable } from '#contract/salvage.ts'
import { keyOf } from '#web/format/item.ts'
import { pictureAddress } from '#web/format/picture-address.ts'
import { Value } from '#web/format/value.tsx'
import { Picture } from '#web/components/picture.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ItemName, Price, SaleLabel, VirtualMark } from './item-cells.tsx'
import type { ItemsPage } from './item-queries.ts'

interface ItemsPicturesProps {
  readonly rows: ItemsPage['rows']
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Items as a grid of pictures. */
export function ItemsPictures({ rows, now }: ItemsPicturesProps) {
  const t = useTranslate()
  return (
    <ul className="grid grid-cols-2 gap-3 p-3 tablet:grid-cols-4 wide:grid-cols-6">
      {rows.map((row, index) =>
        row instanceof Unreadable ? (
          <li key={`row ${index}`} className="rounded border border-line p-3 text-amber">
            {t('items.unreadable')} <Value of={row} />
          </li>
        ) : (
          <li
            key={keyOf(row) ?? `row ${index}`}
            className="relative flex flex-col gap-1 rounded border border-line p-3"
          >
            <Picture src={pictureAddress(row.image_url)} className="aspect-square w-full" />
            <div className="min-w-0">
              <ItemName item={row} />
            </div>
            <div>
              <Price item={row} now={now} />
            </div>
            <div className="flex flex-wrap gap-1">
              <SaleLabel item={row} />
              <VirtualMark item={row} />
            </div>
          </li>
        ),
      )}
    </ul>
  )
}
