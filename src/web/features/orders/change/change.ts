import { flatten } from '#web/format/customer-notes.ts'
import { readable, salvage, type Salvaged, type Unreadable } from '#contract/salvage.ts'
import { OrderItem, type ReadOrder } from '#contract/vendor/order.ts'
import * as z from 'zod/mini'

/** A customer's change to a line. */
export type LineChange = { readonly id: string; readonly name: string } & (
  | { readonly what: 'gone' | 'added' | 'wishes' }
  | { readonly what: 'more' | 'price'; readonly before: number; readonly now: number }
  | { readonly what: 'product'; readonly before: string }
)

/**
 * The changes between an order's lines before and now. If a line has no unique id, no other line is reported as gone or
 * added, because it may be that one.
 */
export function changesOf(before: unknown, order: ReadOrder): readonly LineChange[] {
  const [old, now] = [linesBefore(before), byId(readable(order.items))]
  const ids = [...new Set([...old.lines.keys(), ...now.lines.keys()])]
  return ids.flatMap((id) => {
    const [was, is] = [old.lines.get(id), now.lines.get(id)]
    if (was && is) return changesOfLine(id, was, is)
    const isSure = is ? old.isWhole : now.isWhole
    return isSure ? { id, what: is ? 'added' : 'gone', name: nameOf(is ?? was) ?? id } : []
  })
}

/** Whether every line, before and now, has a unique id. Otherwise there may be more changes than reported. */
export const canTellAll = (before: unknown, order: ReadOrder): boolean =>
  linesBefore(before).isWhole && byId(readable(order.items)).isWhole

const linesBefore = (before: unknown) => byId(readable(salvage(z.array(OrderItem), before)))

/** Only compares fields that are readable on both sides. */
function changesOfLine(id: string, was: Line, is: Line): readonly LineChange[] {
  const line = { id, name: nameOf(is) ?? id }
  const changes: LineChange[] = []
  const [oldProduct, product] = [readable(was.product), readable(is.product)]
  if (isOther(oldProduct?.id, product?.id) || isOther(oldProduct?.name, product?.name))
    changes.push({ ...line, what: 'product', before: nameOf(was) ?? id })
  const quantity = pair(was.quantity, is.quantity)
  if (quantity) changes.push({ ...line, what: 'more', ...quantity })
  if (areOtherNotes(was.customizations, is.customizations)) changes.push({ ...line, what: 'wishes' })
  const price = pair(was.price, is.price)
  // unspecified: whether the price is per unit or per line. A price change that follows from another change is left out.
  if (price && !changes.some(({ what }) => what !== 'wishes')) changes.push({ ...line, what: 'price', ...price })
  return changes
}

type Line = Salvaged<OrderItem>

/** Lines by id; `isWhole` tells whether these are all. */
function byId(given: readonly (Line | Unreadable)[] | undefined) {
  const lines = (given ?? []).flatMap((line) => {
    const read = readable(line)
    const id = readable(read?.id)
    return read && id !== undefined ? [[id, read] as const] : []
  })
  const all = new Map(lines)
  return { lines: all, isWhole: all.size === given?.length }
}

/** The product's name, or else its id. */
function nameOf(line: Line | undefined): string | undefined {
  const product = readable(line?.product)
  return readable(product?.name) ?? readable(product?.id)
}

type Read<T> = T | Unreadable | undefined

function isOther<T>(before: Read<T>, now: Read<T>): boolean {
  const [was, is] = [readable(before), readable(now)]
  return was !== undefined && is !== undefined && was !== is
}

/** A number before and now, if it has changed. */
function pair(was: Read<number>, is: Read<number>) {
  const [before, now] = [readable(was), readable(is)]
  return before !== undefined && now !== undefined && before !== now ? { before, now } : undefined
}

/** `null`, `[]` and `{}` all mean none. */
const areOtherNotes = (was: unknown, is: unknown): boolean =>
  JSON.stringify(was) !== JSON.stringify(is) && [was, is].some((each) => flatten(each).wishes.length > 0)
