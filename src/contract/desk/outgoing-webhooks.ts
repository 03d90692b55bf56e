import { endpoint } from '#contract/endpoint.ts'
import { AnyNumber, Flag, NullableNumber, NullableText, oneOf, Text } from '#contract/plain.ts'
import * as z from 'zod/mini'

// Webhooks to other systems of the shop, by the rules of Standard Webhooks (standardwebhooks.com). Timestamps are ISO
// 8601 in UTC, on the server's clock.

/** Events of one order. They are delivered in the order in which they happened. */
export const orderEvents = ['order.received', 'order.changed', 'order.answered', 'order.ready', 'order.closed'] as const
export type OrderEventType = (typeof orderEvents)[number]

/** What a webhook can ask for. */
export const outgoingEvents = [...orderEvents, 'printer.failed', 'silence.noticed'] as const
export type OutgoingEventType = (typeof outgoingEvents)[number]

/** A delivery that somebody asked for to try the address. Nobody subscribes to it. */
export const testEvent = 'webhook.test'
export type DeliveryEvent = OutgoingEventType | typeof testEvent

/** Why there was no HTTP answer: no such name, no public address, no connection, or nothing within 15 s. */
export const deliveryProblems = ['not_found', 'not_public', 'unreachable', 'silent'] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]

export const webhooksAtMost = 20
export const webhookUrlAtMost = 1000

const webhookFields = {
  /** The https address of a public server, unless `OUTBOUND_ALLOW` names others. */
  url: Text,
  events: z.array(oneOf(outgoingEvents)),
  /** Whether a delivery has the order's row, as `GET /api/desk/orders/{id}` gives it, without hand-over codes. */
  includes_row: Flag,
}

/** The receiver's last answer: an HTTP status, or why there is none. */
const answerFields = { status: NullableNumber, problem: z.nullable(oneOf(deliveryProblems)) }

export const webhookStates = ['delivering', 'failing', 'paused', 'ended'] as const
export type WebhookState = (typeof webhookStates)[number]

const OutgoingWebhook = z.object({
  id: Text,
  ...webhookFields,
  created_at: Text,
  /** `ended` by the receiver, who answered 410. */
  state: oneOf(webhookStates),
  /** Since when it is failing or ended; null else. */
  since: NullableText,
  /** The last failure, while it is failing. */
  failure: z.nullable(z.object(answerFields)),
  /** How many deliveries wait, and how many were given up. */
  waiting: AnyNumber,
  parked: AnyNumber,
  /** Until when the secret before this one signs too; null if only one does. */
  old_secret_until: NullableText,
})
export type OutgoingWebhook = z.infer<typeof OutgoingWebhook>

/** `parked`: given up after three days or by a 410, or a test that failed. It is sent again only if somebody asks. */
export const deliveryStates = ['waiting', 'delivered', 'parked'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const Delivery = z.object({
  /** The `webhook-id`, the same with each try. */
  id: Text,
  event: oneOf([...outgoingEvents, testEvent]),
  /** Null for an event that concerns no order. */
  order_id: NullableText,
  /** The order's print number; null if it is not known. */
  number: NullableText,
  state: oneOf(deliveryStates),
  /** When it happened. */
  at: Text,
  /** When it is tried next; null if it is not, or waits behind an earlier one of its order. */
  next_at: NullableText,
  tries: AnyNumber,
  last_try: z.nullable(z.object({ at: Text, ...answerFields, took_ms: AnyNumber })),
})
export type Delivery = z.infer<typeof Delivery>

const One = z.object({ data: OutgoingWebhook })
const OneDelivery = z.object({ data: Delivery })
/** The secret is shown once. */
const Secret = z.object({ data: z.object({ id: Text, secret: Text }) })

/** For managers. */
export const outgoingWebhooks = {
  list: endpoint({
    method: 'GET',
    path: '/api/desk/outgoing-webhooks',
    answer: z.object({ data: z.array(OutgoingWebhook) }),
  }),
  /** 422 `bad_webhook` and `bad_address`. Without `includes_row`, deliveries have ids, lane and version only. */
  add: endpoint({
    method: 'POST',
    path: '/api/desk/outgoing-webhooks',
    body: z.object({ url: Text, events: webhookFields.events, includes_row: z.optional(Flag) }),
    answer: Secret,
  }),
  /**
   * Changes the given fields. What waits while it is paused is sent afterwards, but for what is over 30 days old by then.
   * `is_paused: false` also begins an ended one anew. Another `url` gets at once all that waits.
   */
  change: endpoint({
    method: 'PATCH',
    path: '/api/desk/outgoing-webhooks/:webhookId',
    body: z.partial(z.object({ ...webhookFields, is_paused: Flag })),
    answer: One,
  }),
  /** Removes a webhook, and what waits for it. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/desk/outgoing-webhooks/:webhookId',
    answer: z.object({ data: z.object({ id: Text }) }),
  }),
  /** Creates a new secret. The one before signs too for 24 hours. */
  replaceSecret: endpoint({
    method: 'POST',
    path: '/api/desk/outgoing-webhooks/:webhookId/secret',
    answer: Secret,
  }),
  /** Sends a `webhook.test` at once. It is tried once only. */
  test: endpoint({ method: 'POST', path: '/api/desk/outgoing-webhooks/:webhookId/test', answer: OneDelivery }),
  /** The last 50, newest first, and then at most 50 that were given up before them, without failed tests. */
  deliveries: endpoint({
    method: 'GET',
    path: '/api/desk/outgoing-webhooks/:webhookId/deliveries',
    answer: z.object({ data: z.array(Delivery) }),
  }),
  /**
   * Sends a delivery again, with the same id. One that waits for its next try is tried at once, and as planned if that
   * fails. 409 `webhook_ended`.
   */
  resend: endpoint({
    method: 'POST',
    path: '/api/desk/outgoing-webhooks/:webhookId/deliveries/:deliveryId/resend',
    answer: OneDelivery,
  }),
} as const
