import { type ReadableStore, useStore } from '#web/api/store.ts'
import { wide } from '#web/features/orders/board/lanes.ts'

/**
 * Where an open order stands: alone on a phone, as a sheet over the board on a tablet in portrait, beside the board on
 * anything wider. There the order has at least 640 px, and each order that waits stays one tap away.
 */
export type OrderLayout = 'alone' | 'sheet' | 'beside'

/** A phone on its side, or a tablet at 200 %, has no height for a board behind a sheet. */
const layouts = {
  sheet: '(37.5rem <= width < 64rem) and (height > 30rem)',
  beside: wide,
} as const

const store: ReadableStore<OrderLayout> = {
  read: () => (matchMedia(layouts.beside).matches ? 'beside' : matchMedia(layouts.sheet).matches ? 'sheet' : 'alone'),
  watch(watcher) {
    const media = [matchMedia(layouts.sheet), matchMedia(layouts.beside)]
    for (const each of media) each.addEventListener('change', watcher)
    return () => {
      for (const each of media) each.removeEventListener('change', watcher)
    }
  },
}

/** The layout for this window; the component renders again when a tablet is turned. */
export const useOrderLayout = (): OrderLayout => useStore(store)
