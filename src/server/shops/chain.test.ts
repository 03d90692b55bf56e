import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { ApiScope } from '#contract/desk/api-keys.ts'
import { readSummary, type ShopLine, shops } from '#contract/desk/shops.ts'
import { createCookieJar } from '#server/auth/cookies.ts'
import { createTestProgram } from '#testing/api-keys.ts'
import { createTestClock } from '#testing/clock.ts'
import { codeOf, createTestDesk, read, testOrigin, type TestDesk } from '#testing/desk.ts'
import type { AskDesk } from './shop-reader.ts'

const [karrada, mansour, adhamiya] = ['http://desk.test', 'http://mansour.test', 'http://adhamiya.test'] as const
const otherDesks = [
  { name: 'Karrada', url: karrada },
  { name: 'Mansour', url: mansour },
  { name: 'Adhamiya', url: adhamiya },
]
const reading: readonly ApiScope[] = ['orders:read', 'reports:read']

/** Asks desks in memory as over a network. */
const askAmong =
  (desks: Readonly<Record<string, TestDesk>>): AskDesk =>
  async ({ origin, pathname }, key) => {
    const desk = desks[origin]
    if (!desk) throw new Error('There is no connection.')
    const headers = { Authorization: `Bearer ${key}` }
    const answer = await desk.proxy.fetch(new Request(testOrigin + pathname, { headers }), createCookieJar())
    const text = await answer.text()
    return { status: answer.status, retryAfter: answer.headers.get('Retry-After') ?? undefined, text }
  }

/** Three shops of a chain; the first reads the others. */
function createChain(desk: Parameters<typeof createTestDesk>[0] = {}) {
  const clock = createTestClock()
  const others = { [mansour]: createTestDesk({ clock }), [adhamiya]: createTestDesk({ clock }) }
  const here = createTestDesk({
    clock,
    askDesk: askAmong(others),
    ...desk,
    config: { otherDesks, otherDesksSecret: 'a-secret-of-24-characters', ...desk.config },
  })
  const saveKey = (url: unknown, key: unknown, from: Pick<TestDesk, 'post'> = here) =>
    from.post(shops.saveKey.path, { url, key }, 'PUT')
  const lines = async (from: Pick<TestDesk, 'ask'> = here): Promise<readonly ShopLine[]> => {
    for (;;) {
      const { data } = z.parse(shops.list.answer, await (await from.ask(shops.list.path)).json())
      if (data.every(({ problem, summary }) => problem !== null || summary)) return data
      // One is read after another, and keys are decrypted in real time.
      await clock.advance(20)
    }
  }
  return { clock, here, others, mansour: others[mansour] ?? here, adhamiya: others[adhamiya] ?? here, saveKey, lines }
}

test('lists this shop and the others in their order, without a key as such', async () => {
  const { lines } = createChain()
  expect(await lines()).toMatchObject([
    { name: 'Karrada', is_here: true, has_key: false, problem: null, summary: { waiting: 0 } },
    { name: 'Mansour', is_here: false, has_key: false, problem: 'no_key', summary: null },
    { name: 'Adhamiya', is_here: false, has_key: false, problem: 'no_key', summary: null },
  ])
})

test('puts this shop first if OTHER_DESKS does not name it', async () => {
  const { lines } = createChain({ config: { otherDesks: otherDesks.slice(1) } })
  expect((await lines()).map(({ name, is_here: isHere }) => [name, isHere])).toEqual([
    [null, true],
    ['Mansour', false],
    ['Adhamiya', false],
  ])
})

test('shows what each shop says of itself, by a key of that shop', async () => {
  const chain = createChain()
  for (const each of ['mansour', 'adhamiya'] as const) {
    const { key } = await createTestProgram(chain[each], { scopes: reading })
    expect((await chain.saveKey(each === 'mansour' ? mansour : adhamiya, key)).status).toBe(200)
  }
  await chain.mansour.order()
  await chain.mansour.order()
  await chain.adhamiya.order()
  const all = await chain.lines()
  expect(all.map(({ summary }) => summary?.waiting)).toEqual([0, 2, 1])
  expect(all[1]).toMatchObject({ has_key: true, problem: null, summary: { today: { orders: 2, sales: [] } } })
})

test('tells today’s money to keys that may read reports only', async () => {
  const { mansour: desk } = createChain()
  const salesBy = async (scopes: readonly ApiScope[]) => {
    const { ask } = await createTestProgram(desk, { name: scopes.join(' '), scopes })
    return z.parse(readSummary.answer, await (await ask(readSummary.path)).json()).data.today.sales
  }
  expect(await salesBy(['orders:read'])).toBeNull()
  expect(await salesBy(reading)).toEqual([])
  const { ask } = await createTestProgram(desk, { name: 'Accountant', scopes: ['reports:read'] })
  expect(await codeOf(ask(readSummary.path))).toBe('403 scope_required')
})

test('says that a key is refused once the other shop has ended it', async () => {
  const { clock, saveKey, lines, mansour: desk } = createChain()
  const { id, key } = await createTestProgram(desk, { scopes: reading })
  await saveKey(mansour, key)
  expect((await lines())[1]).toMatchObject({ problem: null })
  await desk.post(`/api/desk/api-keys/${id}`, undefined, 'DELETE')
  const line = async () => {
    await clock.advance(5000)
    return (await lines())[1]
  }
  await expect.poll(line).toMatchObject({ has_key: true, problem: 'key_refused', summary: { waiting: 0 } })
})

