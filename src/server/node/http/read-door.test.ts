import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { cookieEveryMs } from '#server/auth/lifetimes.ts'
import { addPracticePeople } from '#server/auth/practice-people.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { DeskServer } from '#server/create-desk-server.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk, testOrigin, testToken, type TestDesk } from '#testing/desk.ts'
import { serveTwins, type AskedOverWire } from '#testing/door-twins.ts'
import { createTestSessions } from '#testing/sessions.ts'
import { createReadDoor } from './read-door.ts'

const orders = '/api/developer/v1/orders'
const rows = '/api/desk/orders'

/** Two desks alike with one store, of which one has the door; a tablet of theirs, and an order. */
async function twins(publicOrigin = testOrigin) {
  const clock = createTestClock()
  const kept = createMemoryStore()
  const store = { ...kept, findDevice: vi.fn<Store['findDevice']>(kept.findDevice) }
  const vendor = createSimulator({ clock, token: testToken })
  await addPracticePeople(store, randomBytes)
  const desks = [0, 1].map(() => createTestDesk({ clock, store, vendor, config: { publicOrigin }, who: 'stranger' }))
  const [one, other] = desks as [TestDesk, TestDesk] // as many as were made
  const { tablet } = createTestSessions({ clock, store, isSecure: publicOrigin.startsWith('https:') })
  const { jar } = await tablet()
  const byWire = (desk: TestDesk) => (asked: Request) =>
    desk.proxy.fetch(asked, { header: () => asked.headers.get('cookie') ?? undefined, keep: () => undefined })
  const readRow = vi.fn<DeskServer['indoors']['readRow']>(other.proxy.indoors.readRow)
  const indoors = { ...other.proxy.indoors, readRow }
  const door = createReadDoor({ publicOrigin, hosts: ['desk.test'], indoors })
  const { server, ask } = await serveTwins(byWire(one), byWire(other), door)
  const order = vendor.placeOrder()
  const path = `${orders}/${order.id}`
  return {
    readRow,
    rowPath: `${rows}/${order.id}?only=row`,
    /** Word of the order: to one of them, and so into the store of both. */
    hear: () => one.tell(JSON.stringify({ id: order.id })),
    clock,
    store,
    vendor,
    server,
    path,
    order,
    cookie: jar.header() ?? '',
    ask: ({ headers, ...asked }: AskedOverWire = {}) =>
      ask({ path, ...asked, headers: { cookie: jar.header() ?? '', ...headers } }),
  }
}

test('an order is shown by its own door as it is by the way of all', async () => {
  const { ask, order } = await twins()
  const { one, other, isTaken } = await ask()
  expect(isTaken).toBe(true)
  expect(other).toEqual(one)
  expect(other.status).toBe(200)
  expect(JSON.parse(other.body)).toMatchObject({ data: { id: order.id } })
  expect(other.headers['content-length']).toBe(String(Buffer.byteLength(other.body)))
})

test('so is the row of an order, with the version that the tablet was told of', async () => {
  const { ask, rowPath, hear, order, readRow } = await twins()
  await hear()
  const { one, other, isTaken } = await ask({ path: rowPath, headers: { 'x-told-version': '1' } })
  expect(isTaken).toBe(true)
  expect(other).toEqual(one)
  expect(other.status).toBe(200)
  expect(JSON.parse(other.body)).toMatchObject({ data: { order_id: order.id, is_on_board: true } })
  expect(readRow.mock.calls).toEqual([[order.id, '1']])
})

test('what an https address adds to every answer, it adds to this one', async () => {
  const { ask } = await twins('https://desk.test')
  const { one, other, isTaken } = await ask()
  expect(isTaken).toBe(true)
  expect(other).toEqual(one)
  expect(other.headers['strict-transport-security']).toBeDefined()
})

test('who reads again within a second gets what was read', async () => {
  const { ask, vendor } = await twins()
  const first = await ask()
  const again = await ask()
  expect(again.other).toEqual(first.other)
  // Once for each of the two.
  expect(vendor.requests).toHaveLength(2)
})

test.each([
  ['an order that there is not', `${orders}/not-there`, 404],
  ['an order of a guess, under an id of the desk', `${orders}/desk-1`, 404],
  ['the row of an order that no desk has heard of', `${rows}/not-there?only=row`, 404],
  ['the row of an order whose id is none', `${rows}/${'x'.repeat(200)}?only=row`, 400],
])('%s is refused alike', async (_, path, status) => {
  const { ask } = await twins()
  const { one, other, isTaken } = await ask({ path })
  expect(isTaken).toBe(true)
  expect(other).toEqual(one)
  expect(other.status).toBe(status)
})

