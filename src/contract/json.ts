/**
 * JSON that keeps every digit. `JSON.parse` rounds 12345678901234567890, and an order with a rounded id is lost. So a
 * number that a double cannot hold is returned as a string.
 */

// Only text with many digits or an exponent can hold such a number; all other text takes the fast path. The hex colours
// of every order (`#1E5EFF`) must not match as exponents.
const mayLoseDigits = /(?:\d\.?){16}|(?:^|[[:,\s])-?\d+(?:\.\d+)?[eE]/

interface Source {
  readonly source?: string
}

type Reviver = (this: unknown, key: string, value: unknown, source?: Source) => unknown

const parseWith = (text: string, reviver: Reviver): unknown =>
  walk(() => (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, reviver))

/**
 * Revivers and `stringify` recurse, and overflow the stack at a depth of some thousands, where plain parsing does not.
 */
function walk<T>(way: () => T): T {
  try {
    return way()
  } catch (error) {
    throw error instanceof RangeError ? new SyntaxError('The JSON is nested too deeply.', { cause: error }) : error
  }
}

/** Whether a double differs from its source text. It holds any 15 digits, and seldom more. */
function losesDigits(value: unknown, source: string | undefined): value is number {
  if (typeof value !== 'number') return false
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return true
  const digits = source?.replace(/e.*$/i, '').replace(/^-?[0.]*|\./g, '') ?? ''
  return (digits.length > 15 && String(value) !== source) || (value === 0 && digits !== '')
}

/**
 * Parses JSON. A number that a double cannot hold becomes a string of its exact digits.
 * @throws {SyntaxError} if the text is not JSON, or is nested thousands of levels deep.
 */
export function parseJson(text: string): unknown {
  if (!mayLoseDigits.test(text)) return JSON.parse(text) as unknown
  return parseWith(text, (_key, value, source) =>
    losesDigits(value, source?.source) ? (source?.source ?? value) : value,
  )
}

const plainInteger = /^(?:0|-?[1-9]\d*)$/
/** Numbers with a point or an exponent, and signed zeros; in some texts also a false match. */
const mayBeNoPlainInteger = /(?:^|[[:,\s])(?:-?\d+[.eE]|-0)/

/**
 * Parses JSON whose numbers are ids. A number that is not a plain integer becomes NaN, because `1e3` and `1.0` are not
 * the ids 1000 and 1; one that a double cannot hold becomes a string, as in `parseJson`.
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

// Missing in older browsers, where the demo then shows such a number as text. Node has it.
const rawJson = (JSON as { rawJSON?: (text: string) => RawJson }).rawJSON

/** As `editJson`, but also keeps how every other number is written: `1.0` does not become `1`. */
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
 * Edits a JSON text through its tree; all other numbers keep their digits.
 * @throws {SyntaxError} if the text is not JSON, or is nested thousands of levels deep.
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

/** A parsed JSON text that can be edited. */
export interface JsonText {
  /** As `parseJson` returns it. Must not be mutated. */
  readonly value: unknown
  /** As `editJson` of the same text. It is parsed again only if digits would be lost. */
  edit(change: (tree: unknown) => unknown): string
}

const [zero, nine, point] = [0x30, 0x39, 0x2e]
const isOfNumber = (code: number): boolean => (code >= zero && code <= nine) || code === point
const hasExponent = /\d[eE][-+\d]/

/**
 * Whether `mayLoseDigits` has to be tested. Any 16 digits in a row include a sampled position, so checking every 16th
 * character takes a tenth of the time.
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

/** Whether a value is a plain object, whose fields can be read. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
