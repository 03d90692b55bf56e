import { keep, readKept } from '#client/tablet/kept.ts'

/** How this tablet lists items. */
export type ItemsView = 'table' | 'pictures'

export const readItemsView = (): ItemsView => (readKept('items-view') === 'pictures' ? 'pictures' : 'table')
export const keepItemsView = (view: ItemsView): void => keep('items-view', view)
