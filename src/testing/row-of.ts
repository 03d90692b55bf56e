import type { OrderRow } from '#contract/desk/inbox.ts'

/** A board row of a waiting order, with nothing known but `more`. */
export const rowOf = (orderId: string, more: Partial<OrderRow> = {}): OrderRow => ({
  order_id: orderId,
  received_at: '2026-11-20T12:00:00Z',
  respond_by: null,
  read_at: null,
  lane: 'answer',
  order: null,
  problem: null,
  told_id: null,
  answering: null,
  acknowledged: null,
  last_action: null,
  before_change: null,
  picks: [],
  handed_over: null,
  returned: null,
  is_digital: false,
  prints: 0,
  ...more,
})
