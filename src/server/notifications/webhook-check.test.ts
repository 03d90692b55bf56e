import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { webhook, webhookModes, type WebhookMode } from '#contract/desk/webhook.ts'
import { createTestClock } from '#testing/clock.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import {
  type TestDesk,
  codeOf,
  createTestDesk,
  created,
  openTestDesk,
  read,
  testWebhookSecret as secret,
} from '#testing/desk.ts'

const second = 1000
const sendTest = (desk: TestDesk) => desk.ask('/api/desk/webhook/test', { method: 'POST' })
const stateOf = async (desk: TestDesk) =>
  z.parse(webhook.read.answer, await (await desk.ask('/api/desk/webhook')).json()).data
const none = { count: 0, first_at: null, last_at: null }

const deskIn = (mode: WebhookMode) => createTestDesk({ config: { webhook: { mode, secret } } })

// Data for registering the webhook.

test.each([
  ['bearer', 'http://desk.test/webhooks/orders', { name: 'Authorization', value: 'Bearer WEBHOOK_SECRET' }],
  [
    'basic',
    'http://desk.test/webhooks/orders',
    { name: 'Authorization', value: 'Basic base64("webhook:WEBHOOK_SECRET")' },
  ],
  ['path', 'http://desk.test/webhooks/orders/…', null],
  [
    'hmac',
    'http://desk.test/webhooks/orders',
    { name: 'X-Webhook-Signature', value: 'sha256=hex(HMAC-SHA256(WEBHOOK_SECRET, body))' },
  ],
] as const)('in %s mode shows the address %s and the form of the header', async (mode, address, header) => {
  expect(await stateOf(deskIn(mode))).toEqual({
    address,
    mode,
    header,
    is_configured: true,
    since: '2026-11-20T12:00:00.000Z',
    last_heard_at: null,
    refused: none,
    unreadable: none,
  })
})

test('counts received, refused and unreadable notifications, with first and last time', async () => {
  const desk = createTestDesk()
  await desk.notify(created('A1'))
  await desk.clock.advance(second)
  await desk.notify('{}')
  await desk.notify('', { Authorization: 'Bearer wrong' })
  await desk.clock.advance(second)
  await desk.notify('', { Authorization: 'Bearer wrong' })
  const refused = { count: 2, first_at: '2026-11-20T12:00:01.000Z', last_at: '2026-11-20T12:00:02.000Z' }
  expect(await stateOf(desk)).toMatchObject({
    last_heard_at: '2026-11-20T12:00:00.000Z',
    refused,
    unreadable: { ...refused, count: 1, last_at: '2026-11-20T12:00:01.000Z' },
  })
  await desk.clock.advance(3600 * second)
  await desk.notify(created('A1'))
  expect(await stateOf(desk)).toMatchObject({ last_heard_at: '2026-11-20T13:00:02.000Z', refused })
})

test('reports the last webhook order’s time after a start', async () => {
  const store = createMemoryStore()
  const notification = { toldId: null, itemIds: [], source: 'webhook' } as const
  await store.ingest([
    { ...notification, orderId: 'A1', receivedAt: Date.parse('2026-11-20T11:00:00Z') },
    { ...notification, orderId: 'A2', source: 'opened', receivedAt: Date.parse('2026-11-20T11:30:00Z') },
  ])
  const desk = await openTestDesk({ store })
  expect(await stateOf(desk)).toMatchObject({ last_heard_at: '2026-11-20T11:00:00.000Z' })
})

test('tells every tablet, by the board and the feed, when a notification or a test was last understood', async () => {
  const desk = createTestDesk()
  const heardAt = async () => {
    const { meta } = (await (await desk.ask('/api/desk/orders')).json()) as { meta: Record<string, unknown> }
    return meta['webhook_heard_at']
  }
  const received = await desk.listen()
  const beats = () => received.filter(({ event }) => event !== 'order').map(({ data }) => data['webhook_heard_at'])
  expect(await heardAt()).toBeNull()
  await desk.clock.advance(10 * second)
  await sendTest(desk)
  await desk.notify('', { Authorization: 'Bearer wrong' })
  expect(await heardAt()).toBe('2026-11-20T12:00:10.000Z')
  await desk.clock.advance(10 * second)
  expect(beats().filter((at) => at !== undefined)).toEqual([null, null, '2026-11-20T12:00:10.000Z'])
})

test('tells of a notification that another server received', async () => {
  const clock = createTestClock()
  const shared = { clock, store: createMemoryStore(clock) }
  const [one, other] = [await openTestDesk(shared), await openTestDesk(shared)]
  await sendTest(one)
  await clock.advance(5 * second)
  expect(await stateOf(other)).toMatchObject({ last_heard_at: '2026-11-20T12:00:00.000Z' })
})

// The test.

