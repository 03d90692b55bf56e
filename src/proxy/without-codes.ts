import { editJson, isRecord } from '#contract/json.ts'

// A body that could not be understood is kept to be looked at. It may hold hand-over codes, codes of digital goods and
// payment data, in whatever form; they are written nowhere. Where it is not clear where one ends, more is cut out.

const names = '(?:pickup|return)_otp|secret_code|serial_number'
const secretKey = new RegExp(`^(?:${names}|form)$`, 'i')
/** Deeper than any notification; what lies below is not looked through, and so not kept. */
const deepest = 64

const mark = `\\\\*["']|%22|&quot;`
const means = `(?:${mark})?\\s*(?:[:=]|%3A)\\s*`
/** A text up to its closing mark, a list up to its end, or anything else up to the next field. */
const value = `(${mark})(?:(?!\\3)(?:\\\\.|[^]))*|\\[[^\\]]*|[^,&}\\]\\r\\n<]+`
const secret = new RegExp(`(${names})(${means})(?:${value})`, 'i')
const secrets = new RegExp(secret, 'gi')
/** Where payment data begins in a text that is not whole: what comes after it is not told apart. */
const form = new RegExp(`((?:${mark})form(?:${mark})\\s*(?::|%3A)\\s*)(?!null)[^]*`, 'i')

/** A text without what must not be written. */
export function withoutCodes(text: string): string {
  try {
    return editJson(text, (tree) => (isRecord(tree) || Array.isArray(tree) ? cleaned(tree) : cut(String(tree))))
  } catch {
    // UTF-16 that does not say so, read as UTF-8, has a NUL between two letters.
    const dense = text.replaceAll('\0', '')
    return cut(secret.test(dense) || form.test(dense) ? dense : text)
  }
}

const cut = (text: string): string => text.replace(secrets, '$1$2$3…').replace(form, '$1…')

function cleaned(value: unknown, depth = 0): unknown {
  if (depth > deepest) return '…'
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.map((member) => cleaned(member, depth + 1))
  // A number too large for a double: editJson keeps it as a frozen object with its digits.
  if (!isRecord(value) || Object.isFrozen(value)) return value
  const clean = ([key, member]: [string, unknown]) => [
    key,
    secretKey.test(key) && member !== null ? '…' : cleaned(member, depth + 1),
  ]
  return Object.fromEntries(Object.entries(value).map(clean)) as unknown
}
