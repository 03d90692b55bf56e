import { describe, expect, test } from 'vitest'
import { type ApiScope, apiScopes, describeApi } from '#contract/desk/api-keys.ts'
import type { DeskError } from '#contract/desk/failure.ts'
import { feedPath } from '#contract/desk/feed.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestProgram } from '#testing/api-keys.ts'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { codeOf, createTestDesk, openTestDesk } from '#testing/desk.ts'
import { words } from '#testing/words.ts'

/** What each scope allows. All other addresses refuse every key. */
const allowed: Readonly<Record<ApiScope, readonly string[]>> = {
  'orders:read': [
    'GET /api/desk/orders',
    'GET /api/desk/orders/1',
    'GET /api/desk/orders/1/matches',
    'GET /api/desk/summary',
    'GET /api/desk/feed',
    'GET /api/developer/v1/orders/1',
  ],
  'orders:answer': [
    'POST /api/desk/orders',
    'POST /api/developer/v1/orders/1/accept',
    'POST /api/developer/v1/orders/1/reject',
    'POST /api/developer/v1/orders/1/ready',
    'GET /api/developer/v1/cancel-reasons',
  ],
  'catalog:read': [
    'GET /api/desk/catalog/items',
    'GET /api/desk/catalog/items/1',
    'GET /api/desk/catalog/counts',
    ...words`items categories brands variant-attributes`.map((list) => `GET /api/developer/v1/${list}`),
  ],
  'reports:read': ['GET /api/desk/shift', 'GET /api/desk/reports'],
}

/** An address of the contract that this server does not have. */
const nothingHere = 'There is nothing at this address.'

const all = [...contractEndpoints, { method: 'GET', address: feedPath }]

describe.each(apiScopes)('a key with the scope %s', (scope) => {
  test('is let in where its scope allows it, and nowhere else', async () => {
    const desk = createTestDesk()
    const { ask } = await createTestProgram(desk, { scopes: [scope] })
    const open: string[] = []
    for (const { method, address } of all) {
      const answer = await ask(address, { method })
      const { code, message } = answer.ok ? {} : ((await answer.json()) as Partial<DeskError>)
      const isClosed = code === 'scope_required' || answer.status === 405 || message === nothingHere
      if (!isClosed && address !== describeApi.path) open.push(`${method} ${address}`)
      await desk.clock.advance(1000)
    }
    expect(open.toSorted()).toEqual(allowed[scope].toSorted())
  })
})

test('covers the whole contract', () => {
  const known = new Set(all.map(({ method, address }) => `${method} ${address}`))
  expect(Object.values(allowed).flatMap((each) => each.filter((address) => !known.has(address)))).toEqual([])
  expect(known.size).toBeGreaterThan(50)
})

test('names the missing scope, and says where no scope would do', async () => {
  const desk = createTestDesk()
  const { ask } = await createTestProgram(desk, { scopes: ['catalog:read'] })
  expect(await (await ask('/api/desk/orders')).json()).toMatchObject({
    code: 'scope_required',
    data: { scope: 'orders:read' },
  })
  expect(await (await ask('/api/desk/log')).json()).toMatchObject({ code: 'scope_required', data: { scope: null } })
})

test('refuses a key before anything else is looked at', async () => {
  const first = createTestDesk()
  const program = await createTestProgram(first, { scopes: ['orders:read'] })
  const desk = createTestDesk({ store: first.store, sender: { isSameOrigin: false } })
  const ask = (path: string, init?: RequestInit) =>
    desk.ask(path, { ...init, headers: { Authorization: `Bearer ${program.key}`, 'Content-Type': 'text/plain' } })
  const form = { method: 'POST', body: 'x' }
  expect(await codeOf(ask('/api/desk/presence', form))).toBe('403 scope_required')
  expect(await codeOf(ask('/api/desk/orders', form))).toBe('403 scope_required')
  expect(await codeOf(ask('/api/developer/v1/orders/a%20b/accept', form))).toBe('403 scope_required')
})

