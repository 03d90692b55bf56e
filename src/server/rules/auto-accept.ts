import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import { logBug } from '#server/runtime/bug.ts'
import { createTurns, runForever } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { createAcceptOrder, waits, type AcceptOrderDeps } from './accept-order.ts'
import { lastMomentOf } from './rule-facts.ts'
import { createRuleProgress } from './rule-progress.ts'

export interface AutoAcceptDeps extends AcceptOrderDeps {
  readonly cluster: Pick<Cluster, 'isPolling'>
}

export interface AutoAcceptance {
  /** Looks for orders that are due. */
  wake(): void
  /** Accepts orders until the signal aborts. Never rejects. */
  run(closing: AbortSignal): Promise<void>
  /** Resolves when no order is being accepted. Never rejects. */
  idle(): Promise<void>
}

const second = 1000
/** Acceptance changes no condition of another order, and a service that hangs must not hold up all of them. */
const atOnce = 4
/** Orders change their deadline with the service's clock. */
const lookEveryMs = 10 * second
/** Without an order, or without a rule, something wakes it. */
const restMs = 600 * second

/** Accepts orders by the shop's rule, through the same journal as people. One server of a shop does: the one that polls. */
export function createAutoAcceptance(deps: AutoAcceptDeps): AutoAcceptance {
  const { inbox, rules, times, cluster, clock, log, onStoreFailure } = deps
  const progress = createRuleProgress(rules, clock)
  const decide = createAcceptOrder(deps, progress)
  const inTurn = createTurns(atOnce)
  const busy = new Map<OrderId, Promise<void>>()
  let wake = () => undefined as void

  function start(record: OrderRecord, closing: AbortSignal): void {
    const { orderId } = record
    const work = inTurn(() => (closing.aborted ? Promise.resolve() : decide(orderId, closing)))
      .catch((error: unknown) => {
        progress.putOff(record, second)
        if (error instanceof StoreUnavailable) onStoreFailure(error)
        else logBug(log, 'automatic acceptance', error)
      })
      .finally(() => {
        busy.delete(orderId)
        wake()
      })
    busy.set(orderId, work)
  }

  /** Starts what is due. @returns how long to rest. */
  function step(closing: AbortSignal): number {
    const rule = rules.current()
    if (!rule.enabled || !cluster.isPolling()) return restMs
    const waiting = inbox.open().filter(waits)
    progress.keep(new Set(waiting.map(({ orderId }) => orderId)))
    let rest = restMs
    for (const record of waiting) {
      const { isSettled, notBefore } = progress.of(record)
      if (isSettled || busy.has(record.orderId)) continue
      const isAtOnce = rule.when === 'now'
      const moment = isAtOnce ? 0 : lastMomentOf(times.waitsSince(record), times.respondBy(record))
      const inMs = Math.max(moment, notBefore) - clock.now()
      if (inMs <= 0) start(record, closing)
      else rest = Math.min(rest, inMs, lookEveryMs)
    }
    return rest
  }

  return {
    wake: () => wake(),
    idle: async () => void (await Promise.all(busy.values())),
    async run(closing) {
      await runForever({ name: 'automatic acceptance', clock, log, pauseMs: second }, closing, async () => {
        const called = Promise.withResolvers<void>()
        wake = called.resolve
        const rest = new AbortController()
        const restFor = step(closing)
        await Promise.race([called.promise, clock.sleep(restFor, AbortSignal.any([closing, rest.signal]))])
        rest.abort()
      })
    },
  }
}
