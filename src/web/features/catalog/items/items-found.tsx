import { useServerNow } from '#web/api/http/server-clock.ts'
import type { ItemsView } from './saved-view.ts'
import { memo, useEffect, useRef } from 'react'
import type { ItemsPage } from './item-queries.ts'
import { ItemsPictures } from './items-pictures.tsx'
import { ItemsTable } from './items-table.tsx'
import { takeItem } from './filters-in-address.ts'

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
