import type { ItemMatch } from '#contract/desk/inbox.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { readItem } from '#web/format/item.ts'
import { translationsOf } from '#web/format/names.ts'
import type { Language } from '#web/i18n/language.ts'

/**
 * What a line is called, in up to two languages: first as the order has it, then as the catalog has it, in the staff's
 * language where that says anything else, or in another one.
 */
export function lineNames(line: ReadOrderItem, match: ItemMatch | undefined, language: Language): readonly string[] {
  const sent = readable(readable(line.product)?.name)?.trim()
  const item = match && readItem(match.item)
  const known = item && !(item instanceof Unreadable) ? translationsOf(item.name, language) : []
  // Customers write Arabic or English; the catalog has both by its specification.
  const order: readonly (string | undefined)[] = [undefined, language, 'ar', 'en', 'fr']
  const spoken = known
    .filter((each) => order.includes(each.language))
    .toSorted((one, other) => order.indexOf(one.language) - order.indexOf(other.language))
  const names = [sent ?? '', ...spoken.map(({ text }) => text)].filter((name) => name !== '')
  const seen = new Set<string>()
  return names.filter((name) => !seen.has(normalizeForSearch(name)) && seen.add(normalizeForSearch(name))).slice(0, 2)
}

const normalizeForSearch = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
