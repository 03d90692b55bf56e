import type { CompiledMessage } from 'icu-minify/format'
import { createElement, lazy, type ComponentType, type ReactNode } from 'react'
import type { Language } from './language.ts'
import type { Messages } from './translations.tsx'

export type Shelf = Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>>

const first: Shelf = {
  en: () => import('virtual:words/en/first'),
  ar: () => import('virtual:words/ar/first'),
  fr: () => import('virtual:words/fr/first'),
}
/** The first ones among them: two files would be two requests. */
const board: Shelf = {
  en: () => import('virtual:words/en/board'),
  ar: () => import('virtual:words/ar/board'),
  fr: () => import('virtual:words/fr/board'),
}
const rest: Shelf = {
  en: () => import('virtual:words/en/rest'),
  ar: () => import('virtual:words/ar/rest'),
  fr: () => import('virtual:words/fr/rest'),
}

export interface Catalog {
  readonly language: Language
  /** Grows: the words of later screens are laid beside the first ones. */
  readonly messages: Record<string, CompiledMessage>
}

let spoken: Catalog | undefined

/**
 * The words that every screen of a language needs, and at one time those of the board; what opens with an order goes
 * without these at first. From now on this language is the one that is spoken.
 */
export async function loadMessages(language: Language, isOrder = false): Promise<Messages> {
  const shelf = isOrder ? first : board
  const messages = { ...(await shelf[language]()).messages }
  spoken = { language, messages }
  return messages
}

/** All words of a language, since any screen may be open when it changes. It is spoken when `speak` is called with it. */
export async function loadCatalog(language: Language): Promise<Catalog> {
  const catalog: Catalog = { language, messages: {} }
  await Promise.all([add(board, catalog), add(rest, catalog), addLate(catalog)])
  return catalog
}

/** From now on this language is the one that is spoken: what is loaded later adds its words to it. */
export const speak = (catalog: Catalog): void => void (spoken = catalog)

async function add(shelf: Shelf, catalog = spoken): Promise<void> {
  if (catalog) Object.assign(catalog.messages, (await shelf[catalog.language]()).messages)
}

/** Adds what the board says to the language that is spoken. */
export const loadBoardWords = (): Promise<unknown> => add(board)

/** Adds the words of all later screens, those of the board among them. */
export const loadScreenWords = (): Promise<unknown> => Promise.all([add(board), add(rest)])

/** Adds all that is not there yet. */
export const loadRest = (): Promise<unknown> => Promise.all([loadScreenWords(), addLate()])

/** Their addresses have no place in the first file. */
const addLate = async (catalog = spoken) => add((await import('./late-words.ts')).lateWords, catalog)

/** A part of the page that could not be had: without a network, or because a newer version has taken its place. */
export class NotLoaded extends Error {}

const againMs = 3000

/** A component that may be loaded before it is first shown. What cannot be had is told of when it is shown. */
interface Lazy<Props extends object> {
  (props: Props): ReactNode
  /** Never rejects: what cannot be had is told of when it is shown. */
  readonly preload: () => Promise<unknown>
}

/**
 * A component that is loaded when it is first shown, together with its words. A load that failed may be tried again some
 * seconds later: React itself would keep the failure for as long as the page is open, and try at once, without end, if it
 * were taken from it at once.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loadWords = loadRest,
): Lazy<Props> {
  const loadBoth = async () => (await Promise.all([load(), loadWords()]))[0]
  let isShown = false
  const begin = (): ComponentType<Props> =>
    lazy(async () => {
      isShown = true
      try {
        return { default: await loadBoth() }
      } catch {
        setTimeout(() => (Current = begin()), againMs)
        throw new NotLoaded()
      }
    })
  let Current = begin()
  return Object.assign((props: Props) => createElement(Current, props), {
    // React shows nothing for 300 ms after it had to wait; what is there already it need not wait for.
    preload: () =>
      loadBoth()
        .then((component) => isShown || (Current = component))
        .catch(() => undefined),
  })
}
