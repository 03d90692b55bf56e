import type { Clock } from '#contract/clock.ts'
import type { DeliveryRecord, WebhookRecord } from '#domain/outgoing-event.ts'
import { type Log, logBug } from '#server/runtime/bug.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { StoreUnavailable, type WebhookStore } from '#server/storage/store.ts'
import { createNoteHealth } from './note-health.ts'
import { longestPauseMs, afterTry, type Tried } from './retry.ts'
import type { TryDelivery } from './try-delivery.ts'

export interface DispatcherDeps {
  readonly store: WebhookStore
  readonly servers: Pick<Cluster, 'isPolling'>
  readonly clock: Clock
  readonly log: Log
  /** From 0 to 1. */
  readonly random: () => number
  readonly tryDelivery: TryDelivery
  readonly onStoreFailure: (error: unknown) => void
}

export interface Dispatcher {
  /** Looks at once for what is due: something was added or changed. */
  wake(): void
  /** Sends until the signal aborts. Never rejects. */
  run(closing: AbortSignal): Promise<void>
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
}

/** One receiver gets so many deliveries at a time, each of another order; one at a time while it fails. */
const atOnce = 4
/** A store that cannot be used is tried again after this. */
const storeAgainMs = 5_000
/** Without anything due, the clock may still be set; and another server's change may have been missed. */
const restAtMostMs = 60 * 60_000
/** A delivery due later than any pause allows got its time before the clock was set back. */
const dueWithinMs = 1.2 * longestPauseMs

/**
 * Sends what waits in the store, on the server that polls. Receivers are independent of each other. The store gives each
 * order's deliveries one after another, so nothing here keeps an order.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { store, servers, clock, log, random, tryDelivery, onStoreFailure } = deps
  /** By webhook and delivery. */
  const underWayAt = new Map<string, Map<string, Promise<void>>>()
  const noteHealth = createNoteHealth(deps)
  let closing: AbortSignal = new AbortController().signal
  let isDue = true
  let resting = new AbortController()

  function wake(): void {
    isDue = true
    resting.abort()
  }

  /** Writes until it is written: what was sent must not be sent again because a disk was full for a moment. */
  async function write<T>(work: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        // The store may be closed by now. It is sent again after the next start.
        if (closing.aborted) return undefined
        onStoreFailure(error)
        await clock.sleep(storeAgainMs, closing)
      }
    }
  }

  async function send(webhook: WebhookRecord, delivery: DeliveryRecord): Promise<void> {
    const tried = await tryDelivery(webhook, delivery).catch((error: unknown): Tried => {
      if (error instanceof StoreUnavailable) throw error
      logBug(log, 'webhook delivery', error)
      return { status: null, problem: 'unreachable', at: clock.now(), tookMs: 0 }
    })
    const { type, tries, orderId } = delivery
    const { status, problem } = tried
    log('webhook_sent', { webhook: webhook.id, type, orderId, tries: tries + 1, status, problem }, 'debug')
    const saved = await write(() => store.saveDelivery(afterTry(delivery, tried, random()), clock.now()))
    // The webhook was ended, or the delivery was sent anew meanwhile: then this answer says nothing of what is now.
    if (saved) await write(() => noteHealth(webhook, tried))
  }

  async function lookAt(webhook: WebhookRecord, now: number): Promise<void> {
    const underWay = underWayAt.get(webhook.id) ?? new Map<string, Promise<void>>()
    underWayAt.set(webhook.id, underWay)
    const room = (webhook.health.failing ? 1 : atOnce) - underWay.size
    if (room <= 0) return
    const limit = room + underWay.size
    const due = await store.dueDeliveries({ webhookId: webhook.id, now, until: now + dueWithinMs, limit })
    for (const delivery of due.filter(({ id }) => !underWay.has(id)).slice(0, room)) {
      const sending = send(webhook, delivery)
        .catch(async (error: unknown) => {
          if (error instanceof StoreUnavailable) onStoreFailure(error)
          else logBug(log, 'webhook delivery', error)
          await clock.sleep(storeAgainMs, closing)
        })
        .finally(() => {
          underWay.delete(delivery.id)
          wake()
        })
      underWay.set(delivery.id, sending)
    }
  }

  /** @returns how long there is nothing to do, in milliseconds. */
  async function look(): Promise<number> {
    if (!servers.isPolling()) return restAtMostMs
    const active = (await store.webhooks()).filter(({ isPaused, health }) => !isPaused && health.endedAt === null)
    let restMs = restAtMostMs
    for (const webhook of active) {
      // One moment for both, or what falls due in between would be overlooked until the next wake.
      const now = clock.now()
      await lookAt(webhook, now)
      const next = await store.nextDueAt(webhook.id)
      // What is due already waits for one that is under way, and the end of that wakes.
      const leftMs = (next ?? Number.POSITIVE_INFINITY) - now
      if (leftMs > 0) restMs = Math.min(restMs, leftMs)
    }
    return restMs
  }

  async function step(): Promise<void> {
    isDue = false
    resting = new AbortController()
    let restMs = storeAgainMs
    try {
      restMs = await look()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      onStoreFailure(error)
    }
    if (!isDue) await clock.sleep(restMs, AbortSignal.any([closing, resting.signal]))
  }

  return {
    wake,
    async run(signal) {
      closing = signal
      await runForever({ name: 'webhooks', clock, log, pauseMs: storeAgainMs }, closing, step)
    },
    async idle() {
      await Promise.allSettled([...underWayAt.values()].flatMap((underWay) => [...underWay.values()]))
    },
  }
}
