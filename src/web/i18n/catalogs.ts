import type { CompiledMessage } from 'icu-minify/format'
import type { Language } from './language.ts'
import { type MessagePart, messageParts } from './message-parts.ts'
import type { Messages } from './translations.tsx'

type Load = () => Promise<{ readonly messages: Messages }>

/** Each part's file in each language. */
const files: Readonly<Record<MessagePart, Readonly<Record<Language, Load>>>> = {
  board: {
    en: () => import('virtual:messages/en/board'),
    ar: () => import('virtual:messages/ar/board'),
    fr: () => import('virtual:messages/fr/board'),
  },
  counter: {
    en: () => import('virtual:messages/en/counter'),
    ar: () => import('virtual:messages/ar/counter'),
    fr: () => import('virtual:messages/fr/counter'),
  },
  ticket: {
    en: () => import('virtual:messages/en/ticket'),
    ar: () => import('virtual:messages/ar/ticket'),
    fr: () => import('virtual:messages/fr/ticket'),
  },
  help: {
    en: () => import('virtual:messages/en/help'),
    ar: () => import('virtual:messages/ar/help'),
    fr: () => import('virtual:messages/fr/help'),
  },
  printers: {
    en: () => import('virtual:messages/en/printers'),
    ar: () => import('virtual:messages/ar/printers'),
    fr: () => import('virtual:messages/fr/printers'),
  },
  rules: {
    en: () => import('virtual:messages/en/rules'),
    ar: () => import('virtual:messages/ar/rules'),
    fr: () => import('virtual:messages/fr/rules'),
  },
  alerts: {
    en: () => import('virtual:messages/en/alerts'),
    ar: () => import('virtual:messages/ar/alerts'),
    fr: () => import('virtual:messages/fr/alerts'),
  },
  station: {
    en: () => import('virtual:messages/en/station'),
    ar: () => import('virtual:messages/ar/station'),
    fr: () => import('virtual:messages/fr/station'),
  },
  display: {
    en: () => import('virtual:messages/en/display'),
    ar: () => import('virtual:messages/ar/display'),
    fr: () => import('virtual:messages/fr/display'),
  },
  screens: {
    en: () => import('virtual:messages/en/screens'),
    ar: () => import('virtual:messages/ar/screens'),
    fr: () => import('virtual:messages/fr/screens'),
  },
  rest: {
    en: () => import('virtual:messages/en/rest'),
    ar: () => import('virtual:messages/ar/rest'),
    fr: () => import('virtual:messages/fr/rest'),
  },
}

export interface Catalog {
  readonly language: Language
  /** Grows by each part that is loaded. */
  readonly messages: Record<string, CompiledMessage>
}

let current: Catalog | undefined
/** The messages of the first paint, which the other parts are added to. */
let first: Promise<Messages> | undefined

/** Loads the messages of the first paint and makes this language the current one. */
export function loadMessages(language: Language): Promise<Messages> {
  first = files.board[language]().then(({ messages }) => {
    current = { language, messages: { ...messages } }
    return current.messages
  })
  return first
}

/** Loads all messages of a language, since any screen may be open when it changes. `setCurrent` makes it current. */
export async function loadCatalog(language: Language): Promise<Catalog> {
  const parts = await Promise.all(messageParts.map((part) => files[part][language]()))
  return { language, messages: Object.assign({}, ...parts.map(({ messages }) => messages)) }
}

/** Loads a part of the messages in every language, for a screen that shows them in turn. */
export async function loadPartInAll(part: MessagePart): Promise<Readonly<Record<Language, Messages>>> {
  const [en, ar, fr] = await Promise.all([files[part].en(), files[part].ar(), files[part].fr()])
  return { en: en.messages, ar: ar.messages, fr: fr.messages }
}

/** Makes this language the current one. */
export const setCurrent = (catalog: Catalog): void => void (current = catalog)

/** Adds a part of the messages to the current language. */
export async function loadPart(part: MessagePart): Promise<void> {
  // An order's screen is preloaded while these are still on their way.
  await first
  const catalog = current
  if (catalog) Object.assign(catalog.messages, (await files[part][catalog.language]()).messages)
}
