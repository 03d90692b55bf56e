import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { webhookModes, type WebhookMode } from '#contract/desk/webhook.ts'
import { type TestDesk, createTestDesk, testWebhookSecret as secret } from '#testing/desk.ts'
import { proofHeader, proofOf } from './webhook-auth.ts'

const body = '{"event":"order_created","data":{"id":"A1"}}'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hmac = (bytes: string | Uint8Array, key = secret) =>
  `sha256=${createHmac('sha256', key).update(bytes).digest('hex')}`

interface Notification {
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: string
  readonly body?: string | Uint8Array<ArrayBuffer>
}

const deskIn = (mode: WebhookMode, own: string | undefined = secret) =>
  createTestDesk({ config: { webhook: { mode, secret: own } } })

const post = (desk: TestDesk, { headers = {}, path = '/webhooks/orders', body: sent = body }: Notification) =>
  desk.ask(path, { method: 'POST', headers, body: sent })

const right: Readonly<Record<WebhookMode, Notification>> = {
  bearer: { headers: { Authorization: `Bearer ${secret}` } },
  basic: { headers: { Authorization: `Basic ${base64(`webhook:${secret}`)}` } },
  path: { path: `/webhooks/orders/${secret}` },
  hmac: { headers: { 'X-Webhook-Signature': hmac(body) } },
}

const refusal = {
  status: 'error',
  code: 'bad_credentials',
  message: 'The notification does not prove who sent it.',
}

test.each(webhookModes)('accepts the right proof in %s mode', async (mode) => {
  const desk = deskIn(mode)
  const response = await post(desk, right[mode])
  expect(response.status).toBe(202)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await response.json()).toEqual({ data: { result: 'stored' } })
  expect(await desk.rows()).toHaveLength(1)
})

test.each(webhookModes)('ignores a trailing slash in %s mode', async (mode) => {
  const desk = deskIn(mode)
  const path = `${right[mode].path ?? '/webhooks/orders'}/`
  expect((await post(desk, { ...right[mode], path })).status).toBe(202)
  expect(await desk.rows()).toHaveLength(1)
  const stranger = await post(desk, { path: '/webhooks/orders/' })
  expect(stranger.status).toBe(401)
  expect(await stranger.json()).toEqual(refusal)
})

test.each(webhookModes)('in %s mode answers GET and HEAD with 200, whatever the secret', async (mode) => {
  const desk = deskIn(mode)
  const answers = new Set<string>()
  const paths = ['', '/', `/${secret}`, `/${secret}/`, '/another-secret']
  for (const headers of [{}, { Authorization: `Bearer ${secret}` }, { Authorization: 'Bearer another' }]) {
    for (const path of paths) {
      const get = await desk.ask(`/webhooks/orders${path}`, { headers })
      const head = await desk.ask(`/webhooks/orders${path}`, { method: 'HEAD', headers })
      expect([get.status, head.status, await head.text()]).toEqual([200, 200, ''])
      expect([...head.headers]).toEqual([...get.headers])
      answers.add(await get.text())
    }
  }
  expect([...answers]).toEqual(['{"data":{"status":"ok"}}'])
  const off = createTestDesk({ config: { webhook: { mode, secret: undefined } } })
  expect((await off.ask('/webhooks/orders')).status).toBe(200)
  expect(await desk.alarms()).toEqual([])
  expect(desk.logged).toEqual([])
})

test('verifies the signature of the compressed bytes in hmac mode', async () => {
  const desk = deskIn('hmac')
  const sent = new Uint8Array(gzipSync(body))
  const encoding = { 'Content-Encoding': 'gzip' }
  const ofUnpacked = { ...encoding, 'X-Webhook-Signature': hmac(body) }
  expect((await post(desk, { body: sent, headers: ofUnpacked })).status).toBe(401)
  const ofSent = { ...encoding, 'X-Webhook-Signature': hmac(sent) }
  expect((await post(desk, { body: sent, headers: ofSent })).status).toBe(202)
  expect(await desk.rows()).toHaveLength(1)
})

test.each(['bearer', 'BEARER  '])('accepts the scheme written as %s', async (scheme) => {
  const headers = { Authorization: `${scheme} ${secret}` }
  expect((await post(deskIn('bearer'), { headers })).status).toBe(202)
})

test.each(webhookModes)('in %s mode accepts the proof that the desk itself sends', async (mode) => {
  const bytes = new TextEncoder().encode(body)
  const proof = await proofOf(bytes, secret, { mode, subtle: crypto.subtle })
  const header = proofHeader[mode]
  const own = header === undefined ? { path: `/webhooks/orders/${proof}` } : { headers: { [header]: proof } }
  expect(own).toEqual(right[mode])
  expect((await post(deskIn(mode), own)).status).toBe(202)
})

