import type { CancelReason } from '#contract/vendor/cancel-reason.ts'

export const cancelReasons: readonly CancelReason[] = [
  {
    id: 1,
    name: 'Some items are not available',
    should_select_items: true,
    options: { select_items_title: 'Which items are missing?' },
  },
  { id: 2, name: 'Too many orders right now', should_select_items: false },
  { id: 3, name: 'Closing soon', should_select_items: false },
  { id: 4, name: 'The shop is closed', should_select_items: false },
  {
    id: 5,
    name: 'Prices have changed',
    should_select_items: true,
    options: { select_items_title: 'Choose the items with a new price' },
  },
  { id: 6, name: 'لا يوجد سائق توصيل', should_select_items: false },
  { id: 7, name: 'Another reason', should_select_items: false },
]