test.each(webhookModes)('in %s mode delivers a test that rings nowhere and leaves nothing', async (mode) => {
  const store = createMemoryStore()
  // All characters allowed in a secret but not in an address.
  const awkward = `${secret}/?#%&+=:;,"<>\\^{|}~'()*!$@[]\``
  const desk = createTestDesk({ store, config: { webhook: { mode, secret: awkward } } })
  await desk.clock.advance(second)
  expect(await read(sendTest(desk))).toEqual({
    http: 200,
    body: { data: { result: 'arrived', status: 202 } },
  })
  expect(await stateOf(desk)).toMatchObject({ last_heard_at: '2026-11-20T12:00:01.000Z', refused: none })
  expect(await desk.rows()).toEqual([])
  expect(await store.unreadable()).toEqual([])
  expect(desk.logged).toEqual([
    { event: 'webhook', result: 'test', bytes: 1 },
    { event: 'webhook_test', result: 'arrived', status: 202 },
  ])
})

/** A desk whose address another server answers, and the requests to it. */
function deskBehind(answer: (request: Request) => Promise<Response>, mode: WebhookMode = 'bearer') {
  const sent: Request[] = []
  const desk = createTestDesk({
    config: { webhook: { mode, secret } },
    sendToSelf: (request) => {
      sent.push(request)
      return answer(request)
    },
  })
  return { desk, sent }
}

const result = (desk: TestDesk) => sendTest(desk).then(async (response) => (await read(response)).body)

test('sends a test to the public address, and follows no redirect', async () => {
  const { desk, sent } = deskBehind(async () => new Response(null, { status: 308, headers: { Location: '/' } }))
  expect(await result(desk)).toEqual({ data: { result: 'other', status: 308 } })
  expect(sent).toMatchObject([{ url: 'http://desk.test/webhooks/orders', method: 'POST', redirect: 'manual' }])
})

test.each([
  [401, '{}', { result: 'refused', status: 401 }],
  [404, '<h1>Not found</h1>', { result: 'other', status: 404 }],
  [502, '', { result: 'other', status: 502 }],
  [200, '{"data":{"result":"test"}}', { result: 'other', status: 200 }],
  [202, '{"data":{"result":"stored"}}', { result: 'other', status: 202 }],
  [202, 'Accepted', { result: 'other', status: 202 }],
  [202, 'null', { result: 'other', status: 202 }],
  [202, `"${'x'.repeat(20_000)}"`, { result: 'other', status: 202 }],
])('reports an answer of %i with the body %j as such', async (status, body, outcome) => {
  const { desk } = deskBehind(async () => new Response(body, { status }))
  expect(await result(desk)).toEqual({ data: outcome })
})

test.each(webhookModes)('reports an unreachable address without the secret, in %s mode', async (mode) => {
  const { desk } = deskBehind((request) => Promise.reject(new Error(`No way to ${request.url}`)), mode)
  expect(await result(desk)).toEqual({ data: { result: 'unreachable', status: null } })
  expect(JSON.stringify(desk.logged)).not.toContain(secret)
})

test('waits 10 s for an answer', async () => {
  const { desk, sent } = deskBehind(() => new Promise(() => undefined))
  let outcome: unknown
  void result(desk).then((body) => (outcome = body))
  await desk.clock.advance(9_999)
  expect(outcome).toBeUndefined()
  await desk.clock.advance(1)
  expect(outcome).toEqual({ data: { result: 'unreachable', status: null } })
  expect(sent[0]?.signal.aborted).toBe(true)
})

test('allows one test per 5 s', async () => {
  const { desk, sent } = deskBehind(async () => new Response(null, { status: 401 }))
  expect((await sendTest(desk)).status).toBe(200)
  await desk.clock.advance(3500)
  const again = await sendTest(desk)
  expect([again.status, again.headers.get('Retry-After')]).toEqual([429, '2'])
  expect(await again.json()).toMatchObject({ code: 'too_soon' })
  await desk.clock.advance(1500)
  expect((await sendTest(desk)).status).toBe(200)
  expect(sent).toHaveLength(2)
})

test('refuses a test without a secret', async () => {
  const off = createTestDesk({ config: { webhook: { mode: 'bearer', secret: undefined } } })
  expect(await stateOf(off)).toMatchObject({ is_configured: false })
  expect(await codeOf(sendTest(off))).toBe('409 webhook_off')
})

test('shows the secret in no answer and no log entry', async () => {
  for (const mode of webhookModes) {
    for (const status of [202, 401, 500]) {
      const { desk } = deskBehind(async () => new Response(`You sent ${secret}`, { status }), mode)
      const said = [await (await sendTest(desk)).text(), await (await desk.ask('/api/desk/webhook')).text()]
      expect(`${said.join(' ')} ${JSON.stringify(desk.logged)}`).not.toContain(secret)
    }
  }
})
