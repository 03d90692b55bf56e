import type { OrderOutcome } from '#contract/desk/order-outcome.ts'
import type { DeliveryState } from '#contract/desk/outgoing-webhooks.ts'
import type { PrintJobState } from '#contract/desk/printers.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'

// The tables, in SQL that SQLite and PostgreSQL share. Searched and sorted fields have a column; the rest of a record
// is JSON in one column, which also stores what a text column cannot: NUL and lone surrogates.

export interface Tables {
  orders: {
    order_id: string
    received_at: number
    closed_at: number | null
    numbers: string
    version: number
    record: string
    /** How it ended; null while it is open. */
    outcome: OrderOutcome | null
  }
  timeline: { number: number; order_id: string; at: number; entry: string }
  unreadable: { number: number; received_at: number; notice: string }
  rumours: { order_id: string; spoken_at: number }
  counters: { name: 'version' | 'note' | 'log' | 'delivery'; latest: number }
  taps: {
    tap_key: string
    order_id: string
    at: number
    settled_at: number | null
    done_at: number | null
    tap: string
  }
  action_log: { number: number; at: number; order_id: string | null; entry: string }
  devices: {
    id: string
    name: string
    token_hash: string
    enrolled_at: number
    last_seen_at: number
    role: TabletRole
    /** JSON; null for all categories. */
    category_ids: string | null
  }
  people: { id: string; name: string; folded_name: string; is_manager: number; pin_hash: string }
  sign_ins: { token_hash: string; person_id: string; device_id: string; expires_at: number; used_at: number }
  enrolment_codes: { code_hash: string; expires_at: number; role: TabletRole }
  tries: { subject: string; latest_at: number; moments: string }
  printers: { id: string; name: string; key_hash: string | null; printer: string; state: string }
  print_jobs: {
    id: string
    occasion: string
    order_id: string | null
    state: PrintJobState
    created_at: number
    revision: number
    job: string
  }
  alerts: {
    id: string
    occasion: string
    at: number
    ended_at: number | null
    revision: number
    alert: string
  }
  phones: {
    id: string
    person_id: string
    device_id: string
    endpoint: string
    created_at: number
    delivered_at: number | null
    phone: string
  }
  outgoing_webhooks: { id: string; created_at: number; webhook: string; health: string }
  webhook_deliveries: {
    /** Increases with each delivery, and is given anew to one that is sent again. */
    number: number
    id: string
    webhook_id: string
    order_id: string | null
    state: DeliveryState
    at: number
    due_at: number | null
    revision: number
    delivery: string
  }
  settings: { name: string; value: string; revision: number }
  report_days: { day: string; version: number; is_final: number; totals: string }
  api_keys: {
    id: string
    name: string
    folded_name: string
    /** Separated by spaces. */
    scopes: string
    key_hash: string
    created_at: number
    created_by: string | null
    last_used_at: number | null
  }
  servers: { id: string; beat_at: number; word: string }
  watches: { name: string; server: string; until: number }
  migrations: { number: number; applied_at: number }
}
