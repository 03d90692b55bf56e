import * as z from 'zod/mini'
import { AnyNumber, Flag, NullableNumber, NullableText, Text, oneOf } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

// The webhook through which new orders arrive. Timestamps are ISO 8601 in UTC, on the server's clock; no answer
// contains the secret.

/** How the sender of the webhook authenticates. unspecified: the service documents no way, so the shop chooses. */
export const webhookModes = ['bearer', 'basic', 'path', 'hmac'] as const
export type WebhookMode = (typeof webhookModes)[number]

/** How many notifications had this outcome, and when the first and last came. */
const Tally = z.object({ count: AnyNumber, first_at: NullableText, last_at: NullableText })
export type Tally = z.infer<typeof Tally>

const WebhookState = z.object({
  /** The address for notifications; in `path` mode it ends in `…` in place of the secret. */
  address: Text,
  mode: oneOf(webhookModes),
  /**
   * The header that authenticates a notification, with `WEBHOOK_SECRET` in place of the secret; null in `path` mode.
   */
  header: z.nullable(z.object({ name: Text, value: Text })),
  /** Without a secret every notification is refused. */
  is_configured: Flag,
  /** Start of counting: when the server started. */
  since: Text,
  /** When a notification, or a test, was last understood; null if never. */
  last_heard_at: NullableText,
  refused: Tally,
  unreadable: Tally,
})
export type WebhookState = z.infer<typeof WebhookState>

/**
 * The result of a test. `refused`: a 401. `unreachable`: no answer. `other`: an answer from something else, with its
 * status.
 */
export const TestResult = oneOf(['arrived', 'refused', 'unreachable', 'other'])
export type TestResult = z.infer<typeof TestResult>

export const webhook = {
  read: endpoint({
    method: 'GET',
    path: '/api/desk/webhook',
    answer: z.object({ data: WebhookState }),
  }),
  /** Sends a test to the server's own public address; at most one in 5 s, else 429 `too_soon`. */
  test: endpoint({
    method: 'POST',
    path: '/api/desk/webhook/test',
    answer: z.object({ data: z.object({ result: TestResult, status: NullableNumber }) }),
  }),
} as const
