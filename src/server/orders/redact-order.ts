import { editJsonAsWritten } from '#contract/json.ts'
import { encodingOf } from '#server/runtime/text-encoding.ts'

// Hand-over codes, codes of digital goods and the form of a payment, however their names are written or encoded.
const secretName = /(?:pickup|return).{0,6}otp|secret.{0,6}code|serial.{0,6}number|(?<![a-z])form(?![a-z-])/is
/** What may as well be an everyday word is a secret only where it is all of a name. */
const secretWord =
  /^(?:(?:pickup|return|redeem|secret|serial)[_-]?code|(?:(?:pickup|return|redeem)[_-]?)?(?:otp|pin|secret|serial)(?:[_-]code)?)$/i
/** Orders are some six levels deep. */
const depthAtMost = 32
const takenOut = '…'
/** What is longer is a sentence. */
const nameAtMost = 40

/** A body as it may be written down: in whatever encoding, and without what is written nowhere. */
export function redactText(body: Uint8Array): string {
  // UTF-16 without its mark is read as UTF-8 with a zero behind each letter.
  return redactOrder(new TextDecoder(encodingOf(body)).decode(body).replaceAll('\0', ''))
}

/**
 * A text without hand-over codes, codes of digital goods and the form of a payment: a body that was not understood, or
 * tells of something else, is kept to be looked at, and may hold them. JSON loses their values at any depth; of any other
 * text nothing is kept behind the first of their names, for nobody can say where a value ends.
 */
export const redactOrder = (text: string): string => withoutSecrets(text, 0)

function withoutSecrets(text: string, depth: number): string {
  try {
    return editJsonAsWritten(text, (tree) => editTree(tree, depth))
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
  if (!isNested(value)) return value
  if (depth >= depthAtMost) return takenOut
  const members = Object.entries(value)
  const isNamed = members.some(([name, inner]) => !namesWhole.test(name) && isSecretName(inner))
  const edited = members.map(([name, inner]): [string, unknown] => {
    const isSecret =
      secretName.test(name) || secretWord.test(name) || (isNamed && !namesWhole.test(name) && !isSecretName(inner))
    return [name, isSecret ? takenOut : editTree(inner, depth + 1)]
  })
  return Array.isArray(value) ? edited.map(([, inner]) => inner) : Object.fromEntries(edited)
}

/** What it says, it says of all that is told, and of what stands beside it nothing. */
const namesWhole = /^(?:event|type|kind|topic)$|(?:^|_)id$/i

/** Whether it says of what stands beside it what that is: `{"name":"pickup_otp","value":"0042"}`, in any language. */
function isSecretName(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= nameAtMost && secretName.test(value)
  if (!isNested(value) || Array.isArray(value)) return false
  const texts: readonly unknown[] = Object.values(value)
  return texts.every((text) => typeof text === 'string') && texts.some(isSecretName)
}

// A number that is written otherwise than JavaScript writes it: it is kept as a frozen object with its text.
const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Object.isFrozen(value)

/** JSON in a string of JSON is JSON; what merely looks like a number is none. */
const editString = (text: string, depth: number): string =>
  /^\s*[[{]/.test(text) ? withoutSecrets(text, depth) : cutText(text)
