import { editJson } from '#contract/json.ts'
import { encodingOf } from './webhook-words.ts'

// Hand-over codes, codes of digital goods and the form of a payment, however their names are written or encoded.
const secretName = /(?:pickup|return).{0,6}otp|secret.{0,6}code|serial.{0,6}number|(?<![a-z])form(?![a-z-])/is
/** Orders are some six levels deep. */
const depthAtMost = 32
const takenOut = '…'

/** A body as it may be written down: in whatever encoding, and without what is written nowhere. */
export function keptText(body: Uint8Array): string {
  // UTF-16 without its mark is read as UTF-8 with a zero behind each letter.
  return withoutCodes(new TextDecoder(encodingOf(body)).decode(body).replaceAll('\0', ''))
}

/**
 * A text without hand-over codes, codes of digital goods and the form of a payment: a body that was not understood, or
 * tells of something else, is kept to be looked at, and may hold them. JSON loses their values at any depth; of any other
 * text nothing is kept behind the first of their names, for nobody can say where a value ends.
 */
export const withoutCodes = (text: string): string => withoutSecrets(text, 0)

function withoutSecrets(text: string, depth: number): string {
  try {
    return editJson(text, (tree) => editTree(tree, depth))
  } catch {
    return cutText(text)
  }
}

function cutText(text: string): string {
  const found = secretName.exec(text)
  return found ? text.slice(0, found.index) + found[0] + takenOut : text
}

function editTree(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return depth < depthAtMost ? editString(value, depth + 1) : takenOut
  // A number too large for a double: editJson keeps it as a frozen object with its digits.
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (depth >= depthAtMost) return takenOut
  if (Array.isArray(value)) return (value as unknown[]).map((inner) => editTree(inner, depth + 1))
  const fields = Object.entries(value)
  return Object.fromEntries(
    fields.map(([name, inner]) => [name, secretName.test(name) ? takenOut : editTree(inner, depth + 1)]),
  )
}

/** JSON in a string of JSON is JSON; what merely looks like a number is none. */
const editString = (text: string, depth: number): string =>
  /^\s*[[{]/.test(text) ? withoutSecrets(text, depth) : cutText(text)
