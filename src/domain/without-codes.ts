const codeNames: readonly string[] = ['pickup_otp', 'return_otp']
/** Far deeper than an order; what is nested deeper is left out. */
const depthAtMost = 64

/** The same tree without hand-over codes, at any depth. */
export function withoutHandOverCodes(value: unknown, depth = 0): unknown {
  // `editJson` represents a number too large for a double as an object with its text.
  if (typeof value !== 'object' || value === null || 'rawJSON' in value) return value
  if (depth >= depthAtMost) return null
  if (Array.isArray(value)) return value.map((member) => withoutHandOverCodes(member, depth + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      codeNames.includes(name) ? [] : [[name, withoutHandOverCodes(member, depth + 1)] as const],
    ),
  )
}
