import type { Shortage } from '#contract/desk/shortages.ts'
import { Drawing } from '#web/components/icon.tsx'
import { useShortageWords } from '#web/format/shortage-words.ts'
import { LoadBoundary, lazyComponent } from '#web/i18n/lazy-component.tsx'

const ShortageBack = lazyComponent(async () => (await import('#web/format/shortage-back.tsx')).ShortageBack, {
  isOfCounter: true,
})

const crossedOut = 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M6.5 6.5l11 11'

interface LineShortageProps {
  readonly shortage: Shortage
  readonly orderId: string
}

/** Says that a line's product is out, since when, and lets somebody say that it is back. */
export function LineShortage({ shortage, orderId }: LineShortageProps) {
  const words = useShortageWords()
  return (
    <div className="order-line-out no-print">
      <Drawing path={crossedOut} className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-44">{words(shortage, orderId)}</p>
      <LoadBoundary instead={null}>
        <ShortageBack shortage={shortage} />
      </LoadBoundary>
    </div>
  )
}
