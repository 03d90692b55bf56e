import { isRecord } from '#contract/json.ts'

/** One line of what a customer wished for. */
export interface Wish {
  readonly name: string | undefined
  readonly value: string | boolean | undefined
  readonly depth: number
}

const deepest = 4
const longest = 200

/**
 * Lays customizations of any shape out as lines: at most 4 levels and 200 lines of them. unspecified: their shape;
 * `null`, `[]` and `{}` all mean none.
 */
export function flatten(customizations: unknown): { readonly wishes: readonly Wish[]; readonly isCut: boolean } {
  const wishes: Wish[] = []
  let isCut = false

  function add(name: string | undefined, value: unknown, depth: number): void {
    if (value === null || value === undefined || value === '') return
    if (wishes.length >= longest || depth > deepest) {
      isCut = true
      return
    }
    if (typeof value !== 'object') {
      wishes.push({
        name,
        value: typeof value === 'boolean' || typeof value === 'string' ? value : JSON.stringify(value),
        depth,
      })
      return
    }
    const members = membersOf(value)
    if (members.length === 0) return
    if (name !== undefined) wishes.push({ name, value: undefined, depth })
    for (const [key, member] of members) add(key, member, name === undefined ? depth : depth + 1)
  }

  add(undefined, customizations, 0)
  return { wishes, isCut }
}

/** `{name: 'Size', value: 'Large'}` reads as one line: "Size: Large". */
function membersOf(value: object): readonly (readonly [string | undefined, unknown])[] {
  if (Array.isArray(value)) return value.map((member: unknown) => pairOf(member) ?? [undefined, member])
  const pair = pairOf(value)
  return pair ? [pair] : Object.entries(value)
}

function pairOf(member: unknown): readonly [string, unknown] | undefined {
  if (!isRecord(member)) return undefined
  const { name, value, ...rest } = member
  return typeof name === 'string' && value !== undefined && Object.keys(rest).length === 0 ? [name, value] : undefined
}