describe('beside the cookies of a signed-in manager', () => {
  const paths = words`/api/desk/orders /api/desk/session /api/desk/log /api/desk/api-keys`

  test.each(paths)('a wrong key is refused at %s', async (path) => {
    const desk = createTestDesk()
    expect((await desk.ask(path)).status).toBe(200)
    for (const bearer of ['Bearer nonsense', 'bearer  nonsense', 'BEARER', 'Bearer ', 'Bearer vd_', 'Bearer a b'])
      expect(await codeOf(desk.ask(path, { headers: { Authorization: bearer } }))).toBe('401 bad_key')
    const answer = await desk.ask(path, { headers: { Authorization: 'Bearer nonsense' } })
    expect([answer.headers.get('WWW-Authenticate'), answer.headers.get('Set-Cookie')]).toEqual(['Bearer', null])
  })

  test('a key does what it may, and the cookies are not looked at', async () => {
    const desk = createTestDesk()
    const { key } = await createTestProgram(desk, { scopes: ['orders:read'] })
    const withKey = (path: string, method = 'GET') =>
      desk.ask(path, { method, headers: { Authorization: `Bearer ${key}` } })
    expect((await withKey('/api/desk/orders')).status).toBe(200)
    expect(await codeOf(withKey('/api/desk/log'))).toBe('403 scope_required')
    expect(await codeOf(withKey('/api/desk/session', 'DELETE'))).toBe('403 scope_required')
    expect((await desk.ask('/api/desk/log')).status).toBe(200)
  })

  test('other ways to sign in are no keys: a reverse proxy may have its own', async () => {
    const desk = createTestDesk()
    for (const header of ['Basic c2FyYToxMjM0', 'Bearerx y', 'Digest a="b"'])
      expect((await desk.ask('/api/desk/log', { headers: { Authorization: header } })).status).toBe(200)
  })
})

test('needs no proof of the site with a key, and no cookie gets by without', async () => {
  const first = createTestDesk()
  const { key } = await createTestProgram(first)
  const desk = createTestDesk({ store: first.store, sender: { isSameOrigin: false } })
  const open = (headers: Record<string, string>) =>
    desk.ask('/api/desk/orders', {
      method: 'POST',
      body: JSON.stringify({ order_id: 'none' }),
      headers: { 'Content-Type': 'application/json', ...headers },
    })
  expect(await codeOf(open({ Authorization: `Bearer ${key}` }))).toBe('404 order_not_found')
  expect(await codeOf(open({}))).toBe('403 cross_site')
  expect(await codeOf(open({ Authorization: 'Bearer wrong' }))).toBe('401 bad_key')
  expect(await codeOf(open({ Authorization: `Basic ${key}` }))).toBe('403 cross_site')
  const form = { method: 'POST', body: 'a=b', headers: { Authorization: `Bearer ${key}` } }
  expect(await codeOf(desk.ask('/api/desk/orders', form))).toBe('415 json_required')
})

