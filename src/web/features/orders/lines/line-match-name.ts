import type { ItemMatch } from '#contract/desk/inbox.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { readItem } from '#web/format/item.ts'
import { translationsOf } from '#web/format/names.ts'
import type { Language } from '#web/i18n/language.ts'

/**
 * What the catalog calls a line's item in the person's own language; nothing where the line says the same, where it has
 * no such name, and where the two agree in nothing but their id.
 */
export function lineMatchName(
  line: ReadOrderItem | undefined,
  { by, item: raw }: ItemMatch,
  language: Language,
): string | undefined {
  if (by !== 'reference' && by !== 'barcode') return undefined
  const item = readItem(raw)
  if (item instanceof Unreadable) return undefined
  const own = translationsOf(item.name, language).find((name) => name.language === language)?.text
  return own === readable(readable(line?.product)?.name)?.trim() ? undefined : own
}
