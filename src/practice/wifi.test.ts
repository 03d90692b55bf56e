import { expect, test } from 'vitest'
import { createWifi, isLost } from './wifi.ts'

const asked = (path: string) => new Request(`http://shop.invalid${path}`)

test('answers nobody while the network is cut, and everybody afterwards', async () => {
  const wifi = createWifi()
  const answer = () => Promise.resolve(new Response('here'))
  expect(await (await wifi.carry(asked('/api/desk/orders'), answer)).text()).toBe('here')
  wifi.cut()
  expect(isLost(await wifi.carry(asked('/api/desk/orders'), answer))).toBe(true)
  // The controls and the page itself do not depend on it.
  expect(await (await wifi.carry(asked('/practice/orders'), answer)).text()).toBe('here')
  wifi.mend()
  expect(await (await wifi.carry(asked('/api/desk/orders'), answer)).text()).toBe('here')
})

test('drops an answer that was under way when the network was cut', async () => {
  const wifi = createWifi()
  const answer = await wifi.carry(asked('/api/desk/orders'), async () => {
    wifi.cut()
    return new Response('too late')
  })
  expect(isLost(answer)).toBe(true)
})

test('breaks an open feed off, which stays broken when the network is back', async () => {
  const wifi = createWifi()
  let isLeft = false
  const body = new ReadableStream<Uint8Array>({
    start: (feed) => feed.enqueue(new TextEncoder().encode('snapshot')),
    cancel: () => {
      isLeft = true
    },
  })
  const headers = { 'Content-Type': 'text/event-stream' }
  const answer = await wifi.carry(asked('/api/desk/feed'), async () => new Response(body, { headers }))
  const reader = answer.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('snapshot')
  const next = reader?.read()
  wifi.cut()
  await expect(next).rejects.toThrow()
  wifi.mend()
  expect(isLeft, 'the desk learns that nobody reads').toBe(true)
})
