import { expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createTestPractice } from '#testing/practice.ts'

test('a test of the practice store’s webhook stays inside: it arrives without a network', async () => {
  const practice = createTestPractice({ isSignedIn: true })
  const address = 'http://shop.invalid/api/desk/webhook'
  const sent = await practice.fetch(new Request(`${address}/test`, { method: 'POST' }))
  expect(await sent.json()).toEqual({ data: { result: 'arrived', status: 202 } })
  const state = await practice.fetch(new Request(address))
  expect(await state.json()).toMatchObject({
    data: { address: 'http://shop.invalid/webhooks/orders', is_configured: true, last_heard_at: expect.any(String) },
  })
})

test('the catalog is there with the first orders, though nobody has looked at it: which of them are digital is known', async () => {
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
