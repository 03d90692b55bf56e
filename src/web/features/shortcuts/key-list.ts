import type { WordKey } from '#web/i18n/translations.tsx'

/**
 * What each key does, by what it finds: the elements themselves name their key in `aria-keyshortcuts`. A link is
 * followed; everything else gets the focus and no more, so that no key alone, and no scanner, answers an order.
 */
export const keyList = [
  ['?', 'keys.help'],
  ['/', 'keys.search'],
  ['o', 'keys.orders'],
  ['c', 'keys.closed'],
  ['i', 'keys.items'],
  ['n', 'keys.next'],
  ['j', 'keys.down'],
  ['k', 'keys.up'],
  ['a', 'keys.accept'],
  ['r', 'keys.reject'],
  ['m', 'keys.ready'],
  ['s', 'keys.seen'],
] as const satisfies readonly (readonly [key: string, does: WordKey])[]
