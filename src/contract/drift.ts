import type * as z from 'zod/mini'
import { isRecord } from './json.ts'
import { Integer } from './plain.ts'

/** A place where a value differs from its schema. */
export interface Difference {
  /** `data.items[].price` */
  readonly path: string
  /** The type, as `typeof` names it, with `null`, `array` and `missing`. */
  readonly found: string
  /** `nothing` for an unknown field. */
  readonly expected: string
  /** The value without anything personal. */
  readonly example: string
}

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypes['_zod']['def']

interface Place {
  readonly parent: Place | undefined
  readonly step: string
}

const longestExample = 80
const longestPath = 200
/** A larger answer is compared only so far, so that it delays nothing. */
const comparedAtMost = 20_000
/** More differences mean that it is another answer altogether. */
const differencesAtMost = 100

/**
 * Compares a value with its schema, field by field. What `salvage` accepts silently, such as a number as text, counts
 * too; what the schema leaves open does not. @returns each place and type once. Never throws.
 */
export function differencesFrom(schema: Schema, raw: unknown): readonly Difference[] {
  const differences = new Map<string, Difference>()
  let left = comparedAtMost

  function note(place: Place | undefined, raw: unknown, expected: string, found = typeOf(raw)): void {
    if (differences.size >= differencesAtMost) return
    const path = pathOf(place)
    const key = `${path} ${found}`
    if (!differences.has(key)) differences.set(key, { path, found, expected, example: exampleOf(raw) })
  }

  function compare(schema: Schema, raw: unknown, place: Place | undefined): void {
    if ((left -= 1) < 0) return
    const { inner, isNullable } = innermost(schema)
    const definition = inner._zod.def as Definition
    if (definition.type === 'unknown' || (raw === null && isNullable)) return
    if (definition.type === 'object' && isRecord(raw)) return compareFields(definition, raw, place)
    if (definition.type === 'array' && Array.isArray(raw)) {
      const members: Place = { parent: place, step: '[]' }
      for (const member of raw as readonly unknown[]) {
        if (left < 0) return
        compare(definition.element, member, members)
      }
      return
    }
    if (
      inner === Integer ? !Number.isSafeInteger(raw) : typeOf(raw) !== definition.type && definition.type !== 'custom'
    )
      note(place, raw, nameOf(inner, isNullable))
  }

  function compareFields(
    { shape, catchall }: Extract<Definition, { type: 'object' }>,
    raw: Readonly<Record<string, unknown>>,
    parent: Place | undefined,
  ): void {
    for (const key in shape) {
      const schema = shape[key]
      if (!schema || left < 0) continue
      // Plain fields, which are most, take the short way.
      if (isPlain(schema, raw[key])) left -= 1
      else if (Object.hasOwn(raw, key)) compare(schema, raw[key], { parent, step: key })
      else if (!mayBeMissing(schema)) {
        const { inner, isNullable } = innermost(schema)
        note({ parent, step: key }, undefined, nameOf(inner, isNullable), 'missing')
      }
    }
    if (catchall?._zod.def.type === 'unknown') return
    for (const key of Object.keys(raw)) {
      if ((left -= 1) < 0) return
      if (!Object.hasOwn(shape, key)) note({ parent, step: maskedKey(key) }, raw[key], 'nothing')
    }
  }

  compare(schema, raw, undefined)
  return [...differences.values()]
}

const isPlain = (schema: Schema, raw: unknown): boolean =>
  typeof raw !== 'object' && typeof raw === (schema._zod.def as Definition).type

/** The schema without `nullable` and `optional`. */
function innermost(schema: Schema): { readonly inner: Schema; readonly isNullable: boolean } {
  let [inner, isNullable] = [schema, false]
  for (;;) {
    const definition = inner._zod.def as Definition
    if (definition.type !== 'nullable' && definition.type !== 'optional') return { inner, isNullable }
    isNullable ||= definition.type === 'nullable'
    inner = definition.innerType
  }
}

function mayBeMissing(schema: Schema): boolean {
  const definition = schema._zod.def as Definition
  if (definition.type === 'nullable') return mayBeMissing(definition.innerType)
  return definition.type === 'optional' || definition.type === 'unknown'
}

function typeOf(raw: unknown): string {
  if (raw === null) return 'null'
  return Array.isArray(raw) ? 'array' : typeof raw
}

function nameOf(schema: Schema, isNullable: boolean): string {
  const name = schema === Integer ? 'integer' : (schema._zod.def as Definition).type
  return isNullable ? `${name} or null` : name
}

function pathOf(place: Place | undefined): string {
  const steps: string[] = []
  for (let at = place; at; at = at.parent) steps.push(at.step === '[]' ? '[]' : `.${at.step}`)
  return steps.toReversed().join('').replace(/^\./, '').slice(0, longestPath)
}

/** A name as programs have it; with a long number it may be somebody's. */
const isIdentifier = (key: string): boolean => /^[a-z_]\w{0,39}$/.test(key) && !/\d{4}/.test(key)

const maskedKey = (key: string): string => (isIdentifier(key) ? key : masked(key.slice(0, longestExample)))

/** A text with its letters and digits, of any script, replaced; signs other than ASCII's become question marks. */
function masked(text: string): string {
  return text
    .replace(/[\p{L}\p{M}]/gu, 'x')
    .replace(/\p{N}/gu, '0')
    .replace(/[^ -~]/gu, '?')
}

/** A value as JSON without its contents, cut after 80 characters. */
export function exampleOf(raw: unknown): string {
  let text = ''
  const isFull = () => text.length >= longestExample
  function add(value: unknown, depth: number): void {
    if (isFull()) return
    if (typeof value === 'string') text += JSON.stringify(masked(value.slice(0, longestExample)))
    else if (typeof value === 'number') text += masked(String(value))
    else if (Array.isArray(value))
      addMembers('[', ']', depth, value as readonly unknown[], (each) => add(each, depth + 1))
    else if (isRecord(value))
      addMembers('{', '}', depth, keysOf(value), (key) => {
        text += `${JSON.stringify(maskedKey(key))}:`
        add(value[key], depth + 1)
      })
    else if (value === null || typeof value === 'boolean') text += String(value)
  }
  function addMembers<T>(begin: string, end: string, depth: number, members: readonly T[], addOne: (each: T) => void) {
    text += begin
    // The text is full long before this depth, unless there are only brackets.
    if (depth < longestExample)
      for (const [index, each] of members.entries()) {
        if (isFull()) return
        if (index > 0) text += ','
        addOne(each)
      }
    text += end
  }
  add(raw, 0)
  return text.slice(0, longestExample)
}

/** As many keys as can be in an example. */
function keysOf(value: Readonly<Record<string, unknown>>): readonly string[] {
  const keys: string[] = []
  for (const key in value) {
    if (keys.length >= longestExample) break
    keys.push(key)
  }
  return keys
}
