import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'
import { NoAnswer, type OutgoingRequest, type WebhooksOutside } from '#server/webhooks/outside.ts'
import type { TestClock } from './clock.ts'
import type { TestDesk } from './desk.ts'

/** A delivery as a receiver gets it. */
export interface Received {
  readonly url: string
  readonly id: string
  readonly type: string
  /** ISO 8601: when it happened. */
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
  /** When it came, by the test's clock. */
  readonly at: number
}

/** An HTTP status, `lost` for a broken connection, or `silent`. */
type Answer = number | 'lost' | 'silent' | { readonly status: number; readonly retryAfter: string }

export interface TestReceiver {
  readonly outside: WebhooksOutside
  /** All that came, oldest first; each was verified by the package that receivers use. */
  readonly received: readonly Received[]
  /** What it answers; 204 unless a test says otherwise. */
  answer: (delivery: Received) => Answer | Promise<Answer>
  /** Accepts what is signed by this secret. */
  trust(secret: string): void
  /** Has the desk send to this receiver. @returns the id of the webhook. */
  register(desk: Pick<TestDesk, 'post'>, webhook?: Readonly<Record<string, unknown>>): Promise<string>
}

const Body = z.object({ type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) })
const Added = z.object({ data: z.object({ id: z.string(), secret: z.string() }) })

/** A receiver in memory, for desks on the test's clock. */
export function createTestReceiver(clock: TestClock): TestReceiver {
  const received: Received[] = []
  const secrets: string[] = []

  function verified({ url, headers, body }: OutgoingRequest): Received {
    const parsed = secrets
      .map((secret) => verifyAt(clock.now(), secret, body, headers))
      .find((each) => each !== undefined)
    if (parsed === undefined) throw new Error('A delivery is signed by no known secret.')
    return { url, id: headers['webhook-id'] ?? '', ...z.parse(Body, parsed), at: clock.now() }
  }

  const receiver: TestReceiver = {
    received,
    answer: () => 204,
    trust: (secret) => secrets.push(secret),
    async register(desk, webhook = {}) {
      const all = ['order.received', 'order.changed', 'order.answered', 'order.ready', 'order.closed']
      const fields = { url: 'https://till.test/orders', events: all, ...webhook }
      const response = await desk.post('/api/desk/outgoing-webhooks', fields)
      const { data } = z.parse(Added, await response.json())
      secrets.push(data.secret)
      return data.id
    },
    outside: {
      allowsUrl: ({ protocol }) => protocol === 'https:',
      async post(request, signal) {
        const delivery = verified(request)
        received.push(delivery)
        const answer = await receiver.answer(delivery)
        if (answer === 'lost') throw new NoAnswer('unreachable')
        if (answer === 'silent') {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          throw new Error('The request was aborted.')
        }
        return typeof answer === 'number' ? { status: answer, retryAfter: null } : answer
      },
    },
  }
  return receiver
}

/** The package compares the time of a delivery with the machine's. */
function verifyAt(now: number, secret: string, body: string, headers: Readonly<Record<string, string>>): unknown {
  const machineNow = Date.now
  Date.now = () => now
  try {
    return new Webhook(secret).verify(body, headers)
  } catch {
    return undefined
  } finally {
    Date.now = machineNow
  }
}
