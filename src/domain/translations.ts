import type { TicketLanguage } from '#contract/desk/printers.ts'
import { isRecord } from '#contract/json.ts'

// Texts that the vendor service sends in several languages.

/** The fallback order for texts that lack the user's language. */
export const nextBest = (language: TicketLanguage): readonly TicketLanguage[] => [language, 'en', 'fr', 'ar']

interface Translation {
  /** Undefined for a text without a language. */
  readonly language: string | undefined
  readonly text: string
}

const textIn = (language: string | undefined, text: unknown): readonly Translation[] =>
  typeof text === 'string' && text.trim() !== '' ? [{ language, text: text.trim() }] : []

/**
 * Every text of a translated name, the user's language first.
 * unspecified: a name may lack a language, have an undocumented one, or be a plain text.
 */
export function translationsOf(name: unknown, language: TicketLanguage): readonly Translation[] {
  if (!isRecord(name)) return textIn(undefined, name)
  const codes = new Set<string>([...nextBest(language), ...Object.keys(name)])
  return [...codes].flatMap((code) => textIn(code, name[code]))
}
