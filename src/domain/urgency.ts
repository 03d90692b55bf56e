/** How pressing an order is by the time that it has left. */
export type Urgency = 'calm' | 'amber' | 'red'

/** The shares of the time window left, from 1 down to 0, at which an order becomes urgent. */
export const urgentFrom = { amber: 0.5, red: 0.2 } as const

/** How urgent an order is with this share of its time window left. */
export function urgencyOf(share: number): Urgency {
  if (share > urgentFrom.amber) return 'calm'
  return share > urgentFrom.red ? 'amber' : 'red'
}

/** Priorities under the request budget: a person's action, screens, unread orders, repeated reads, the catalog. */
export const urgencies = ['action', 'screen', 'news', 'watch', 'list'] as const
export type VendorUrgency = (typeof urgencies)[number]
