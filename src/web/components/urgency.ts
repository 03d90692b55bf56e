export type Urgency = 'calm' | 'amber' | 'red'

/** From which share of the window on, counted down from 1, an order is no longer calm. */
export const urgentFrom = { amber: 0.5, red: 0.2 } as const

/** How urgent an order is of whose window such a share is left. */
export function urgencyOf(share: number): Urgency {
  if (share > urgentFrom.amber) return 'calm'
  return share > urgentFrom.red ? 'amber' : 'red'
}