test('a vendor that fails is told of alike', async () => {
  const { ask, vendor } = await twins()
  vendor.faults.add({ kind: 'error', on: 'getOrder', times: 2 })
  const { one, other, isTaken } = await ask()
  expect(isTaken).toBe(true)
  expect(other).toEqual(one)
  expect(other.status).toBe(503)
})

test('a store that cannot be asked is 503 with a time to come back', async () => {
  const { ask, store } = await twins()
  store.findDevice.mockRejectedValue(new StoreUnavailable('The disk is gone.'))
  const { one, other, isTaken } = await ask()
  expect(isTaken).toBe(true)
  expect(other).toEqual(one)
  expect([other.status, other.headers['retry-after']]).toEqual([503, '5'])
})

test.each([
  ['no cookie', ''],
  ['the cookie of another', `desk_device=${'x'.repeat(43)}`],
  ['its cookie twice', 'twice'],
])('with %s nobody reads, and nothing is asked of the vendor', async (_, given) => {
  const { ask, cookie, vendor, path, rowPath, readRow } = await twins()
  const headers = { cookie: given === 'twice' ? `${cookie}; ${cookie}` : given }
  for (const asked of [path, rowPath]) {
    const { one, other } = await ask({ path: asked, headers })
    expect(other).toEqual(one)
    expect(other.status).toBe(401)
  }
  expect(vendor.requests).toEqual([])
  expect(readRow).not.toHaveBeenCalled()
})

test('a tablet that `desk` cuts off reads no more than a second', async () => {
  const { ask, store, clock } = await twins()
  expect((await ask()).other.status).toBe(200)
  for (const { id } of await store.devices()) await store.removeDevice(id)
  await clock.advance(1000)
  const { one, other } = await ask()
  expect(other).toEqual(one)
  expect(other.status).toBe(401)
})

test.each([
  ['an order', undefined, 200],
  ['a refusal', `${orders}/not-there`, 404],
])('once a day a tablet has its cookie for longer, with %s', async (_, path, status) => {
  const { ask, clock } = await twins()
  clock.set(cookieEveryMs)
  await clock.advance(61_000)
  const { one, other, isTaken } = await ask(path === undefined ? {} : { path })
  expect(isTaken).toBe(true)
  expect(other).toEqual(one)
  expect(other.status).toBe(status)
  expect(other.headers['set-cookie']).toHaveLength(1)
})

test.each<readonly [string, AskedOverWire, number]>([
  ['another method', { method: 'PUT' }, 405],
  ['nothing but its head', { method: 'HEAD' }, 200],
  ['a query', { path: `${orders}/not-there?a=1` }, 404],
  ['more than the row in its query', { path: `${rows}/not-there?only=row&a=1` }, 404],
  ['another part than the row', { path: `${rows}/not-there?only=all` }, 404],
  ['nothing of the row', { path: `${rows}/not-there` }, 404],
  ['a longer address', { path: `${orders}/1/more` }, 404],
  ['an escape in the address', { path: `${orders}/%61` }, 404],
  ['a body', { headers: { 'content-length': 2 }, body: '{}' }, 200],
  ['a body without its length', { headers: { 'transfer-encoding': 'chunked' }, body: '{}' }, 200],
  ['cookies without end', { headers: { cookie: 'a='.padEnd(4097, 'b') } }, 431],
])('a request with %s goes the way of all', async (_, asked, status) => {
  const { ask } = await twins()
  const { one, other, isTaken } = await ask(asked)
  expect(isTaken).toBe(false)
  expect(other).toEqual(one)
  expect(other.status).toBe(status)
})

test('a host that is not ours is not let in here', async () => {
  const { ask } = await twins()
  expect((await ask({ headers: { host: 'evil.test' } })).isTaken).toBe(false)
  expect((await ask({ headers: { 'x-forwarded-host': 'evil.test' } })).isTaken).toBe(false)
  expect((await ask({ headers: { 'x-forwarded-host': 'desk.test' } })).isTaken).toBe(true)
})

test('who leaves before the answer leaves the others be', async () => {
  const { ask, server, path, cookie } = await twins()
  const { port } = server.address() as AddressInfo // of a TCP server that listens
  const socket = connect(port, '127.0.0.1')
  server.once('request', () => socket.destroy())
  socket.write(`GET ${path} HTTP/1.1\r\nHost: desk.test\r\nCookie: ${cookie}\r\n\r\n`)
  await once(socket, 'close')
  expect((await ask()).other.status).toBe(200)
})
