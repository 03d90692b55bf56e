import { expect, onTestFinished, test } from 'vitest'
import { pictureNames } from '#simulator/shop/pictures.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestPractice } from '#testing/practice.ts'

test('tests its own webhook without a network', async () => {
  const practice = createTestPractice({ isSignedIn: true })
  const address = 'http://shop.invalid/api/desk/webhook'
  const sent = await practice.fetch(new Request(`${address}/test`, { method: 'POST' }))
  expect(await sent.json()).toEqual({ data: { result: 'arrived', status: 202 } })
  const state = await practice.fetch(new Request(address))
  expect(await state.json()).toMatchObject({
    data: { address: 'http://shop.invalid/webhooks/orders', is_configured: true, last_heard_at: expect.any(String) },
  })
})

test('indexes the catalog before the first orders, so that digital ones are known', async () => {
  const clock = createTestClock()
  const practice = createTestPractice({ clock, isSignedIn: true })
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  void practice.openShop(closing.signal)
  await clock.advance(10_000)
  const counts = await practice.fetch(new Request('http://shop.invalid/api/desk/catalog/counts'))
  const { index } = (await counts.json()) as { index: { have: number; total: number } }
  expect(index.have).toBeGreaterThan(0)
  expect(index.have).toBe(index.total)
})

test('answers its controls as all endpoints: in JSON, to HEAD too, and to other methods with the allowed ones', async () => {
  const practice = createTestPractice()
  const pull = (method: string, path: string, body?: string) =>
    practice.fetch(new Request(`http://shop.invalid/practice/${path}`, { method, ...(body !== undefined && { body }) }))
  expect((await pull('HEAD', 'orders')).status).toBe(200)
  expect((await pull('HEAD', `pictures/${pictureNames[0]}`)).status).toBe(200)
  for (const [method, path, allow] of [
    ['DELETE', 'orders', 'GET, HEAD, POST'],
    ['GET', 'line', 'PUT'],
    ['POST', `pictures/${pictureNames[0]}`, 'GET, HEAD'],
  ] as const) {
    const refusal = await pull(method, path)
    expect([refusal.status, refusal.headers.get('Allow')], path).toEqual([405, allow])
    expect(await refusal.json()).toMatchObject({ status: 'error', code: 'method_not_allowed' })
  }
  const answers = [
    await pull('PUT', 'line', '{"line":"bent"}'),
    await pull('GET', 'till'),
    await pull('GET', 'pictures/x'),
    await pull('POST', 'orders', JSON.stringify({ kind: 'x'.repeat(64 * 1024) })),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 404, 404, 413])
  for (const answer of answers) expect(await answer.json()).toMatchObject({ status: 'error', code: expect.any(String) })
})

test('places the first order after three seconds, and then one about every 45', async () => {
  const clock = createTestClock()
  const { simulator, openShop } = createTestPractice({ clock })
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  void openShop(closing.signal)
  const placed = async (ms: number) => {
    await clock.advance(ms)
    return simulator.orders.all().length
  }
  expect([
    await placed(2900),
    await placed(200),
    await placed(44_000),
    await placed(2000),
    await placed(45_000),
  ]).toEqual([0, 1, 1, 2, 3])
})
