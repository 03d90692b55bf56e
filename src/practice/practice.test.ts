import { expect, test } from 'vitest'
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
