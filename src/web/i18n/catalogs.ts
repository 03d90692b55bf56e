import type { CompiledMessage } from 'icu-minify/format'
import type { Language } from './language.ts'
import type { Messages } from './translations.tsx'

type Part = Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>>

/** The messages of the board, the order screen and the frame. */
const counter: Part = {
  en: () => import('virtual:messages/en/counter'),
  ar: () => import('virtual:messages/ar/counter'),
  fr: () => import('virtual:messages/fr/counter'),
}
/** The messages of other screens and dialogs. */
const rest: Part = {
  en: () => import('virtual:messages/en/rest'),
  ar: () => import('virtual:messages/ar/rest'),
  fr: () => import('virtual:messages/fr/rest'),
}

export interface Catalog {
  readonly language: Language
  /** Grows: `rest` is added to `counter`. */
  readonly messages: Record<string, CompiledMessage>
}

let current: Catalog | undefined

/** Loads the messages of the first screen and makes this language the current one. */
export async function loadMessages(language: Language): Promise<Messages> {
  const { messages } = await counter[language]()
  current = { language, messages: { ...messages } }
  return current.messages
}

/** Loads all messages of a language, since any screen may be open when it changes. `setCurrent` makes it current. */
export async function loadCatalog(language: Language): Promise<Catalog> {
  const parts = await Promise.all([counter[language](), rest[language]()])
  return { language, messages: Object.assign({}, ...parts.map(({ messages }) => messages)) }
}

/** Makes this language the current one. */
export const setCurrent = (catalog: Catalog): void => void (current = catalog)

/** Adds the messages of other screens and dialogs to the current language. */
export async function loadRest(): Promise<void> {
  const catalog = current
  if (catalog) Object.assign(catalog.messages, (await rest[catalog.language]()).messages)
}
