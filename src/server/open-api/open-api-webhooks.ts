import type { DeliveryEvent } from '#contract/desk/outgoing-webhooks.ts'
import { type JsonSchema, refTo } from './json-schema.ts'
import { jsonOf } from './open-api-content.ts'
import { exampleSecret, webhookExamplesOf, type WebhookExample } from './webhook-examples.ts'

// Describes what the desk sends to other systems: the `webhooks` of OpenAPI 3.1. In English alone, as all of it.

export const webhookTag = 'Webhooks'

export const webhookTagWords =
  'What the desk sends to an address that a manager adds in Manage → Webhooks. Any key may read this; none is needed to receive.'

export const webhookWords = `**Webhooks** tell a program of each order without a key, by the rules of Standard Webhooks: each event is a POST to the address that a manager added in Manage → Webhooks, with the secret \`whsec_…\` shown once. Verify the raw bytes of the body before you parse them. \`webhook-signature\` has one signature or more, separated by spaces: each is \`v1,\` and the base64 of HMAC-SHA256 over \`ID.TIMESTAMP.BODY\`, whose key is the base64 after \`whsec_\`, decoded. One of them has to match; there is more than one for 24 hours after the secret is replaced. Refuse a timestamp that is more than five minutes off. The packages of standardwebhooks.com do all of this. The examples are signed with \`${exampleSecret}\`; their time is past, so compare only the signatures.

Answer with 2xx within 15 s, before you do the work. After any other answer, a redirect included, or none, the event is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and then given up; always with the same \`webhook-id\`: process each id once. \`Retry-After\` is respected up to a day; 410 ends the webhook. The events of one order come in order, one at a time. An event tells the state at its time; a \`row\` is as it was when it was sent, so keep the one with the highest \`row.version\`.`

interface EventWords {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly schema: string
}

const events: Readonly<Record<DeliveryEvent, EventWords>> = {
  'order.received': {
    operationId: 'onOrderReceived',
    summary: 'An order was received',
    description:
      'A new order. It is usually sent before the order has been read at the service: `row.order` is then null, and `order.changed` follows once it has been read.',
    schema: 'OrderEvent',
  },
  'order.changed': {
    operationId: 'onOrderChanged',
    summary: 'An order changed',
    description: 'It was read for the first time, or its lines, its customer, its status or its hand-over changed.',
    schema: 'OrderEvent',
  },
  'order.answered': {
    operationId: 'onOrderAnswered',
    summary: 'An order was answered',
    description:
      'It was accepted or rejected, or its customer is being asked; here or elsewhere. The `lane` says which: `preparing`, `closed` or `contact`. It comes again if the order came back for another answer.',
    schema: 'OrderEvent',
  },
  'order.ready': {
    operationId: 'onOrderReady',
    summary: 'An order is ready',
    description: 'It can be picked up.',
    schema: 'OrderEvent',
  },
  'order.closed': {
    operationId: 'onOrderClosed',
    summary: 'An order was closed',
    description: 'It was completed, rejected, cancelled or missed: `row.outcome` says which.',
    schema: 'OrderEvent',
  },
  'printer.failed': {
    operationId: 'onPrinterFailed',
    summary: 'A printer failed',
    description: 'It is out of paper, open, faulty or out of reach. Sent once each time.',
    schema: 'PrinterEvent',
  },
  'silence.noticed': {
    operationId: 'onSilenceNoticed',
    summary: 'Unusually long without orders',
    description: 'No order has come for far longer than is usual at this hour. Sent once each time.',
    schema: 'SilenceEvent',
  },
  'webhook.test': {
    operationId: 'onWebhookTest',
    summary: 'A test',
    description: 'A manager pressed “Send a test”. Sent once, to that webhook alone, whatever events it has.',
    schema: 'TestEvent',
  },
}

const header = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})

const headers = [
  header('webhook-id', 'The same for every try.', { type: 'string' }),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970.', { type: 'integer' }),
  header('webhook-signature', '`v1,` and the signature in base64; or several of these, separated by spaces.', {
    type: 'string',
  }),
]

const answers = {
  '2XX': { description: 'Received.' },
  '410': { description: 'Nothing more is wanted: the desk ends the webhook.' },
  default: { description: 'Failed: sent again later.' },
}

const messageOf = ({ headers: own, body }: WebhookExample): string =>
  ['POST /your-address', ...Object.entries(own).map(([name, value]) => `${name}: ${value}`), '', body].join('\n')

function operationOf(event: DeliveryEvent) {
  const { schema, ...words } = events[event]
  const examples = webhookExamplesOf(event)
  return {
    ...words,
    tags: [webhookTag],
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: jsonOf(
        refTo(schema),
        examples.map(({ name, body }) => ({ name, value: JSON.parse(body) as unknown })),
      ),
    },
    responses: answers,
    ...(examples.length > 0 && {
      'x-codeSamples': examples.map((example) => ({ lang: 'HTTP', label: example.name, source: messageOf(example) })),
    }),
  }
}

/** All events, by name. */
export const describeWebhooks = () =>
  Object.fromEntries(
    (Object.keys(events) as DeliveryEvent[]) // Its own keys.
      .map((event) => [event, { post: operationOf(event) }] as const),
  )
