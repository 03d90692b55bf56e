/**
 * JSON that keeps every digit. `JSON.parse` turns 12345678901234567890 into …7000, and an order whose id
 * was rounded is an order lost; so a number that a double cannot hold comes back as its own text.
 */

// Only text with many digits or an exponent can hold such a number: all else takes the fast way. A colour (`#1E5EFF`) is
// no exponent, and every order has some.
const mayLoseDigits = /(?:\d\.?){16}|(?:^|[[:,\s])-?\d+(?:\.\d+)?[eE]/

interface Source {
  readonly source?: string
}

type Reviver = (this: unknown, key: string, value: unknown, source?: Source) => unknown

const parseWith = (text: string, reviver: Reviver): unknown =>
  walk(() => (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, reviver))

/** Revivers and `stringify` go down level by level, and the stack ends at some thousands, where plain parsing goes on. */
function walk<T>(way: () => T): T {
  try {
    return way()
  } catch (error) {
    throw error instanceof RangeError ? new SyntaxError('The JSON is nested too deeply.', { cause: error }) : error
  }
}

/** Whether a double is not exactly what stands there: it holds any 15 digits, and seldom more. */
function losesDigits(value: unknown, source: string | undefined): value is number {
  if (typeof value !== 'number') return false
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return true
  const digits = source?.replace(/e.*$/i, '').replace(/^-?[0.]*|\./g, '') ?? ''
  return (digits.length > 15 && String(value) !== source) || (value === 0 && digits !== '')
}

/**
 * Parses JSON; a number that a double cannot hold becomes a string of exactly the digits that were sent.
 * @throws {SyntaxError} when the text is not JSON, or is nested thousands of levels deep.
 */
export function parseJson(text: string): unknown {
  if (!mayLoseDigits.test(text)) return JSON.parse(text) as unknown
  return parseWith(text, (_key, value, source) =>
    losesDigits(value, source?.source) ? (source?.source ?? value) : value,
  )
}

const plainInteger = /^(?:0|-?[1-9]\d*)$/
/** A number with a point or an exponent, or a zero with a sign; in some texts also what only looks like one. */
const mayBeNoPlainInteger = /(?:^|[[:,\s])(?:-?\d+[.eE]|-0)/

/**
 * Parses JSON whose numbers are ids: `1e3` and `1.0` are not the ids 1000 and 1, so that a number that is not written as a
 * plain integer becomes NaN; one that a double cannot hold becomes a string, as in `parseJson`.
 * @throws {SyntaxError} as `parseJson`
 */
export function parseJsonOfIds(text: string): unknown {
  if (!mayBeNoPlainInteger.test(text)) return parseJson(text)
  return parseWith(text, (_key, value, source) => {
    if (typeof value !== 'number' || source?.source === undefined) return value
    if (!plainInteger.test(source.source)) return Number.NaN
    return losesDigits(value, source.source) ? source.source : value
  })
}

interface RawJson {
  readonly rawJSON: string
}

// Absent from older browsers, where the demo then shows such a number as text; Node has it.
const rawJson = (JSON as { rawJSON?: (text: string) => RawJson }).rawJSON

/** The same as `editJson`, and every number in the rest stays as it is written: `1.0` does not become `1`. */
export function editJsonAsWritten(text: string, edit: (tree: unknown) => unknown): string {
  const edited = edit(
    parseWith(text, (_key, value, source) =>
      typeof value === 'number' && source?.source !== undefined && source.source !== String(value)
        ? (rawJson?.(source.source) ?? source.source)
        : value,
    ),
  )
  return walk(() => JSON.stringify(edited))
}

/**
 * Changes a JSON text through its tree, every number in the rest of it kept to the digit.
 * @throws {SyntaxError} when the text is not JSON, or is nested thousands of levels deep.
 */
export function editJson(text: string, edit: (tree: unknown) => unknown): string {
  const keep: Reviver = (_key, value, source) =>
    losesDigits(value, source?.source) && source?.source !== undefined
      ? (rawJson?.(source.source) ?? source.source)
      : value
  const tree = mayLoseDigits.test(text) ? parseWith(text, keep) : (JSON.parse(text) as unknown)
  const edited = edit(tree)
  return walk(() => JSON.stringify(edited))
}

/** A JSON text that was parsed, and can be changed. */
export interface JsonText {
  /** As `parseJson` gives it; not to be changed in place. */
  readonly value: unknown
  /** As `editJson` of the same text; it is parsed again only where digits would be lost. */
  edit(change: (tree: unknown) => unknown): string
}

const [zero, nine, point] = [0x30, 0x39, 0x2e]
const isOfNumber = (code: number): boolean => (code >= zero && code <= nine) || code === point
const hasExponent = /\d[eE][-+\d]/

/**
 * Whether `mayLoseDigits` need look at all, for whoever reads all day: sixteen digits in a row hold one of every sixteenth
 * letters, and so few are looked at in a tenth of the time.
 */
function mayHaveLongNumber(text: string): boolean {
  for (let at = 15; at < text.length; at += 16) {
    let [from, to] = [at, at]
    while (isOfNumber(text.charCodeAt(to))) to += 1
    while (to > at && isOfNumber(text.charCodeAt(from - 1))) from -= 1
    if (to - from >= 16) return true
  }
  return hasExponent.test(text)
}

/** @throws {SyntaxError} as `parseJson`; and `edit` as `editJson` */
export function readJson(text: string): JsonText {
  if (mayHaveLongNumber(text) && mayLoseDigits.test(text))
    return { value: parseJson(text), edit: (change) => editJson(text, change) }
  const value = JSON.parse(text) as unknown
  return { value, edit: (change) => walk(() => JSON.stringify(change(value))) }
}

/** A plain object, and so something with fields to look into. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