const wrong: readonly (readonly [WebhookMode, Notification])[] = [
  ...[
    '',
    secret,
    'Bearer',
    'Bearer ',
    `Bearer ${secret}x`,
    `Bearer ${secret.slice(0, -1)}`,
    `Bearer ${secret.toUpperCase()}`,
    `Bearer\t${secret}`,
    ` Bearer ${secret}x`,
    `Bearer ${base64(secret)}`,
    `Basic ${base64(`webhook:${secret}`)}`,
    'Bearer undefined',
  ].map((value) => ['bearer', { headers: { Authorization: value } }] as const),
  ...[
    '',
    'Basic',
    `Basic ${base64(`:${secret}`)}`,
    `Basic ${base64(`admin:${secret}`)}`,
    `Basic ${base64('webhook:')}`,
    `Basic ${base64(`webhook:${secret} `)}`,
    `Basic webhook:${secret}`,
    'Basic ====',
    `Bearer ${secret}`,
  ].map((value) => ['basic', { headers: { Authorization: value } }] as const),
  ...[`${secret}x`, secret.slice(1), secret.toUpperCase(), 'undefined', '%00', '%F0%9F%98%80'].map(
    (part) => ['path', { path: `/webhooks/orders/${part}` }] as const,
  ),
  ...[
    '',
    'sha256=',
    hmac(body).replace('sha256=', ''),
    hmac(body).replace('sha256=', 'sha1='),
    hmac(`${body} `),
    hmac(body, `${secret}x`),
    hmac(body, ''),
    hmac(body).slice(0, -1),
    `${hmac(body)}0`,
    secret,
  ].map((value) => ['hmac', { headers: { 'X-Webhook-Signature': value } }] as const),
]

test('rejects a signature of another notification, in either order', async () => {
  const desk = deskIn('hmac')
  const other = body.replace('A1', 'A2')
  const postSigned = async (sent: string, signature: string) =>
    (await post(desk, { body: sent, headers: { 'X-Webhook-Signature': signature } })).status
  expect(await postSigned(body, hmac(body))).toBe(202)
  expect(await postSigned(other, hmac(body))).toBe(401)
  expect(await postSigned(other, hmac(other))).toBe(202)
})

test.each(wrong)('in %s mode rejects the proof %j', async (mode, notification) => {
  const desk = deskIn(mode)
  const response = await post(desk, notification)
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual(refusal)
  expect(await desk.rows()).toEqual([])
  expect(desk.asked()).toEqual([])
})

for (const mode of webhookModes) {
  test.each(webhookModes.filter((other) => other !== mode))(
    `in ${mode} mode rejects the proof of %s mode`,
    async (other) => {
      const desk = deskIn(mode)
      const response = await post(desk, right[other])
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual(refusal)
      expect(await desk.rows()).toEqual([])
    },
  )
}

test.each(webhookModes)('rejects everything without a secret in %s mode', async (mode) => {
  const desk = createTestDesk({ config: { webhook: { mode, secret: undefined } } })
  const guesses = [
    ...webhookModes.map((each) => right[each]),
    {},
    { headers: { Authorization: 'Bearer ' } },
    { headers: { Authorization: 'Bearer undefined' } },
    { headers: { Authorization: `Basic ${base64('webhook:')}` } },
    { headers: { 'X-Webhook-Signature': hmac(body, '') } },
    { path: '/webhooks/orders/undefined' },
  ]
  for (const guess of guesses) {
    const response = await post(desk, guess)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual(refusal)
  }
  expect(await desk.rows()).toEqual([])
})

test('refuses with the same answer in every mode', async () => {
  const bodies = ['', body, '{', 'x'.repeat(1000)]
  const refusals = new Set<string>()
  for (const mode of webhookModes) {
    for (const own of [secret, undefined]) {
      for (const sent of bodies) {
        const response = await post(createTestDesk({ config: { webhook: { mode, secret: own } } }), { body: sent })
        refusals.add(JSON.stringify([response.status, [...response.headers], await response.text()]))
      }
    }
  }
  expect([...refusals]).toHaveLength(1)
})

test('verifies the signature of the raw bytes, readable or not', async () => {
  const bytes = Uint8Array.of(0xff, 0xc0, 0x00, 0x80)
  const signed = (signature: string) =>
    post(deskIn('hmac'), { body: bytes, headers: { 'X-Webhook-Signature': signature } })
  expect((await signed(hmac(bytes))).status).toBe(202)
  expect((await signed(hmac(new TextDecoder().decode(bytes)))).status).toBe(401)
})

test('accepts a signature in upper case', async () => {
  const headers = { 'X-Webhook-Signature': hmac(body).toUpperCase() }
  expect((await post(deskIn('hmac'), { headers })).status).toBe(202)
})

test('raises one counted alarm for refused notifications, and logs none of their content', async () => {
  const desk = deskIn('bearer')
  for (let each = 0; each < 3; each += 1) await post(desk, { headers: { Authorization: 'Bearer guess-that-is-wrong' } })
  expect(await (await desk.ask('/api/desk/orders')).json()).toMatchObject({
    meta: { alarms: [{ code: 'webhook_refused', since: '2026-11-20T12:00:00.000Z', count: 3 }] },
  })
  expect(JSON.stringify(desk.logged)).not.toContain('guess')
})

test.each([
  ['an order', body],
  ['what nobody understands', '<order/>'],
])('clears the alarm after a valid notification of %s', async (_what, sent) => {
  const desk = deskIn('bearer')
  const isRefusing = async () => JSON.stringify(await desk.alarms()).includes('webhook_refused')
  await post(desk, {})
  expect(await isRefusing()).toBe(true)
  await post(desk, { ...right.bearer, body: sent })
  expect(await isRefusing()).toBe(false)
})

test('keeps the alarm after a test, because the desk’s own proves nothing', async () => {
  const desk = deskIn('bearer')
  await post(desk, {})
  await post(desk, { ...right.bearer, body: '\n' })
  expect(await desk.alarms()).toMatchObject([{ code: 'webhook_refused' }])
})
