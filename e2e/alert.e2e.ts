import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test as base } from './fixture.ts'

interface Outside {
  readonly url: string
  /** The posts it received, oldest first. */
  readonly received: Readonly<Record<string, unknown>>[]
}

const test = base.extend<{ outside: Outside }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture asks for
  outside: async ({}, use) => {
    const received: Outside['received'] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push(JSON.parse(body) as Record<string, unknown>)
        response.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`, received: received })
    server.close()
  },
  settings: async ({ outside }, use) => use({ ALERT_URL: outside.url }),
  windowSeconds: 20,
})

test('posts an alert about an unanswered order outside the shop, without its customer', async ({ shop, outside }) => {
  const order = shop.vendor.placeOrder()
  await expect
    .poll(() => outside.received.filter(({ alert }) => alert === 'order_unanswered'), { timeout: 15_000 })
    .toMatchObject([{ order_id: order.id, number: order.printNumber }])
  expect(JSON.stringify(outside.received)).not.toContain(order.customer.name)
})
