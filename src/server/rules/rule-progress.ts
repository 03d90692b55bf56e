import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Rules } from './rules.ts'

/** What is known of an order since it arrived, under the rule as it stands. */
export interface Progress {
  readonly of: string
  readonly tries: number
  readonly notBefore: number
  readonly isSettled: boolean
}

/** When an order came, or came back to be answered: each time it is a new order to the rule. */
export const arrivalOf = ({ backAt, receivedAt }: Pick<OrderRecord, 'backAt' | 'receivedAt'>): number =>
  backAt ?? receivedAt

export type RuleProgress = ReturnType<typeof createRuleProgress>

/** Keeps in memory how far the rule is with each order that waits. */
export function createRuleProgress(rules: Pick<Rules, 'revision'>, clock: Pick<Clock, 'now'>) {
  const known = new Map<OrderId, Progress>()

  function of(record: OrderRecord): Progress {
    const arrival = `${arrivalOf(record)} ${rules.revision()}`
    const progress = known.get(record.orderId)
    return progress?.of === arrival ? progress : { of: arrival, tries: 0, notBefore: 0, isSettled: false }
  }

  const note = (record: OrderRecord, change: Partial<Progress>): void =>
    void known.set(record.orderId, { ...of(record), ...change })

  return {
    of,
    note,
    putOff: (record: OrderRecord, ms: number): void => note(record, { notBefore: clock.now() + ms }),
    /** Forgets all orders but these. */
    keep(orderIds: ReadonlySet<OrderId>): void {
      for (const orderId of known.keys()) if (!orderIds.has(orderId)) known.delete(orderId)
    },
  }
}
