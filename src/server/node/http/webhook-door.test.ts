import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { WebhookMode } from '#contract/desk/webhook.ts'
import { createBreakableStore, createTestDesk, testOrigin, testWebhookSecret as secret } from '#testing/desk.ts'
import { serveTwins, type AskedOverWire } from '#testing/door-twins.ts'
import { createWebhookDoor } from './webhook-door.ts'

/** Two desks alike, of which one has the door. */
async function twins(mode: WebhookMode = 'bearer', publicOrigin = testOrigin) {
  const stores = [createBreakableStore(), createBreakableStore()] as const
  const config = { webhook: { mode, secret }, hosts: ['desk.test'], publicOrigin }
  const [plain, own] = [createTestDesk({ config, store: stores[0] }), createTestDesk({ config, store: stores[1] })]
  const door = createWebhookDoor({ ...config, indoors: own.proxy.indoors })
  const { server, ask } = await serveTwins(
    (asked) => plain.proxy.fetch(asked),
    (asked) => own.proxy.fetch(asked),
    door,
  )
  return { own, stores, server, ask: (notice: AskedOverWire) => ask(asSent(notice)) }
}

/** As a service sends it that says nothing else. */
function asSent({ method = 'POST', path = '/webhooks/orders', headers = {}, body = '{"id":"A1"}' }: AskedOverWire) {
  const length = headers['transfer-encoding'] === undefined ? { 'content-length': Buffer.byteLength(body) } : {}
  return { method, path, headers: { 'content-type': 'application/json', ...length, ...headers }, body }
}

const bearer = { authorization: `Bearer ${secret}` }
const hmac = (body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const plainOnes: readonly (readonly [string, AskedOverWire, number])[] = [
  ['of a new order', { headers: bearer }, 202],
  ['that is empty', { headers: bearer, body: '' }, 202],
  ['that is a registration ping', { headers: bearer, body: 'webhook_id=2' }, 202],
  ['whose id is no plain integer', { headers: bearer, body: '{"id":1e3}' }, 202],
  ['that nobody can read', { headers: bearer, body: '{"hello":' }, 202],
  ['as a form', { headers: { ...bearer, 'content-type': 'application/x-www-form-urlencoded' }, body: 'id=A1' }, 202],
  ['with a scheme in small letters', { headers: { authorization: `bearer  ${secret}` } }, 202],
  ['at an address with a trailing slash', { path: '/webhooks/orders/', headers: bearer }, 202],
  ['at such an address, without a proof', { path: '/webhooks/orders/' }, 401],
  ['with another secret', { headers: { authorization: 'Bearer another' } }, 401],
  ['without a proof', {}, 401],
  ['of 256 KiB', { headers: bearer, body: ' '.repeat(256 * 1024) }, 202],
]

test.each(plainOnes)('a notification %s is answered alike by its own door', async (_, notice, status) => {
  const { ask } = await twins()
  const { one, other, isTaken } = await ask(notice)
  expect(isTaken).toBe(true)
  expect(other).toEqual(one)
  expect(other.status).toBe(status)
})

test('the second word of an order is a duplicate there too', async () => {
  const { ask } = await twins()
  await ask({ headers: bearer })
  const { one, other } = await ask({ headers: bearer })
  expect(other).toEqual(one)
  expect(other.body).toContain('duplicate')
})

test('what an https address adds to every answer, it adds to this one', async () => {
  const { ask } = await twins('bearer', 'https://desk.test')
  const { one, other } = await ask({ headers: bearer })
  expect(other).toEqual(one)
  expect(other.headers['strict-transport-security']).toBeDefined()
})

test.each<readonly [WebhookMode, AskedOverWire]>([
  ['basic', { headers: { authorization: `Basic ${Buffer.from(`webhook:${secret}`).toString('base64')}` } }],
  ['path', { path: `/webhooks/orders/${secret}` }],
  ['path', { path: `/webhooks/orders/${secret}/` }],
  ['hmac', { headers: { 'x-webhook-signature': hmac('{"id":"A1"}') } }],
])('in %s mode the proof is looked at as everywhere', async (mode, notice) => {
  const { ask } = await twins(mode)
  const right = await ask(notice)
  expect(right.isTaken).toBe(true)
  expect(right.other).toEqual(right.one)
  expect(right.other.status).toBe(202)
  const wrong = await ask({ ...notice, path: '/webhooks/orders/another', headers: bearer })
  expect(wrong.isTaken).toBe(true)
  expect(wrong.other).toEqual(wrong.one)
  expect(wrong.other.status).toBe(401)
})

test('a store that cannot write is 503 with a time to come back', async () => {
  const { ask, stores } = await twins()
  for (const store of stores) store.isDown = true
  const { one, other, isTaken } = await ask({ headers: bearer })
  expect(isTaken).toBe(true)
  expect(other).toEqual(one)
  expect([other.status, other.headers['retry-after']]).toEqual([503, '5'])
})

test.each<readonly [string, AskedOverWire, number]>([
  ['another method', { method: 'PUT', headers: bearer, body: '' }, 405],
  ['a look before it is registered', { method: 'GET', body: '' }, 200],
  ['two trailing slashes', { path: '/webhooks/orders//', headers: bearer }, 404],
  ['a query', { path: '/webhooks/orders?a=1', headers: bearer }, 202],
  ['a longer address', { path: `/webhooks/orders/${secret}/more`, headers: bearer }, 404],
  ['an escape in the address', { path: '/webhooks/orders/%61', headers: bearer }, 202],
  ['a cookie', { headers: { ...bearer, cookie: 'a=b' } }, 202],
  ['an encoding', { headers: { ...bearer, 'content-encoding': 'br' } }, 415],
  ['bad gzip', { headers: { ...bearer, 'content-encoding': 'gzip' } }, 400],
  ['no length', { headers: { ...bearer, 'transfer-encoding': 'chunked' } }, 202],
  ['too much', { headers: bearer, body: ' '.repeat(256 * 1024 + 1) }, 413],
  ['two proofs', { headers: { Authorization: [`Bearer ${secret}`, `Bearer ${secret}`] } }, 401],
])('a request with %s goes the way of all', async (_, notice, status) => {
  const { ask } = await twins()
  const { other, isTaken } = await ask(notice)
  expect(isTaken).toBe(false)
  expect(other.status).toBe(status)
})

test('a host that is not ours is not let in here', async () => {
  const { ask } = await twins()
  expect((await ask({ headers: { ...bearer, host: 'evil.test' } })).isTaken).toBe(false)
  expect((await ask({ headers: { ...bearer, 'x-forwarded-host': 'evil.test' } })).isTaken).toBe(false)
  expect((await ask({ headers: { ...bearer, 'x-forwarded-host': 'desk.test' } })).isTaken).toBe(true)
})

test('a sender that leaves before the end leaves nothing behind', async () => {
  const { own, server } = await twins()
  const { port } = server.address() as AddressInfo // of a TCP server that listens
  const headers = { ...bearer, host: 'desk.test', 'content-length': 100 }
  const asking = request({ port, host: '127.0.0.1', method: 'POST', path: '/webhooks/orders', headers, agent: false })
  asking.on('error', () => undefined)
  const left = new Promise((resolve) => {
    server.once('request', (incoming) => {
      asking.destroy()
      incoming.once('close', resolve)
    })
  })
  asking.write('{"id":"A1"')
  await left
  expect(own.logged.filter(({ event }) => event === 'webhook')).toEqual([])
})
