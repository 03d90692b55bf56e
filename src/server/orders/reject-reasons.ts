import type { RejectReason } from '#contract/desk/order-outcome.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Sent } from '#domain/redact-action.ts'
import type { LogStore } from '#server/storage/store.ts'
import type { TimelineRecord } from '#domain/order.ts'

/** The reason in a logged rejection. */
export function reasonOf(sent: Sent | null): RejectReason {
  const { reason: name = null, reason_id: id = null, reason_code: code = null } = sent ?? {}
  return { name, id, code }
}

/** An order with more actions than this shows no reason for the oldest. */
const actionsLookedAt = 100

/** Reads from the log why this shop rejected an order, the latest reason first. */
export type RejectReasons = (orderId: OrderId) => Promise<readonly RejectReason[]>

export const createRejectReasons =
  ({ readLog }: Pick<LogStore, 'readLog'>): RejectReasons =>
  async (orderId) => {
    const { entries } = await readLog({ orderId, limit: actionsLookedAt })
    return entries
      .filter(({ what, outcome }) => what === 'reject' && outcome === 'done')
      .map(({ sent }) => reasonOf(sent))
  }

/** Whether an event is a rejection, or a question about items, that was carried out. */
const isRejection = ({ what, detail }: TimelineRecord): boolean =>
  what === 'reject' && (detail === 'done' || detail === 'asked')

/** Adds to each rejection in a timeline its reason. Both are in the order in which they were recorded. */
export async function withReasons(
  timeline: readonly TimelineRecord[],
  read: () => Promise<readonly RejectReason[]>,
): Promise<readonly (TimelineRecord & { readonly reject_reason?: RejectReason })[]> {
  const rejections = timeline.filter(isRejection)
  if (rejections.length === 0) return timeline
  const reasons = await read()
  return timeline.map((entry) => {
    const at = rejections.indexOf(entry)
    const reason = at < 0 ? undefined : reasons[rejections.length - 1 - at]
    return reason ? { ...entry, reject_reason: reason } : entry
  })
}
