import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'

/** Accepts an order and leaves its screen; the service fails, and a toast asks for a retry. */
async function failToAccept(fetch?: (request: Request, vendor: Simulator) => Promise<Response>) {
  let order: SimulatedOrder | undefined
  const page: OpenPage = await openPage({
    webhookSecret: 'a-secret-of-24-characters',
    isPolling: true,
    at(vendor) {
      order = vendor.placeOrder()
      return `/orders/${order.id}`
    },
    ...(fetch && { fetch }),
  })
  if (!order) throw new Error('It was placed.')
  await page.notify(order.id)
  await vi.advanceTimersByTimeAsync(6000)
  page.vendor.faults.add({ kind: 'error', on: 'acceptOrder', times: Infinity })
  await page.user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await page.user.click(screen.getByRole('link', { name: 'Orders' }))
  await vi.advanceTimersByTimeAsync(40_000)
  const toasts = await screen.findByRole('log')
  expect(toasts).toHaveTextContent(/Tap again in a moment/)
  expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/orders/${order.id}`)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(toasts).toBeVisible()
  return { ...page, order }
}

test('keeps a retry toast until its order moves to another lane', async () => {
  const { vendor, order } = await failToAccept()
  vendor.orders.move(order, 'preparing')
  await vi.advanceTimersByTimeAsync(10_000)
  await waitFor(() => expect(screen.queryByRole('log')).toBeNull())
})

test('keeps a retry toast while the order’s status is unknown', async () => {
  await failToAccept(async (request, vendor) => {
    const answer = await vendor.fetch(request)
    const body = (await answer.json()) as { data?: { status?: { key?: string } } }
    if (body.data?.status?.key === 'pending') body.data.status.key = 'somewhere'
    return Response.json(body, { status: answer.status })
  })
  expect(screen.getByRole('log')).toBeVisible()
})
