import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

const page = { webhookSecret: 'a-webhook-secret-of-this-test', isPolling: true, isLive: true } as const

test.each(['/', 'its own screen'])('holds the lease for a slow ready on %s until it is done', async (where) => {
  const { vendor, notify, ask, user } = await openPage({
    ...page,
    at(simulator) {
      const order = simulator.placeOrder()
      simulator.orders.move(order, 'preparing')
      return where === '/' ? '/' : `/orders/${order.id}`
    },
  })
  const [order] = vendor.orders.all()
  await notify(order?.id ?? '')
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const what = path.split('/').at(-1) ?? ''
    if (what === 'lease' || what === 'ready') asked.push(`${init?.method} ${what}`)
    if (what === 'ready') await new Promise((resolve) => setTimeout(resolve, 3000))
    return ask(path, init)
  })
  const room =
    where === '/' ? await screen.findByRole('article') : await screen.findByRole('region', { name: /^Answer/ })
  await user.click(await within(room).findByRole('button', { name: 'Mark as ready' }))
  await vi.advanceTimersByTimeAsync(7000)
  expect(asked).toEqual(['PUT lease', 'POST ready'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(asked).toEqual(['PUT lease', 'POST ready', 'DELETE lease'])
})
