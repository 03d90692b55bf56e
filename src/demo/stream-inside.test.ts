import { feedPath } from '#contract/desk/feed.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { streamInside } from './stream-inside.ts'

const network = vi.fn<typeof fetch>(async () => new Response('network'))

/** Resolves relative addresses as a page does. */
class PageRequest extends Request {
  constructor(address: string, init?: RequestInit) {
    super(new URL(address, 'http://shop.test'), init)
  }
}

beforeEach(() => {
  vi.stubGlobal('fetch', network)
  vi.stubGlobal('Request', PageRequest)
})
afterEach(() => void vi.unstubAllGlobals())

test('answers the feed in the page until it is closed, and passes on all other requests', async () => {
  const asked: Request[] = []
  streamInside(async (request) => {
    asked.push(request)
    return new Response('page')
  })
  const reader = new AbortController()
  expect(
    await (await fetch(feedPath, { headers: { Accept: 'text/event-stream' }, signal: reader.signal })).text(),
  ).toBe('page')
  expect(asked[0]?.headers.get('Accept')).toBe('text/event-stream')
  reader.abort()
  expect(asked[0]?.signal.aborted).toBe(true)
  expect(await (await fetch('/api/desk/orders')).text()).toBe('network')
  expect([asked.length, network.mock.calls]).toEqual([1, [['/api/desk/orders', undefined]]])
})

test('answers all that a frame asks of the demo in the page', async () => {
  streamInside(
    async (request) => new Response(request.url),
    (path) => path.startsWith('/api/'),
  )
  expect(await (await fetch('/api/desk/orders')).text()).toBe('http://shop.test/api/desk/orders')
  expect(await (await fetch('/assets/a.js')).text()).toBe('network')
})

test('fails as a network does when it is cut', async () => {
  streamInside(async () => Response.error())
  await expect(fetch(feedPath)).rejects.toThrow(TypeError)
})
