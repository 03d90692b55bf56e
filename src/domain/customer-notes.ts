import { isRecord } from '#contract/json.ts'
import type { TicketLanguage } from '#contract/desk/printers.ts'
import { nextBest } from './translations.ts'

/** One line of a customer's notes. */
export interface Note {
  readonly name: string | undefined
  readonly value: string | boolean | undefined
  readonly depth: number
}

const deepest = 4
const longest = 200

/**
 * Flattens customizations of any shape to at most 200 lines in 4 levels.
 * unspecified: their shape. `null`, `[]` and `{}` all mean none. A text with translations is shown in the user's
 * language.
 */
export function flatten(
  customizations: unknown,
  language: TicketLanguage = 'en',
): { readonly notes: readonly Note[]; readonly isCut: boolean } {
  const notes: Note[] = []
  let isCut = false

  function add(name: string | undefined, value: unknown, depth: number): void {
    if (value === null || value === undefined || value === '') return
    if (notes.length >= longest || depth > deepest) {
      isCut = true
      return
    }
    if (typeof value !== 'object') {
      notes.push({
        name,
        value: typeof value === 'boolean' || typeof value === 'string' ? value : JSON.stringify(value),
        depth,
      })
      return
    }
    const headed = name === undefined ? undefined : headingOf(value)
    if (headed) {
      notes.push({ name, value: headed.text, depth })
      return add(undefined, headed.rest, depth + 1)
    }
    const members = membersOf(value)
    if (members.length === 0) return
    if (name !== undefined) notes.push({ name, value: undefined, depth })
    for (const [key, member] of members) add(key, member, name === undefined ? depth : depth + 1)
  }

  add(undefined, inOneLanguage(customizations, language), 0)
  return { notes, isCut }
}

/** How an allergy is called in the page's languages. */
const allergy = /allerg|حساسي/iu
/** The names of notes that customers write in their own words. */
const ownWords = /^(?:notes?|message|comments?|instructions?|remarques?|ملاحظ\p{L}*|رسالة|تعليمات)$/iu

function rankOf({ name, value, depth }: Note): number {
  if ([name, value].some((text) => typeof text === 'string' && allergy.test(text))) return 0
  return depth === 0 && ownWords.test(name ?? '') ? 1 : 2
}

/** Allergies first, then what customers wrote, then what they chose: a narrow place cuts off the end. */
export const mostImportantFirst = (notes: readonly Note[]): readonly Note[] =>
  notes.toSorted((one, other) => rankOf(one) - rankOf(other))

/** Replaces each translated text by the one in the user's language. Deeper levels are cut later. */
function inOneLanguage(value: unknown, language: TicketLanguage, depth = 0): unknown {
  if (depth > 2 * deepest) return value
  if (Array.isArray(value)) return value.map((member: unknown) => inOneLanguage(member, language, depth + 1))
  if (!isRecord(value)) return value
  const members = Object.entries(value)
  const codes: readonly string[] = nextBest(language)
  if (members.every(([key, text]) => codes.includes(key) && (text === null || typeof text === 'string')))
    return codes.map((code) => value[code]).find(Boolean)
  return Object.fromEntries(members.map(([key, member]) => [key, inOneLanguage(member, language, depth + 1)]))
}

/** Structural keys of vendor services that mean nothing to staff: only their content is shown. */
const frames = new Set(['groups', 'choices', 'options', 'modifiers', 'values', 'items'])

type Member = readonly [name: string | undefined, value: unknown]

function membersOf(value: object): readonly Member[] {
  if (Array.isArray(value)) return value.map((member: unknown) => memberOf(member) ?? [undefined, member])
  const whole = memberOf(value)
  return whole ? [whole] : Object.entries(value).map(([key, member]) => [nameOf(key), member])
}

/** A key is made for programs; staff read its words. */
const nameOf = (key: string): string | undefined => (frames.has(key) ? undefined : key.replaceAll('_', ' '))

/** `{name: 'Size', value: 'Large'}` becomes one line; under a heading the other fields follow as lines of their own. */
function memberOf(member: unknown): Member | undefined {
  if (!isRecord(member)) return undefined
  const { name, value, ...others } = member
  if (typeof name === 'string' && value !== undefined && Object.keys(others).length === 0)
    // A name alone is a note too.
    return isNone(value) ? [undefined, name] : [name, value]
  const headed = headingOf(member)
  return headed && (Object.keys(headed.rest).length === 0 ? [undefined, headed.text] : [headed.text, headed.rest])
}

const isNone = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** The heading of a record, with its quantity, and its other fields. */
function headingOf(value: object): { readonly text: string; readonly rest: object } | undefined {
  const record = value as Readonly<Record<string, unknown>>
  for (const key of ['title', 'label', 'name']) {
    const { [key]: text, ...others } = record
    if (typeof text !== 'string') continue
    const { count, ...rest } = others
    return typeof count === 'number' ? { text: `${count} × ${text}`, rest } : { text, rest: others }
  }
  return undefined
}
