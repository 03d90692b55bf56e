import { endpoint } from '#contract/endpoint.ts'
import { AnyNumber, Flag, Integer, NullableText, oneOf, OptionalText, Text } from '#contract/plain.ts'
import { Who } from './action.ts'
import * as z from 'zod/mini'

// Alerts outside the shop's tablets: to phones by Web Push, and to the addresses of ALERT_URL. Timestamps are ISO 8601
// in UTC, on the server's clock.

/** What an alert is about. `rule_left`: automatic acceptance left an order to people. */
export const alertKinds = ['order_unanswered', 'nobody_there', 'rule_left', 'printer', 'silence', 'test'] as const
export type AlertKind = (typeof alertKinds)[number]

/** Who can be told: the phones of people on duty, the addresses of ALERT_URL, and the owner's phones. */
export const rungs = ['phone', 'call', 'owner'] as const
export type Rung = (typeof rungs)[number]

/**
 * `gone`: the phone has ended its subscription, which is deleted. `not_needed`: the order was answered, or a later alert
 * took the place of this one, before it could be sent.
 */
export const alertOutcomes = ['pending', 'delivered', 'failed', 'gone', 'not_needed'] as const
export type AlertOutcome = (typeof alertOutcomes)[number]

/** One attempt to tell somebody. `name`: the person's name, or the host of an address. */
const Told = z.object({ to: oneOf(rungs), name: Text, outcome: oneOf(alertOutcomes), at: Text })

/** How an alert ended: by an action or a change of the order, or because its cause is over. */
export const alertEnds = ['accept', 'reject', 'closed', 'changed', 'over', 'confirmed'] as const
export type AlertEnd = (typeof alertEnds)[number]

const Alert = z.object({
  id: Text,
  kind: oneOf(alertKinds),
  order_id: NullableText,
  /** The order's print number; null if it is not known. */
  number: NullableText,
  /** 1 to 3 for an unanswered order; null for other kinds. */
  step: z.nullable(Integer),
  is_rehearsal: Flag,
  at: Text,
  told: z.array(Told),
  ended: z.nullable(z.object({ at: Text, how: oneOf(alertEnds), by: z.nullable(Who) })),
})
export type Alert = z.infer<typeof Alert>

/** A browser that gets alerts. */
const Phone = z.object({
  id: Text,
  device_id: Text,
  /** The name of the tablet or phone in this shop. */
  name: Text,
  created_at: Text,
  /** When the last alert was delivered; null before the first. */
  delivered_at: NullableText,
})
export type Phone = z.infer<typeof Phone>

/** A person, their phones, and when these may be told. Times of day are `HH:MM` in `time_zone`; null for none. */
const Duty = z.object({
  person: z.object({ id: Text, name: Text }),
  is_on_duty: Flag,
  /** Told last, whether on duty or not, in quiet hours too. */
  is_owner: Flag,
  quiet_from: NullableText,
  quiet_to: NullableText,
  time_zone: Text,
  phones: z.array(Phone),
})
export type Duty = z.infer<typeof Duty>

/** The step from which each further rung is told; phones on duty are told from the first. */
export const ladderSteps = [1, 2, 3] as const
/** The shares of the time to answer at which an unanswered order is told of. */
export const alertShares = [0.23, 0.5, 0.8] as const

const Ladder = z.object({
  call_from: Integer,
  owner_from: Integer,
  /** The hosts of ALERT_URL. */
  calls: z.array(Text),
  /** Whether calls are signed, because ALERT_SECRET is set. */
  is_signed: Flag,
  /** Whether a rehearsal is under way. */
  is_rehearsing: Flag,
})
export type Ladder = z.infer<typeof Ladder>
const OneLadder = z.object({ data: Ladder })

/** The browser's own PushSubscription as JSON, and the language of its alerts. */
export const PushSubscriptionJson = z.object({
  endpoint: Text,
  keys: z.object({ p256dh: Text, auth: Text }),
  language: OptionalText,
})
export type PushSubscriptionJson = z.infer<typeof PushSubscriptionJson>

/** One phone by its endpoint; without it, all phones of the signed-in person. */
const WhichPhone = z.object({ endpoint: OptionalText })

export const alerts = {
  /** The server's VAPID key (RFC 8292) as base64url. 404 `push_off` where no push can be sent. */
  pushKey: endpoint({ method: 'GET', path: '/api/desk/push-key', answer: z.object({ public_key: Text }) }),
  /** 422 `bad_subscription`. Replaces one with the same endpoint. */
  subscribe: endpoint({
    method: 'POST',
    path: '/api/desk/push-subscriptions',
    body: PushSubscriptionJson,
    answer: z.object({ data: Phone }),
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/desk/push-subscriptions',
    body: WhichPhone,
    answer: z.object({ data: z.object({ removed: AnyNumber }) }),
  }),
  /** 404 `not_found` without a phone; 429 `too_soon` within 3 s of the last. */
  testPhone: endpoint({
    method: 'POST',
    path: '/api/desk/push-subscriptions/test',
    body: WhichPhone,
    answer: z.object({ data: z.object({ delivered: AnyNumber, failed: AnyNumber, gone: AnyNumber }) }),
  }),
  /** Everybody in the shop, for whoever is signed in. */
  duty: endpoint({ method: 'GET', path: '/api/desk/duty', answer: z.object({ data: z.array(Duty) }) }),
  /** Changes the given fields; one's own, or as a manager anybody's. `is_owner` takes a manager. 422 `bad_duty`. */
  changeDuty: endpoint({
    method: 'PUT',
    path: '/api/desk/duty/:personId',
    body: z.partial(
      z.object({
        is_on_duty: Flag,
        is_owner: Flag,
        quiet_from: NullableText,
        quiet_to: NullableText,
        time_zone: Text,
      }),
    ),
    answer: z.object({ data: Duty }),
  }),
  ladder: endpoint({ method: 'GET', path: '/api/desk/ladder', answer: OneLadder }),
  /** 422 `bad_ladder`. */
  changeLadder: endpoint({
    method: 'PUT',
    path: '/api/desk/ladder',
    body: z.object({ call_from: Integer, owner_from: Integer }),
    answer: OneLadder,
  }),
  /** Tells every rung of a test order, one step after the other, 15 s apart, until somebody confirms. 409 if one runs. */
  rehearse: endpoint({ method: 'POST', path: '/api/desk/ladder/rehearsal', answer: OneLadder }),
  /** For a signed-in person: "I got it". Ends the rehearsal. */
  confirmRehearsal: endpoint({ method: 'POST', path: '/api/desk/ladder/rehearsal/confirm', answer: OneLadder }),
  /** The last 100, newest first; for a manager. */
  list: endpoint({ method: 'GET', path: '/api/desk/alerts', answer: z.object({ data: z.array(Alert) }) }),
} as const

/** What a phone receives: texts in its language, without a customer's name or an amount. */
export interface PushMessage {
  readonly kind: AlertKind | 'withdrawn'
  /** Notifications of one tag replace each other. */
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly language: string
  readonly order_id: string | null
  /** The screen that a tap opens: `/orders/410824`. */
  readonly path: string
  readonly at: string
}
