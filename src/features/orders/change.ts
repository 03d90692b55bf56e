import { readable, salvage, type Salvaged } from '#contract/salvage.ts'
import { OrderItem, orderItems, type ReadOrder } from '#contract/vendor/order.ts'
import * as z from 'zod/mini'

/** What a customer did to a line; `now` is nothing where it was taken out, `before` where it was added. */
export interface LineChange {
  readonly id: string
  readonly name: string
  readonly before: number | undefined
  readonly now: number | undefined
}

/** The lines that differ between an order as it was and as it is. */
export function changesOf(before: unknown, order: ReadOrder): readonly LineChange[] {
  const old = byId(readable(salvage(z.array(OrderItem), before)) ?? [])
  const now = byId(orderItems(order))
  const ids = [...new Set([...old.keys(), ...now.keys()])]
  return ids.flatMap((id) => {
    const [was, is] = [old.get(id), now.get(id)]
    const change = { id, name: nameOf(is ?? was) ?? id, before: quantityOf(was), now: quantityOf(is) }
    return was && is && change.before === change.now ? [] : [change]
  })
}

type Line = Salvaged<OrderItem>

const byId = (lines: ReturnType<typeof orderItems>): ReadonlyMap<string, Line> =>
  new Map(
    lines.flatMap((line) => {
      const read = readable(line)
      const id = readable(read?.id)
      return read && id !== undefined ? [[id, read] as const] : []
    }),
  )

const nameOf = (line: Line | undefined): string | undefined => readable(readable(line?.product)?.name)
const quantityOf = (line: Line | undefined): number | undefined => readable(line?.quantity)
