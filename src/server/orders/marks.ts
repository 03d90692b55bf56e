import type { StoredHandOver, StoredPick, StoredPrint, Marks, OrderRecord } from '#domain/order.ts'
import type { HandOver, HandOverKind, Pick as ShownPick, PickState } from '#contract/desk/marks.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { lineKey, orderItems, readOrder } from '#contract/vendor/order.ts'

type Marked = Pick<OrderRecord, 'orderId' | 'order' | 'marks'>

interface Line {
  readonly of: string
  /** Null if unreadable. */
  readonly name: string | null
}

/** The order's lines by key. Lines with the same key cannot be told apart and are marked together. */
export function markableLines({ orderId, order }: Pick<Marked, 'orderId' | 'order'>): ReadonlyMap<string, Line> {
  const read = readOrder(orderId, order)
  const lines = new Map<string, Line>()
  for (const [index, line] of (read ? orderItems(read) : []).entries()) {
    const key = lineKey(line, index)
    const isOdd = line instanceof Unreadable
    const product = isOdd ? undefined : readable(line.product)
    // Fields that change the goods in the bag; the price does not.
    const goods = isOdd ? line.raw : [line.quantity, product?.id ?? product?.name, line.customizations]
    const of = JSON.stringify(goods) ?? ''
    lines.set(key, { of: (lines.get(key)?.of ?? '') + of, name: readable(product?.name) ?? null })
  }
  return lines
}

/** Picks whose lines have not changed since. */
function validPicks({ marks, ...record }: Marked): readonly StoredPick[] {
  if (marks.picks.length === 0) return []
  const lines = markableLines(record)
  return marks.picks.filter(({ line, of }) => lines.get(line)?.of === of)
}

/** Whether every line is picked. */
export function isAllPicked(record: Marked): boolean {
  const lines = markableLines(record)
  return lines.size > 0 && validPicks(record).filter(({ state }) => state === 'picked').length === lines.size
}

/** Marks a line as picked or missing, or clears it; nothing if there is no such line. */
export function withPick(
  record: Marked,
  { line, state, ...mark }: Pick<StoredPick, 'line' | 'by' | 'at'> & { readonly state: PickState | null },
): Marks | undefined {
  const of = markableLines(record).get(line)?.of
  if (of === undefined) return undefined
  const before = validPicks(record)
  // A repeated mark, from another tablet or a retry, changes nothing.
  if ((before.find((pick) => pick.line === line)?.state ?? null) === state) return record.marks
  const others = before.filter((pick) => pick.line !== line)
  return { ...record.marks, picks: state === null ? others : [...others, { line, state, ...mark, of }] }
}

/** Sets or clears a hand-over or return; the first mark stands. */
export function withHandOver(marks: Marks, kind: HandOverKind, mark: StoredHandOver | null): Marks {
  const field = kind === 'pickup' ? 'handedOver' : 'returned'
  return marks[field] !== null && mark !== null ? marks : { ...marks, [field]: mark }
}

const printsSaved = 20

/** Adds a requested print. */
export const withPrint = ({ prints, ...marks }: Marks, print: StoredPrint): Marks => ({
  ...marks,
  prints: { count: prints.count + 1, latest: [...prints.latest, print].slice(-printsSaved) },
})

const iso = (at: number): string => new Date(at).toISOString()

/** A print as sent to tablets. */
export const shownPrint = ({ at, ...print }: StoredPrint) => ({ ...print, at: iso(at) })

const shownHandOver = (mark: StoredHandOver | null): HandOver | null =>
  mark && { by: mark.by, at: iso(mark.at), code_matched: mark.codeMatched }

/** The marks as part of a row. */
export function shownMarks(record: Marked) {
  const { handedOver, returned, prints } = record.marks
  const picks = validPicks(record).map(({ line, state, by, at }): ShownPick => ({ line, state, by, at: iso(at) }))
  return { picks, handed_over: shownHandOver(handedOver), returned: shownHandOver(returned), prints: prints.count }
}
