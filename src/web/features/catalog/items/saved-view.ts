import { keep, readSaved } from '#web/api/preferences.ts'

/** How this tablet lists items. */
export type ItemsView = 'table' | 'pictures'

export const readItemsView = (): ItemsView => (readSaved('items-view') === 'pictures' ? 'pictures' : 'table')
export const saveItemsView = (view: ItemsView): void => keep('items-view', view)
