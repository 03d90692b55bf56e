import { readable } from '#contract/salvage.ts'
import { toRejectItemId } from '#contract/vendor/item-id.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'

/** unspecified: which id a rejection wants; the order item's, where it is a whole number. */
export function lineToChoose(line: ReadOrderItem | undefined) {
  const itemId = readable(line?.id)
  return {
    id: itemId === undefined ? undefined : toRejectItemId(itemId),
    name: readable(readable(line?.product)?.name) ?? itemId,
    quantity: readable(line?.quantity) ?? undefined,
  }
}
