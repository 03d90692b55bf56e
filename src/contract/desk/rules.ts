import { endpoint } from '#contract/endpoint.ts'
import { AnyNumber, Flag, Integer, NullableNumber, NullableText, oneOf, Text } from '#contract/plain.ts'
import * as z from 'zod/mini'
import { acceptMoments } from './accept-moment.ts'

// Automatic acceptance of orders. It never rejects.

export const AutoAccept = z.object({
  enabled: Flag,
  when: oneOf(acceptMoments),
  /** ISO 8601: 1 is Monday, 7 is Sunday. */
  weekdays: z.array(Integer),
  /** `HH:MM` in `time_zone`; the same twice is the whole day; `to` before `from` is the next day's. */
  from: Text,
  to: Text,
  time_zone: Text,
  /** In the order's currency; null for no limit. */
  max_total: NullableNumber,
  max_pieces: NullableNumber,
  /** Open orders on the board, this one included. */
  max_open: NullableNumber,
  /** Every line is in the catalog, available, and has its catalog price. */
  requires_catalog: Flag,
  /** A tablet that would ring, or a printer that is ready. */
  requires_presence: Flag,
})
export type AutoAccept = z.infer<typeof AutoAccept>

/** Why an order was accepted (`fits`), or left to people. */
export const ruleReasons = [
  'fits',
  'off',
  'weekday',
  'hours',
  'total',
  'pieces',
  'open_orders',
  'notes',
  'digital',
  'not_in_catalog',
  'not_available',
  'price',
  'catalog_unread',
  'nobody_there',
  'came_back',
  'unreadable',
  'too_late',
  'failed',
] as const
export type RuleReason = (typeof ruleReasons)[number]

/** A missing field keeps its value. */
const Changes = z.object({ auto_accept: z.partial(AutoAccept) })
const Rules = z.object({ auto_accept: AutoAccept })

export const rules = {
  read: endpoint({ method: 'GET', path: '/api/desk/rules', answer: Rules }),
  /** 422 `bad_rule`. */
  save: endpoint({ method: 'PUT', path: '/api/desk/rules', body: Changes, answer: Rules }),
  /** Switches automatic acceptance off; for whoever is signed in. */
  stop: endpoint({ method: 'POST', path: '/api/desk/rules/stop', answer: Rules }),
  /**
   * What the rule would have done with the orders of the last 30 days that the store keeps, newest first. The catalog
   * and the time zone are those of now, and somebody counts as there. Without a rule in the body, the saved one is tried.
   */
  rehearse: endpoint({
    method: 'POST',
    path: '/api/desk/rules/rehearsal',
    body: z.partial(Changes),
    answer: z.object({
      data: z.array(
        z.object({
          order_id: Text,
          number: NullableText,
          received_at: Text,
          would_accept: Flag,
          because: oneOf(ruleReasons),
        }),
      ),
      meta: z.object({ days: AnyNumber }),
    }),
  }),
} as const
