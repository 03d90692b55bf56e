import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { openDoor } from '#proxy/door.ts'
import { createPractice } from './practice.ts'

test('a test of the practice store’s webhook stays inside: it arrives without a network', async () => {
  const practice = createPractice({
    clock: createTestClock(),
    door: openDoor,
    isSignedIn: true,
    random: () => 0.5,
    digest: (text) => text,
    subtle: crypto.subtle,
    sha256: (text) => text,
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    log: () => undefined,
    seed: 1,
    config: {
      mode: 'practice',
      publicOrigin: 'http://shop.invalid',
      hosts: ['shop.invalid'],
      responseWindowSeconds: 300,
    },
  })
  const address = 'http://shop.invalid/api/desk/webhook'
  const sent = await practice.fetch(new Request(`${address}/test`, { method: 'POST' }))
  expect(await sent.json()).toEqual({ data: { result: 'arrived', status: 202 } })
  const state = await practice.fetch(new Request(address))
  expect(await state.json()).toMatchObject({
    data: { address: 'http://shop.invalid/webhooks/orders', is_configured: true, last_heard_at: expect.any(String) },
  })
})
