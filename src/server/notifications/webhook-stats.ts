import type { Tally } from '#contract/desk/webhook.ts'
import type { Clock } from '#contract/clock.ts'

/** The result of a notification: understood, refused or unreadable. */
type WebhookResult = 'received' | 'refused' | 'unreadable'

export interface WebhookStats {
  note(result: WebhookResult): void
  read(result: WebhookResult): Tally
  /** When counting began, in milliseconds since 1970. */
  readonly since: number
}

interface Count {
  readonly count: number
  readonly firstAt: number
  readonly lastAt: number
}

/** Counts notifications since the process started. */
export function createWebhookStats(clock: Clock): WebhookStats {
  const counts = new Map<WebhookResult, Count>()
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
  return {
    since: clock.now(),
    note(result) {
      const now = clock.now()
      const before = counts.get(result)
      counts.set(result, { count: (before?.count ?? 0) + 1, firstAt: before?.firstAt ?? now, lastAt: now })
    },
    read(result) {
      const { count = 0, firstAt, lastAt } = counts.get(result) ?? {}
      return { count, first_at: iso(firstAt), last_at: iso(lastAt) }
    },
  }
}
