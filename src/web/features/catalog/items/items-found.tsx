import { Unreadable } from '#contract/salvage.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { writeSaved, readSaved } from '#web/api/preferences.ts'
import { Drawing } from '#web/components/icon.tsx'
import { Picture } from '#web/components/picture.tsx'
import { SearchField } from '#web/features/catalog/list-parts.tsx'
import { keyOf } from '#web/format/item.ts'
import { pictureAddress } from '#web/format/order-number.ts'
import { useSearchText } from '#web/format/use-search-text.ts'
import { Value } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type ItemsPage, takeItem } from './item-queries.ts'
import { ItemName, Price, SaleLabel, VirtualMark } from './item-cells.tsx'
import { ItemsTable } from './items-table.tsx'
import { memo, useEffect, useRef } from 'react'

/** How this tablet lists items. */
type ItemsView = 'table' | 'pictures'

export const readItemsView = (): ItemsView => (readSaved('items-view') === 'pictures' ? 'pictures' : 'table')
const saveItemsView = (view: ItemsView): void => writeSaved('items-view', view)

interface ItemsPicturesProps {
  readonly rows: ItemsPage['rows']
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Items as a grid of pictures. */
function ItemsPictures({ rows, now }: ItemsPicturesProps) {
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

interface ItemsFoundProps {
  readonly rows: ItemsPage['rows']
  readonly view: ItemsView
  /** Another search was requested and has not been answered yet. */
  readonly isOld: boolean
}

const minuteMs = 60_000
const views = { table: memo(ItemsTable), pictures: memo(ItemsPictures) }

/** The rows of the page. They scroll in a frame below the head; on a phone they scroll with the page. */
export function ItemsFound({ rows, view, isOld }: ItemsFoundProps) {
  const frame = useRef<HTMLDivElement>(null)
  // Discounts start and end on a minute, so the rows are not rendered every second.
  const now = Math.floor(useServerNow() / minuteMs) * minuteMs
  const View = views[view]
  useEffect(() => {
    const key = takeItem()
    if (key === undefined) return
    const links = [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    links.find((link) => link.dataset['row'] === key)?.focus()
  }, [])
  return (
    <div
      ref={frame}
      aria-busy={isOld}
      className={`min-h-0 rounded border border-line bg-raised tablet:overflow-y-auto tablet:max-wide:max-h-[calc(100dvh-12rem)] wide:min-h-48 ${isOld ? 'opacity-60' : ''}`}
    >
      <View rows={rows} now={now} />
    </div>
  )
}

interface ViewChoiceProps {
  readonly view: ItemsView
  readonly onChange: (view: ItemsView) => void
}

const choices = [
  ['table', 'items.asTable', 'M4 6h16M4 12h16M4 18h16'],
  ['pictures', 'items.asPictures', 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z'],
] as const

/** Switches between rows and pictures; the tablet saves the choice. */
export function ViewChoice({ view, onChange }: ViewChoiceProps) {
  const t = useTranslate()
  return (
    <div role="group" aria-label={t('items.view')} className="view-choice">
      {choices.map(([each, name, drawing]) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          onClick={() => {
            saveItemsView(each)
            onChange(each)
          }}
        >
          <Drawing path={drawing} className="size-5" />
          {t(name)}
        </button>
      ))}
    </div>
  )
}

interface SearchItemsProps {
  /** The current search. */
  readonly q: string
  readonly onSearch: (q: string) => void
}

export function SearchItems({ q, onSearch }: SearchItemsProps) {
  const t = useTranslate()
  const [text, type] = useSearchText(q, onSearch)
  return <SearchField label={t('items.search')} hint={t('items.searchHint')} value={text} onChange={type} />
}
