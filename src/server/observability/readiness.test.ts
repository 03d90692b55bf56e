import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { type TestDesk, createBreakableStore, createTestDesk } from '#testing/desk.ts'

async function ready({ ask }: Pick<TestDesk, 'ask'>) {
  const response = await ask('/readyz')
  const { data, code } = (await response.json()) as { data: object; code?: string } // As the desk writes it.
  return { http: response.status, ...data, code }
}

test('reports ready, with the last state of the vendor', async () => {
  const desk = createTestDesk()
  expect(await ready(desk)).toMatchObject({
    http: 200,
    status: 'ok',
    mode: 'live',
    store: 'works',
    vendor: { line: null, token: null, as_of: null },
    clock: 'set',
  })
  await desk.ask('/api/developer/v1/brands')
  expect(await ready(desk)).toMatchObject({ status: 'ok', vendor: { line: 'answers', token: 'accepted' } })
})

test('reports a clock that was never set', async () => {
  const at = (start: string) => ready(createTestDesk({ clock: createTestClock(Date.parse(start)) }))
  expect(await at('1970-01-01T00:10:00Z')).toMatchObject({ http: 200, status: 'degraded', clock: 'wrong' })
  expect(await at('2025-12-31T23:59:59Z')).toMatchObject({ http: 200, status: 'degraded', clock: 'wrong' })
  expect(await at('2026-01-01T00:00:00Z')).toMatchObject({ http: 200, status: 'ok', clock: 'set' })
})

test('reports degraded without the vendor, and takes notifications', async () => {
  const desk = createTestDesk()
  desk.vendor.faults.add({ kind: 'unauthenticated' })
  await desk.ask('/api/developer/v1/brands')
  expect(await ready(desk)).toMatchObject({ http: 200, status: 'degraded', vendor: { token: 'refused' } })
  await desk.ask('/api/developer/v1/items')
  desk.vendor.faults.add({ kind: 'error' })
  await desk.ask('/api/developer/v1/categories')
  expect(await ready(desk)).toMatchObject({ http: 200, status: 'degraded', vendor: { line: 'failing' } })
})

test('reports a store that refused a write as lost, until it writes again or is worth a try', async () => {
  const store = createBreakableStore()
  const desk = createTestDesk({ store })
  const tell = (id: string) => desk.notify(JSON.stringify({ event: 'order_created', data: { id } }))
  store.isDown = true
  await tell('1')
  expect(await ready(desk)).toMatchObject({ http: 503, status: 'down', store: 'lost', code: 'store_unavailable' })
  expect((await desk.ask('/healthz')).status).toBe(200)
  store.isDown = false
  await tell('1')
  expect(await ready(desk)).toMatchObject({ http: 200, status: 'ok' })
  store.isDown = true
  await tell('2')
  await desk.clock.advance(29_000)
  expect(await ready(desk)).toMatchObject({ http: 503 })
  // A balancer that sends no work would never see that the store writes again.
  await desk.clock.advance(1000)
  expect(await ready(desk)).toMatchObject({ http: 200 })
})

/** A server whose store refuses the named operations. */
function deskWith(refused: Set<string>) {
  const kept = createMemoryStore()
  const refuse = (name: string, value: unknown) =>
    typeof value !== 'function'
      ? value
      : (...args: readonly unknown[]): unknown =>
          refused.has(name)
            ? Promise.reject(new StoreUnavailable('The database is locked.'))
            : (value as (...given: readonly unknown[]) => unknown)(...args)
  const operations = Object.entries(kept).map(([name, value]: [string, unknown]) => [name, refuse(name, value)])
  return createTestDesk({ store: Object.fromEntries(operations) as typeof kept }) // Under the same names.
}

test('reports a store as working after any other write', async () => {
  const refused = new Set(['saveUnreadable'])
  const desk = deskWith(refused)
  expect((await desk.notify('{}')).status).toBe(503)
  expect(await ready(desk)).toMatchObject({ http: 503, status: 'down' })
  refused.clear()
  await desk.notify(JSON.stringify({ event: 'order_created', data: { id: '1' } }))
  expect(await ready(desk)).toMatchObject({ http: 200, status: 'ok' })
})

test('does not treat a read or a duplicate as a write', async () => {
  const refused = new Set<string>()
  const desk = deskWith(refused)
  const word = JSON.stringify({ event: 'order_created', data: { id: '1' } })
  await desk.notify(word)
  refused.add('saveUnreadable')
  await desk.notify('{}')
  await desk.notify(word)
  expect((await desk.ask('/api/desk/orders?view=closed')).status).toBe(200)
  expect((await desk.ask('/api/desk/log')).status).toBe(200)
  expect(await ready(desk)).toMatchObject({ http: 503, status: 'down' })
})

test('reports a store that cannot be read, or does not answer, as lost', async () => {
  const store = createMemoryStore()
  const gone = () => Promise.reject(new StoreUnavailable('The connection is gone.'))
  expect(await ready(createTestDesk({ store: { ...store, version: gone } }))).toMatchObject({ http: 503 })
  const silent = createTestDesk({ store: { ...store, version: () => new Promise(() => undefined) } })
  const answer = ready(silent)
  await silent.clock.advance(2000)
  expect(await answer).toMatchObject({ http: 503, status: 'down' })
})