test('says what is wrong with a key that may not read orders', async () => {
  const { saveKey, lines, mansour: desk } = createChain()
  const { key } = await createTestProgram(desk, { scopes: ['catalog:read'] })
  await saveKey(mansour, key)
  expect((await lines())[1]).toMatchObject({ problem: 'key_limited', summary: null })
})

test('forgets a key that is removed, and what it had read', async () => {
  const { saveKey, lines, mansour: desk } = createChain()
  const { key } = await createTestProgram(desk, { scopes: reading })
  await saveKey(mansour, key)
  await lines()
  expect(await read(saveKey(mansour, null))).toEqual({ http: 200, body: { data: { url: mansour, has_key: false } } })
  expect((await lines())[1]).toEqual({
    name: 'Mansour',
    url: mansour,
    is_here: false,
    has_key: false,
    problem: 'no_key',
    since: null,
    summary: null,
  })
})

test('never tells a key, nor logs it', async () => {
  const chain = createChain()
  const { key } = await createTestProgram(chain.mansour, { scopes: reading })
  const texts = [await (await chain.saveKey(mansour, key)).text(), JSON.stringify(await chain.lines())]
  for (const path of ['/api/desk/shops', '/api/desk/others', '/api/desk/log', '/api/desk/summary'])
    texts.push(await (await chain.here.ask(path)).text())
  await chain.saveKey(mansour, `${key} `.repeat(99))
  texts.push(
    JSON.stringify(chain.here.logged),
    JSON.stringify((await chain.here.store.readSetting('shop-keys'))?.value),
  )
  expect(texts.join('')).toContain('Mansour')
  expect(texts.join('')).not.toContain(key.slice(5))
})

test('logs who saved and removed a key, and of which shop', async () => {
  const { saveKey, here } = createChain()
  await saveKey(mansour, 'vd_0123456789abcdef')
  await saveKey(mansour, null)
  const { body } = await read(here.ask('/api/desk/log'))
  expect(body).toMatchObject({
    data: [
      { what: 'remove shop key', about: 'Mansour', by: { person: 'Sara' } },
      { what: 'save shop key', about: 'Mansour', by: { person: 'Sara' } },
    ],
  })
})

test.each([
  [karrada, 'vd_0123456789abcdef', '404 not_found'],
  ['https://elsewhere.example', 'vd_0123456789abcdef', '404 not_found'],
  [7, 'vd_0123456789abcdef', '404 not_found'],
  [mansour, 'short', '422 bad_shop_key'],
  [mansour, undefined, '422 bad_shop_key'],
  [mansour, `vd_${'x'.repeat(300)}`, '422 bad_shop_key'],
  [mansour, 'vd_0123456789\r\nX-Forwarded-For: 1', '422 bad_shop_key'],
])('refuses a key for %s: %o', async (url, key, refusal) => {
  const { saveKey, here } = createChain()
  expect(await codeOf(saveKey(url, key))).toBe(refusal)
  expect(await here.store.readSetting('shop-keys')).toBeUndefined()
})

test('is for managers alone: no other person, and no key, also not that of another desk', async () => {
  const { here, saveKey } = createChain()
  const omar = await here.admit('Second', 'Omar')
  expect(await codeOf(omar.ask(shops.list.path))).toBe('403 manager_required')
  expect(await codeOf(saveKey(mansour, 'vd_0123456789abcdef', omar))).toBe('403 manager_required')
  const { ask } = await createTestProgram(here)
  expect(await codeOf(ask(shops.list.path))).toBe('403 scope_required')
  expect(await codeOf(ask(shops.saveKey.path, { method: 'PUT', body: '{}' }))).toBe('403 scope_required')
})

test('reads no other desk for somebody who is not let in', async () => {
  let asked = 0
  const { here, saveKey, clock } = createChain({
    askDesk: async () => ({ status: 500, retryAfter: undefined, text: String((asked += 1)) }),
  })
  await saveKey(mansour, 'vd_0123456789abcdef')
  await (await here.admit('Second', 'Omar')).ask(shops.list.path)
  await clock.advance(10_000)
  expect(asked).toBe(0)
})

test('reads a chain in which each desk reads the others', async () => {
  const clock = createTestClock()
  const desks: Record<string, TestDesk> = {}
  for (const url of [karrada, mansour, adhamiya])
    desks[url] = createTestDesk({ clock, askDesk: askAmong(desks), config: { otherDesks, publicOrigin: url } })
  for (const [url, desk] of Object.entries(desks)) {
    await desk.order()
    for (const other of [karrada, mansour, adhamiya].filter((each) => each !== url)) {
      const { key } = await createTestProgram(desks[other] ?? desk, { name: `For ${url}`, scopes: reading })
      await desk.post(shops.saveKey.path, { url: other, key }, 'PUT')
    }
  }
  for (const desk of Object.values(desks)) {
    await desk.ask(shops.list.path)
    await clock.advance(20)
    const { data } = z.parse(shops.list.answer, await (await desk.ask(shops.list.path)).json())
    expect(data.map(({ problem, summary }) => [problem, summary?.waiting])).toEqual(data.map(() => [null, 1]))
  }
})
