import type { CompiledMessage } from 'icu-minify/format'
import type { Language } from './language.ts'
import type { Messages } from './translations.tsx'

type Part = Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>>

/** What the board, an order and all that stands around them says. */
const counter: Part = {
  en: () => import('virtual:words/en/counter'),
  ar: () => import('virtual:words/ar/counter'),
  fr: () => import('virtual:words/fr/counter'),
}
/** What other screens and dialogs say. */
const rest: Part = {
  en: () => import('virtual:words/en/rest'),
  ar: () => import('virtual:words/ar/rest'),
  fr: () => import('virtual:words/fr/rest'),
}

export interface Catalog {
  readonly language: Language
  /** Grows: the rest is added to what the counter says. */
  readonly messages: Record<string, CompiledMessage>
}

let spoken: Catalog | undefined

/** What the first screen says; from now on this language is the one that is spoken. */
export async function loadMessages(language: Language): Promise<Messages> {
  const { messages } = await counter[language]()
  spoken = { language, messages: { ...messages } }
  return spoken.messages
}

/** All of a language, since any screen may be open when it changes. It is spoken once `speak` is called with it. */
export async function loadCatalog(language: Language): Promise<Catalog> {
  const parts = await Promise.all([counter[language](), rest[language]()])
  return { language, messages: Object.assign({}, ...parts.map(({ messages }) => messages)) }
}

/** From now on this language is the one that is spoken. */
export const speak = (catalog: Catalog): void => void (spoken = catalog)

/** Adds what other screens and dialogs say to the language that is spoken. */
export async function loadRest(): Promise<void> {
  const catalog = spoken
  if (catalog) Object.assign(catalog.messages, (await rest[catalog.language]()).messages)
}