test('lets no page of another site send a key: its browser asks first, and is refused', async () => {
  const desk = createTestDesk({ sender: { isSameOrigin: false } })
  const headers = {
    Origin: 'https://evil.test',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization',
  }
  for (const path of ['/api/desk/orders', '/api/developer/v1/orders/1/accept', '/api/desk/openapi.json']) {
    const answer = await desk.ask(path, { method: 'OPTIONS', headers })
    expect(answer.status).toBe(405)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('counts wrong keys by address, and shuts out no good key there', async () => {
  const desk = createTestDesk({ sender: { peer: '192.0.2.7' } })
  const { ask } = await createTestProgram(desk)
  const wrong = () => desk.ask('/api/desk/orders', { headers: { Authorization: 'Bearer vd_wrong' } })
  for (let count = 0; count < 20; count += 1) expect((await wrong()).status).toBe(401)
  const refused = await wrong()
  expect([await codeOf(refused), refused.headers.get('Retry-After')]).toEqual(['429 too_many_tries', '600'])
  expect((await ask('/api/desk/orders')).status).toBe(200)
  await desk.clock.advance(600_000)
  expect((await wrong()).status).toBe(401)
})

test('refuses a flood of wrong keys without writing to the store', async () => {
  const store = createMemoryStore()
  let writes = 0
  const beginTry: typeof store.beginTry = (limits, now) => {
    writes += 1
    return store.beginTry(limits, now)
  }
  const desk = createTestDesk({ store: { ...store, beginTry } })
  for (let count = 0; count < 500; count += 1)
    await desk.ask('/api/desk/orders', { headers: { Authorization: `Bearer vd_${count}` } })
  expect(writes).toBe(21)
})

describe('limits', () => {
  const limitsOf = ({ headers }: Response) => [headers.get('RateLimit-Policy'), headers.get('RateLimit')]

  test('tells every answer to a key how often it may still ask', async () => {
    const desk = createTestDesk()
    const { ask } = await createTestProgram(desk, { scopes: ['orders:read'] })
    expect(limitsOf(await ask('/api/desk/orders'))).toEqual(['"key";q=120;w=60', '"key";r=119;t=1'])
    expect(limitsOf(await ask('/api/desk/orders/none'))).toEqual(['"key";q=120;w=60', '"key";r=118;t=1'])
    expect(limitsOf(await ask('/api/desk/log'))).toEqual(['"key";q=120;w=60', '"key";r=117;t=1'])
    expect(limitsOf(await ask('/api/desk/feed'))).toEqual(['"key";q=120;w=60', '"key";r=116;t=1'])
    expect(limitsOf(await desk.ask('/api/desk/orders'))).toEqual([null, null])
  })

  test('refuses what is too much until there is room again, for this key alone', async () => {
    const desk = createTestDesk()
    const [till, books] = [await createTestProgram(desk), await createTestProgram(desk, { name: 'Books' })]
    for (let count = 0; count < 120; count += 1) expect((await till.ask('/api/desk/orders')).status).toBe(200)
    const refused = await till.ask('/api/desk/orders')
    expect([refused.headers.get('Retry-After'), ...limitsOf(refused)]).toEqual([
      '1',
      '"key";q=120;w=60',
      '"key";r=0;t=1',
    ])
    expect(await codeOf(refused)).toBe('429 too_many_requests')
    expect(await codeOf(till.ask('/api/desk/log'))).toBe('429 too_many_requests')
    expect((await books.ask('/api/desk/orders')).status).toBe(200)
    await desk.clock.advance(500)
    expect((await till.ask('/api/desk/orders')).status).toBe(200)
    expect((await till.ask('/api/desk/orders')).status).toBe(429)
    await desk.clock.advance(60_000)
    expect(limitsOf(await till.ask('/api/desk/orders'))[1]).toBe('"key";r=119;t=1')
  })
})

test('records the last use of a key, at most once a minute', async () => {
  const desk = createTestDesk()
  const { id, ask } = await createTestProgram(desk)
  const lastUse = async () => (await desk.store.apiKeys()).find((key) => key.id === id)?.lastUsedAt
  expect(await lastUse()).toBeNull()
  const first = desk.clock.now()
  await ask('/api/desk/orders')
  expect(await lastUse()).toBe(first)
  await desk.clock.advance(59_000)
  await ask('/api/desk/orders')
  expect(await lastUse()).toBe(first)
  await desk.clock.advance(1000)
  await ask('/api/desk/log')
  expect(await lastUse()).toBe(first + 60_000)
})

test('gives a program no hand-over code', async () => {
  const desk = await openTestDesk()
  const { ask, post } = await createTestProgram(desk)
  const { id } = await desk.order()
  const attempts: Record<string, string> = { accept: crypto.randomUUID(), ready: crypto.randomUUID() }
  for (const action of ['accept', 'ready'])
    await desk.during(3000, post(`/api/developer/v1/orders/${id}/${action}`, undefined, attempts[action]))
  const text = async (answer: Response | Promise<Response>) => (await answer).text()
  expect(await text(desk.ask(`/api/developer/v1/orders/${id}`))).toMatch(/"pickup_otp":"\d/)
  const again = post(`/api/developer/v1/orders/${id}/ready`, undefined, attempts['ready'])
  for (const answer of [again, ...['/api/desk', '/api/developer/v1'].map((api) => ask(`${api}/orders/${id}`))]) {
    const body = await text(answer)
    expect(body).toContain(id)
    expect(body).not.toContain('_otp')
  }
})
