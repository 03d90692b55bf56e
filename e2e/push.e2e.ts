import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from '@playwright/test'
import { createPushService, type PushService } from '#testing/push-service.ts'
import { expect, test as base } from './fixture.ts'

interface Outside {
  readonly service: PushService
  readonly origin: string
}

const test = base.extend<{ outside: Outside }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture asks for
  outside: async ({}, use) => {
    const service = createPushService()
    const server = createServer((request, response) => {
      const url = `http://${request.headers.host}${request.url}`
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        // This phone's push service never answers.
        if (url.endsWith('/hangs')) return
        response.writeHead(
          service.take(url, new Headers(request.headers as Record<string, string>), Buffer.concat(chunks)),
        )
        response.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({ service, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    server.closeAllConnections()
    server.close()
  },
  // Somebody at the counter would be missed at once; the board is not open here.
  settings: { OUTBOUND_ALLOW: '127.0.0.1' },
  windowSeconds: 20,
})

async function addPhone(context: BrowserContext, deskUrl: string, { service, origin }: Outside, name: string) {
  const headers = { Origin: deskUrl }
  const key = (await (await context.request.get(`${deskUrl}/api/desk/push-key`)).json()) as { public_key: string }
  service.serverKey = key.public_key
  const data = service.subscribe(name, origin, 'fr')
  const answer = await context.request.post(`${deskUrl}/api/desk/push-subscriptions`, { headers, data })
  expect(answer.status()).toBe(200)
}

test('alerts a phone at each step of an unanswered order, once each, through a restart, and takes it back', async ({
  shop,
  page,
  context,
  outside,
}) => {
  const { service } = outside
  for (const name of ['hangs', 'one']) await addPhone(context, shop.desk.url, outside, name)
  await shop.open('/')
  await expect(page.getByRole('banner')).toContainText('Sara')
  const { id, printNumber, customer } = shop.vendor.placeOrder()
  const told = () => service.received.filter(({ message }) => message.kind === 'order_unanswered')
  const timeout = 15_000
  await expect.poll(() => told().length, { timeout }).toBe(1)
  expect(told()[0]).toMatchObject({
    phone: 'one',
    urgency: 'high',
    message: { title: `La commande ${printNumber} attend`, language: 'fr', order_id: id, path: `/orders/${id}` },
  })
  await shop.desk.kill()
  await shop.restart()
  await expect.poll(() => told().length, { timeout }).toBeGreaterThanOrEqual(2)
  await shop.open(`/orders/${id}`)
  await page.getByRole('button', { name: 'Accept order' }).click()
  const withdrawn = () => service.received.filter(({ message }) => message.kind === 'withdrawn')
  await expect.poll(withdrawn, { timeout }).toMatchObject([{ phone: 'one', message: { body: 'Répondu par Sara' } }])
  const bodies = told().map(({ message }) => message.body)
  expect(new Set(bodies).size).toBe(bodies.length)
  expect(service.received.at(-1)?.message.kind).toBe('withdrawn')
  expect(JSON.stringify(service.received)).not.toContain(customer.name)
})
