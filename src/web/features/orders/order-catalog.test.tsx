import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'

const webhookSecret = 'a-webhook-secret-of-this-test'
const growing = 'The catalog is still loading.'

let order: SimulatedOrder
const newOrder = (vendor: Simulator) => {
  order = vendor.placeOrder('digital')
  return `/orders/${order.id}`
}
/** The catalog contradicts each line, so each links to its item. */
const soldOutOrder = (vendor: Simulator) => {
  const address = newOrder(vendor)
  for (const { item } of order.lines) Object.assign(item, { stock: 0 })
  return address
}

const findSwitch = () => screen.findByRole('switch', { name: 'Digital codes' })
const itemLinks = () => screen.queryAllByRole('link', { name: 'Open in the catalog' })

test('shows catalog items, codes switch, price and stock of an order without a webhook', async () => {
  await openPage({
    at: soldOutOrder,
    isPolling: true,
    async fetch(request, vendor) {
      const answer = await vendor.fetch(request)
      if (!request.url.includes('/orders/')) return answer
      const { data } = (await answer.json()) as {
        readonly data: { readonly currency: string; readonly items: { product: { price: number; currency: string } }[] }
      }
      for (const { product } of data.items)
        Object.assign(product, { price: product.price + 1000, currency: data.currency })
      return Response.json({ data })
    },
  })
  await findSwitch()
  await vi.advanceTimersByTimeAsync(10_000)
  await waitFor(async () => expect(await findSwitch()).toBeChecked(), { timeout: 10_000 })
  await waitFor(() => expect(itemLinks()).toHaveLength(order.lines.length))
  expect(screen.getAllByText('Out of stock in the catalog')).toHaveLength(order.lines.length)
  expect(screen.getAllByText(/\d in the catalog$/)).toHaveLength(order.lines.length)
  expect(screen.queryByText(growing)).toBeNull()
})

test('shows an order without its catalog items if they cannot be read', async () => {
  const { ask } = await openPage({ at: newOrder })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    path.endsWith('/matches') ? new Response('', { status: 502 }) : ask(path, init),
  )
  expect(await screen.findByRole('heading', { level: 1, name: order.printNumber })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Accept order' })).toBeEnabled()
})

test('says on unmatched lines and the codes switch that the catalog is still being read', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const { notify } = await openPage({
    at: soldOutOrder,
    isPolling: true,
    isLive: true,
    webhookSecret,
    async fetch(request, vendor) {
      if (request.url.includes('/items')) await isRead
      return vendor.fetch(request)
    },
  })
  await notify(order.id)
  await findSwitch()
  await vi.advanceTimersByTimeAsync(6000)
  await waitFor(() => expect(screen.getAllByText(growing)).toHaveLength(order.lines.length), { timeout: 10_000 })
  expect(await findSwitch()).not.toBeChecked()
  expect(await findSwitch()).toHaveAccessibleDescription(
    'The catalog is still loading. Turn this on if the order has gift cards or other codes.',
  )
  read()
  await vi.advanceTimersByTimeAsync(10_000)
  await waitFor(async () => expect(await findSwitch()).toBeChecked(), { timeout: 10_000 })
  await waitFor(() => expect(itemLinks()).toHaveLength(order.lines.length), { timeout: 10_000 })
  expect(screen.queryByText(growing)).toBeNull()
})
