import type { Clock } from '#contract/clock.ts'
import { manyFailures, type WebhookHealth, type WebhookRecord } from '#domain/outgoing-event.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { WebhookStore } from '#server/storage/store.ts'
import { isDelivered, isGone, type Tried } from './retry.ts'

interface NoteHealthDeps {
  readonly store: WebhookStore
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/**
 * Records what the receiver of a webhook, as it was used, does; it is written only when that changes. Only a manager
 * begins an ended one anew.
 */
type NoteHealth = (used: WebhookRecord, tried: Tried) => Promise<void>

export function createNoteHealth({ store, clock, log }: NoteHealthDeps): NoteHealth {
  return async (used, tried) => {
    const { id, url } = used
    let before: WebhookHealth | undefined
    const next = (stored: WebhookRecord): WebhookRecord | undefined => {
      before = stored.health
      const health = healthAfter(before, tried)
      // What a former address does says nothing of the new one.
      return health === before || stored.url !== url ? undefined : { ...stored, health }
    }
    // Most tries change nothing, and need no transaction.
    const known = (await store.webhooks()).find((webhook) => webhook.id === id)
    const changed = known && next(known) && (await store.changeWebhook(id, clock.now(), next))
    if (!changed || !before) return
    const { status, problem } = tried
    if (changed.health.endedAt !== before.endedAt) log('webhook_ended', { webhook: id }, 'warn')
    if (changed.health.failing && !before.failing) log('webhook_failing', { webhook: id, status, problem }, 'warn')
  }
}

/** The same object if nothing changes. */
function healthAfter(health: WebhookHealth, tried: Tried): WebhookHealth {
  const { endedAt, failing } = health
  const { status, problem, at } = tried
  if (isGone(tried)) return endedAt === null ? { ...health, endedAt: at } : health
  if (isDelivered(tried)) return failing ? { ...health, failing: null } : health
  const failures = Math.min((failing?.failures ?? 0) + 1, manyFailures)
  if (failing?.status === status && failing.problem === problem && failing.failures === failures) return health
  return { ...health, failing: { since: failing?.since ?? at, status, problem, failures } }
}
