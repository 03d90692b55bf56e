import * as z from 'zod/mini'
import { AnyNumber, Flag, NullableNumber, NullableText, Text, oneOf } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

// How this desk hears of new orders. Moments are ISO 8601, in UTC, on the server's clock; the secret is in no answer.

/** How whoever sends the webhook proves who it is; unspecified: the service shows none, so the shop chooses. */
export const webhookModes = ['bearer', 'basic', 'path', 'hmac'] as const
export type WebhookMode = (typeof webhookModes)[number]

/** How many notifications ended so, and when the first and the last of them came. */
const Tally = z.object({ count: AnyNumber, first_at: NullableText, last_at: NullableText })
export type Tally = z.infer<typeof Tally>

const WebhookState = z.object({
  /** Where notifications go; in `path` mode it ends in `…`, where the secret stands. */
  address: Text,
  mode: oneOf(webhookModes),
  /** What a notification shows for its proof, with `WEBHOOK_SECRET` where the secret stands; none in `path` mode. */
  header: z.nullable(z.object({ name: Text, value: Text })),
  /** Without a secret nobody is let in. */
  is_configured: Flag,
  /** Since when it is counted: since the server started. */
  since: Text,
  /** When a notification was last understood, a test among them; nothing where none ever was. */
  last_heard_at: NullableText,
  refused: Tally,
  unreadable: Tally,
})
export type WebhookState = z.infer<typeof WebhookState>

/**
 * What became of a test. `refused`: a 401. `unreachable`: no answer at all. `other`: an answer that was not this
 * desk's, with its status.
 */
export const TestResult = oneOf(['arrived', 'refused', 'unreachable', 'other'])
export type TestResult = z.infer<typeof TestResult>

export const webhook = {
  read: endpoint({
    method: 'GET',
    path: '/api/desk/webhook',
    answer: z.object({ data: WebhookState }),
  }),
  /** The server sends a test to its own public address; at most one in 5 s, else 429 `too_soon`. */
  test: endpoint({
    method: 'POST',
    path: '/api/desk/webhook/test',
    answer: z.object({ data: z.object({ result: TestResult, status: NullableNumber }) }),
  }),
} as const
