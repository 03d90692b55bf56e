import { editJsonAsWritten } from '#contract/json.ts'
import { encodingOf } from '#server/http/input-limits.ts'

// Names of hand-over codes, codes of digital goods and payment forms, in any spelling or encoding.
const secretName = /(?:pickup|return).{0,6}otp|secret.{0,6}code|serial.{0,6}number|(?<![a-z])form(?![a-z-])/is
/** Everyday words count as secret only if they are the whole name. */
const secretWord =
  /^(?:(?:pickup|return|redeem|secret|serial)[_-]?code|(?:(?:pickup|return|redeem)[_-]?)?(?:otp|pin|secret|serial)(?:[_-]code)?)$/i
/** Real orders are about six levels deep. */
const depthAtMost = 32
const removed = '…'
/** Longer texts are sentences, not names. */
const nameAtMost = 40

/** Decodes and redacts a body, in any encoding, so that it can be stored. */
export function redactText(body: Uint8Array): string {
  // UTF-16 without a byte order mark reads as UTF-8 with a zero after each letter.
  return redactOrder(new TextDecoder(encodingOf(body)).decode(body).replaceAll('\0', ''))
}

/**
 * Removes hand-over codes, codes of digital goods and payment forms from a text. Bodies that could not be parsed are
 * stored for inspection and may contain them. JSON loses their values at any depth; other text is cut after the first
 * such name, because the end of the value is unknown.
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
  return found ? text.slice(0, found.index) + found[0] + removed : text
}

function editTree(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return depth < depthAtMost ? editString(value, depth + 1) : removed
  if (!isNested(value)) return value
  if (depth >= depthAtMost) return removed
  const members = Object.entries(value)
  const isNamed = members.some(([name, inner]) => !describesWhole.test(name) && isSecretName(inner))
  const edited = members.map(([name, inner]): [string, unknown] => {
    const isSecret =
      secretName.test(name) || secretWord.test(name) || (isNamed && !describesWhole.test(name) && !isSecretName(inner))
    return [name, isSecret ? removed : editTree(inner, depth + 1)]
  })
  return Array.isArray(value) ? edited.map(([, inner]) => inner) : Object.fromEntries(edited)
}

/** Names whose value describes the whole object, not the value next to it. */
const describesWhole = /^(?:event|type|kind|topic)$|(?:^|_)id$/i

/** Whether a value names the value next to it, as in `{"name":"pickup_otp","value":"0042"}`. */
function isSecretName(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= nameAtMost && secretName.test(value)
  if (!isNested(value) || Array.isArray(value)) return false
  const texts: readonly unknown[] = Object.values(value)
  return texts.every((text) => typeof text === 'string') && texts.some(isSecretName)
}

// `editJsonAsWritten` represents numbers that JavaScript would write differently as frozen objects.
const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Object.isFrozen(value)

/** Redacts JSON inside a string as JSON; anything else as text. */
const editString = (text: string, depth: number): string =>
  /^\s*[[{]/.test(text) ? withoutSecrets(text, depth) : cutText(text)
