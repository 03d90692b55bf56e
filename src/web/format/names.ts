import { isRecord } from '#contract/json.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { nextBest, type Language } from '#web/i18n/language.ts'

interface Translation {
  /** Nothing for a text that came without one. */
  readonly language: string | undefined
  readonly text: string
}

const textIn = (language: string | undefined, text: unknown): readonly Translation[] =>
  typeof text === 'string' && text.trim() !== '' ? [{ language, text: text.trim() }] : []

/**
 * Every text of a translated name, that of the person's language first.
 * unspecified: a name may lack a language, have one that is nowhere mentioned, or be a plain text.
 */
export function translationsOf(name: unknown, language: Language): readonly Translation[] {
  if (!isRecord(name)) return textIn(undefined, name)
  const codes = new Set<string>([...nextBest(language), ...Object.keys(name)])
  return [...codes].flatMap((code) => textIn(code, name[code]))
}

/** What of a translated name is no text, so that it can be shown as unreadable. */
export function unreadableIn(name: unknown): readonly Unreadable[] {
  const parts = isRecord(name) ? Object.values(name) : Array.isArray(name) && name.length === 0 ? [] : [name]
  return parts
    .filter((part) => part !== null && part !== undefined && typeof part !== 'string')
    .map((part) => (part instanceof Unreadable ? part : new Unreadable(part)))
}

interface Named {
  readonly id?: number | Unreadable | undefined
  readonly name?: unknown
  /** Attributes have one in the service's default language. */
  readonly localized_name?: string | Unreadable | undefined
}

/** What a row is called: in the person's language, else in the next best one, else by its id. */
export function nameOf({ id, name, localized_name: localized }: Named, language: Language): string {
  const own = translationsOf(name, language)[0]?.text
  return own ?? (readable(localized)?.trim() || `#${readable(id) ?? '?'}`)
}
