import type { Clock } from '#contract/clock.ts'
import type { WebhookHealth, WebhookRecord } from '#domain/outgoing-event.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { WebhookStore } from '#server/storage/store.ts'
import { isDelivered, isGone, type Tried } from './retry.ts'

interface NoteHealthDeps {
  readonly store: WebhookStore
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/** Failures in a row after which a success means that the receiver is back, so that what waits is tried at once. */
export const manyFailures = 3

/**
 * Records what the receiver of a webhook, as it was used, does; it is written only when that changes. Only a manager
 * begins an ended one anew.
 */
type NoteHealth = (used: WebhookRecord, receiver: { failuresInARow: number }, tried: Tried) => Promise<void>

/** Health is read and then written, so it is noted in turns. */
export function createNoteHealth({ store, clock, log }: NoteHealthDeps): NoteHealth {
  /** The health now; undefined if the webhook was removed, or has another address than the one that was used. */
  const healthOf = async ({ id, url }: WebhookRecord): Promise<WebhookHealth | undefined> =>
    (await store.webhooks()).find((webhook) => webhook.id === id && webhook.url === url)?.health

  return async (used, receiver, tried) => {
    const { id } = used
    const { status, problem, at } = tried
    const health = await healthOf(used)
    if (!health) return
    const wasBack = isDelivered(tried) && receiver.failuresInARow >= manyFailures
    receiver.failuresInARow = isDelivered(tried) ? 0 : receiver.failuresInARow + 1
    if (isGone(tried)) {
      await store.saveWebhookHealth(id, { ...health, endedAt: health.endedAt ?? at })
      await store.parkDeliveries(id)
      log('webhook_ended', { webhook: id }, 'warn')
    } else if (isDelivered(tried)) {
      if (health.failing) await store.saveWebhookHealth(id, { ...health, failing: null })
      if (wasBack) await store.hastenDeliveries(id, clock.now())
    } else if (health.failing?.status !== status || health.failing.problem !== problem) {
      const since = health.failing?.since ?? at
      await store.saveWebhookHealth(id, { ...health, failing: { since, status, problem } })
      if (!health.failing) log('webhook_failing', { webhook: id, status, problem }, 'warn')
    }
  }
}
