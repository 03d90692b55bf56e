import { isRecord } from '#contract/json.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { itemKeyOf } from '#contract/vendor/item-id.ts'
import type { ItemRow } from '#domain/catalog-item.ts'
import { translationsOf } from '#domain/translations.ts'
import type { Language } from '#web/i18n/language.ts'

/** The id of an item in addresses. @returns undefined without a usable id. */
export const keyOf = ({ id }: ItemRow): string | undefined => itemKeyOf(id instanceof Unreadable ? id.raw : id)

/** The parts of a translated name that are no text, to be shown as unreadable. */
export function unreadableIn(name: unknown): readonly Unreadable[] {
  const parts = isRecord(name) ? Object.values(name) : Array.isArray(name) && name.length === 0 ? [] : [name]
  return parts
    .filter((part) => part !== null && part !== undefined && typeof part !== 'string')
    .map((part) => (part instanceof Unreadable ? part : new Unreadable(part)))
}

interface Named {
  readonly id?: number | Unreadable | undefined
  readonly name?: unknown
  /** Attributes have a name in the service's default language. */
  readonly localized_name?: string | Unreadable | undefined
}

/** The name of a row in the user's language, else in the next best one, else its id. */
export function nameOf({ id, name, localized_name: localized }: Named, language: Language): string {
  const own = translationsOf(name, language)[0]?.text
  return own ?? (readable(localized)?.trim() || `#${readable(id) ?? '?'}`)
}
