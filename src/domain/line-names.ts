import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { TicketLanguage } from '#contract/desk/printers.ts'
import { isRecord } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { translationsOf } from './translations.ts'

/** A line's names in up to two languages: as in the order, then as in the catalog, preferring the staff's language. */
export function lineNames(
  line: ReadOrderItem,
  match: ItemMatch | undefined,
  language: TicketLanguage,
): readonly string[] {
  const sent = readable(readable(line.product)?.name)?.trim()
  const known = isRecord(match?.item) ? translationsOf(match.item['name'], language) : []
  // Customers use Arabic or English; the catalog has both by its specification.
  const order: readonly (string | undefined)[] = [undefined, language, 'ar', 'en', 'fr']
  const translated = known
    .filter((each) => order.includes(each.language))
    .toSorted((one, other) => order.indexOf(one.language) - order.indexOf(other.language))
  return distinct([sent ?? '', ...translated.map(({ text }) => text)])
}

/** The first two that are not empty and look different. */
function distinct(names: readonly string[]): readonly string[] {
  const seen = new Set([''])
  return names.filter((name) => !seen.has(normalizeForSearch(name)) && seen.add(normalizeForSearch(name))).slice(0, 2)
}

const normalizeForSearch = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

/**
 * A line's names on a ticket in these languages: as in the catalog in each of them, then as in the order. A name that the
 * catalog does not have comes first, because the customer ordered by it.
 */
export function ticketNames(
  line: ReadOrderItem,
  match: ItemMatch | undefined,
  languages: readonly TicketLanguage[],
): readonly string[] {
  const sent = readable(readable(line.product)?.name)?.trim() ?? ''
  const known = isRecord(match?.item) ? translationsOf(match.item['name'], languages[0] ?? 'en') : []
  const translated = languages.flatMap((language) => known.find((each) => each.language === language)?.text ?? [])
  const isKnown = known.some(({ text }) => normalizeForSearch(text) === normalizeForSearch(sent))
  return distinct(isKnown ? [...translated, sent] : [sent, ...translated])
}
