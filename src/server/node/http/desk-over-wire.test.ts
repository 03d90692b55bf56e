import { once } from 'node:events'
import { request, type OutgoingHttpHeaders, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhookMode } from '#contract/desk/webhook.ts'
import { createBreakableStore, createTestDesk, testOrigin, testWebhookSecret as secret } from '#testing/desk.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { createHttpServer } from './http-server.ts'

// Tests through Node's own server: the bytes of a webhook and reads of orders.

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

async function listen(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // of a TCP server that listens
}

interface DeskOptions extends Partial<Pick<Store, 'findDevice'>> {
  readonly mode?: WebhookMode
  readonly publicOrigin?: string
}

/** Starts a server on a port. `ask` reads as its tablet, and `post` sends notifications. */
async function serveDesk({ mode = 'bearer', publicOrigin = testOrigin, ...work }: DeskOptions = {}) {
  const store = Object.assign(createBreakableStore(), work)
  const desk = createTestDesk({ store, config: { webhook: { mode, secret }, publicOrigin } })
  await desk.ask('/api/desk/session')
  const server = createHttpServer({ hostname: '127.0.0.1', fetch: (asked) => desk.proxy.fetch(asked) })
  const port = await listen(server)
  const ask = async ({ method = 'GET', path = '/', headers = {}, body }: Sent) => {
    const given = { host: 'desk.test', connection: 'close', ...headers }
    const asking = request({ port, host: '127.0.0.1', method, path, headers: given, agent: false })
    asking.end(body)
    const [answer] = await once(asking, 'response')
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }
  const post = ({ method = 'POST', path = '/webhooks/orders', headers = {}, body = '{"id":"A1"}' }: Sent) => {
    const length = headers['transfer-encoding'] === undefined ? { 'content-length': Buffer.byteLength(body) } : {}
    return ask({ method, path, headers: { 'content-type': 'application/json', ...length, ...headers }, body })
  }
  return { desk, store, server, port, ask, post }
}

const bearer = { authorization: `Bearer ${secret}` }

test.each<readonly [string, Sent, number]>([
  ['of a new order', { headers: bearer }, 202],
  ['that is empty', { headers: bearer, body: '' }, 202],
  ['that nobody can read', { headers: bearer, body: '{"hello":' }, 202],
  ['with a scheme in small letters', { headers: { authorization: `bearer  ${secret}` } }, 202],
  ['at an address with a trailing slash', { path: '/webhooks/orders/', headers: bearer }, 202],
  ['at such an address, without a proof', { path: '/webhooks/orders/' }, 401],
  ['with another secret', { headers: { authorization: 'Bearer another' } }, 401],
  ['of 256 KiB', { headers: bearer, body: ' '.repeat(256 * 1024) }, 202],
  ['of more', { headers: bearer, body: ' '.repeat(256 * 1024 + 1) }, 413],
  ['with another method', { method: 'PUT', headers: bearer, body: '' }, 405],
  ['that is a look before it is registered', { method: 'GET', body: '' }, 200],
  ['at two trailing slashes', { path: '/webhooks/orders//', headers: bearer }, 404],
  ['at a longer address', { path: `/webhooks/orders/${secret}/more`, headers: bearer }, 404],
  ['with a query', { path: '/webhooks/orders?a=1', headers: bearer }, 202],
  ['with an escape in the address', { path: '/webhooks/orders/%61', headers: bearer }, 202],
  ['with a cookie', { headers: { ...bearer, cookie: 'a=b' } }, 202],
  ['with an unknown encoding', { headers: { ...bearer, 'content-encoding': 'br' } }, 415],
  ['with bad gzip', { headers: { ...bearer, 'content-encoding': 'gzip' } }, 400],
  ['without a length', { headers: { ...bearer, 'transfer-encoding': 'chunked' } }, 202],
  ['with two proofs', { headers: { Authorization: [`Bearer ${secret}`, `Bearer ${secret}`] } }, 401],
])('answers a notification %s', async (_, sent, status) => {
  const { post } = await serveDesk()
  expect((await post(sent)).status).toBe(status)
})

test('stores nothing of a notification whose sender disconnects early', async () => {
  const { desk, server, port } = await serveDesk()
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
  expect(desk.logged.filter(({ event }) => event === 'webhook')).toEqual([])
})

const orders = '/api/developer/v1/orders'
const rows = '/api/desk/orders'

test.each<readonly [string, string, Sent, number]>([
  ['an order', `${orders}/ID`, {}, 200],
  ['the head of an order', `${orders}/ID`, { method: 'HEAD' }, 200],
  ['an order with a body', `${orders}/ID`, { headers: { 'content-length': 2 }, body: '{}' }, 200],
  ['an order by another method', `${orders}/ID`, { method: 'PUT' }, 405],
  ['an order that there is not', `${orders}/not-there`, {}, 404],
  ['an order with a query', `${orders}/not-there?a=1`, {}, 404],
  ['a longer address', `${orders}/1/more`, {}, 404],
  ['an escape in the address', `${orders}/%61`, {}, 404],
  ['the row of an order', `${rows}/ID?only=row`, {}, 200],
  ['the row of an order that the desk does not know', `${rows}/not-there?only=row`, {}, 404],
  ['the row of an order whose id is none', `${rows}/${'x'.repeat(200)}?only=row`, {}, 400],
])('answers a read of %s', async (_, path, sent, status) => {
  const { desk, ask } = await serveDesk()
  const { id } = desk.vendor.placeOrder()
  await desk.notify(JSON.stringify({ id }))
  const answer = await ask({ ...sent, path: path.replace('ID', id) })
  expect(answer.status).toBe(status)
  if (status === 200 && sent.method !== 'HEAD') expect(answer.body).toContain(id)
})

test('answers a read 503 with Retry-After while the store cannot identify the reader', async () => {
  const findDevice = () => Promise.reject(new StoreUnavailable('The disk is gone.'))
  const { desk, ask } = await serveDesk({ findDevice })
  const { status, headers } = await ask({ path: `${orders}/${desk.vendor.placeOrder().id}` })
  expect([status, headers['retry-after']]).toEqual([503, '5'])
})

test.each([
  ['a notification', '/webhooks/orders'],
  ['a read', '/api/desk/orders'],
])('adds the https headers to the answer to %s', async (_, path) => {
  const { ask } = await serveDesk({ publicOrigin: 'https://desk.test' })
  const { status, headers } = await ask({ path })
  expect(status).toBeLessThan(402)
  expect(headers['strict-transport-security']).toBeDefined()
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('continues after a reader that disconnects before its answer', async () => {
  const { desk, ask, server, port } = await serveDesk()
  const { id } = desk.vendor.placeOrder()
  const socket = connect(port, '127.0.0.1')
  server.once('request', () => socket.destroy())
  socket.write(`GET ${orders}/${id} HTTP/1.1\r\nHost: desk.test\r\n\r\n`)
  await once(socket, 'close')
  expect((await ask({ path: `${orders}/${id}` })).status).toBe(200)
})
