import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import type { SimulatedOrder } from '#simulator/order-book.ts'

test('what asks for another tap goes once its order has gone on, and stays until then', async () => {
  let order: SimulatedOrder | undefined
  const page = await openPage({
    webhookSecret: 'a-secret-of-24-characters',
    isWatching: true,
    at(vendor) {
      order = vendor.placeOrder()
      return `/orders/${order.id}`
    },
  })
  if (!order) throw new Error('It was placed.')
  await page.tell(order.id)
  await vi.advanceTimersByTimeAsync(6000)
  page.vendor.faults.add({ kind: 'error', on: 'acceptOrder', times: Infinity })
  await page.user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await page.user.click(screen.getByRole('link', { name: 'Orders' }))
  await vi.advanceTimersByTimeAsync(40_000)
  const notices = await screen.findByRole('log')
  expect(notices).toHaveTextContent(/tap again in a moment/)
  expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', `/orders/${order.id}`)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(notices).toBeVisible()
  page.vendor.orders.move(order, 'preparing')
  await vi.advanceTimersByTimeAsync(10_000)
  await waitFor(() => expect(screen.queryByRole('log')).toBeNull())
})
