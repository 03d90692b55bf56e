import type { DeliveryEvent } from '#contract/desk/outgoing-webhooks.ts'
import examples from './webhook-examples.json' with { type: 'json' }

/** A message that a test has received (`webhook-examples.test.ts`). */
export interface WebhookExample {
  readonly event: DeliveryEvent
  /** What it shows. */
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  /** The very bytes, as text: they are what is signed. */
  readonly body: string
}

/** Signs the examples, so that whoever writes a receiver can try it on them. No desk has it. */
export const exampleSecret = 'whsec_RXhhbXBsZXMgb2YgdGhlIHJlZmVyZW5jZSBvbmx5Lg=='

const all = examples as readonly WebhookExample[] // As the test writes it.

export const webhookExamplesOf = (event: DeliveryEvent): readonly WebhookExample[] =>
  all.filter((example) => example.event === event)
