import type { Tally } from '#contract/desk/webhook.ts'
import type { Clock } from '#contract/clock.ts'

/** What became of a notification: it was understood, or its sender was not known, or it could not be read. */
type WebhookFate = 'heard' | 'refused' | 'unreadable'

export interface WebhookStats {
  note(fate: WebhookFate): void
  read(fate: WebhookFate): Tally
  /** Since when it is counted, in milliseconds since 1970. */
  readonly since: number
}

interface Count {
  readonly count: number
  readonly firstAt: number
  readonly lastAt: number
}

/** Counts notifications for as long as the process runs. */
export function createWebhookStats(clock: Clock): WebhookStats {
  const counts = new Map<WebhookFate, Count>()
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
  return {
    since: clock.now(),
    note(fate) {
      const now = clock.now()
      const before = counts.get(fate)
      counts.set(fate, { count: (before?.count ?? 0) + 1, firstAt: before?.firstAt ?? now, lastAt: now })
    },
    read(fate) {
      const { count = 0, firstAt, lastAt } = counts.get(fate) ?? {}
      return { count, first_at: iso(firstAt), last_at: iso(lastAt) }
    },
  }
}
