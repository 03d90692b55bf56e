import { openPage } from '#testing/open-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A tablet that somebody has just touched, where a new order takes the screen. */
async function openTouched(options: Partial<Parameters<typeof openPage>[0]> = {}) {
  localStorage.setItem('takes-screen', 'yes')
  const page = await openPage({
    at: () => '/',
    webhookSecret: 'a-webhook-secret-of-this-test',
    isPolling: true,
    isLive: true,
    ...options,
  })
  await page.user.click(await screen.findByText('No orders waiting'))
  async function place(kind?: 'digital') {
    const order = page.vendor.placeOrder(kind)
    await page.notify(order.id)
    return order
  }
  return { ...page, place }
}

const taken = (number: string) => screen.findByRole('dialog', { name: `New order ${number}` })
const dialog = () => screen.queryByRole('dialog')

test('takes the screen of a tablet that nobody has touched for 20 seconds, with all lines', async () => {
  const { place } = await openTouched()
  const order = await place()
  await screen.findByRole('article', { name: order.printNumber })
  await pass(17_000)
  expect(dialog()).toBeNull()
  await pass(5000)
  const shown = within(await taken(order.printNumber))
  expect(shown.getAllByRole('listitem')).toHaveLength(order.lines.length)
  // Announced by the dialog alone.
  expect(screen.queryByText(`New order ${order.printNumber}`, { selector: '[aria-live] p' })).toBeNull()
})

test('waits until there is something to show: the order is read', async () => {
  const { place } = await openTouched({
    fetch: async (request, vendor) => {
      if (/\/orders\/[^/]+$/.test(request.url)) await new Promise((resolve) => setTimeout(resolve, 4000))
      return vendor.fetch(request)
    },
  })
  await pass(22_000)
  const order = await place()
  await screen.findByRole('article', { name: order.id, hidden: true })
  expect(dialog()).toBeNull()
  await pass(5000)
  const shown = within(await taken(order.printNumber))
  expect(shown.getAllByRole('listitem')).toHaveLength(order.lines.length)
})

test('takes the screen when a silenced order rings again', async () => {
  const { place, ask } = await openTouched()
  const order = await place()
  await pass(2000)
  await ask(`/api/desk/orders/${order.id}/acknowledge`, { method: 'POST', headers: { Origin: 'http://desk.test' } })
  await pass(30_000)
  const card = await screen.findByRole('article', { name: order.printNumber })
  expect(card).toHaveTextContent('Silenced by Sara')
  expect(dialog()).toBeNull()
  await pass(16_000)
  expect(await taken(order.printNumber)).toBeVisible()
})

test('does not take the screen if the tablet’s setting is off', async () => {
  const { place } = await openTouched()
  localStorage.setItem('takes-screen', 'no')
  const order = await place()
  await pass(60_000)
  await screen.findByRole('article', { name: order.printNumber })
  expect(dialog()).toBeNull()
})

test('never covers an order that is being packed', async () => {
  const { user, vendor, place } = await openTouched()
  const packed = await place()
  vendor.orders.move(packed, 'preparing')
  await pass(6000)
  await user.click(within(await screen.findByRole('article', { name: packed.printNumber })).getByRole('link'))
  await screen.findByRole('button', { name: 'Mark as ready' })
  const order = await place()
  await pass(60_000)
  expect(dialog()).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await pass(22_000)
  expect(await taken(order.printNumber)).toBeVisible()
})

test('shows one order after the other: accepted, put off, answered elsewhere', async () => {
  const { user, place, vendor } = await openTouched()
  const [first, second, third] = [await place(), await place(), await place()]
  await pass(22_000)
  await user.click(within(await taken(first.printNumber)).getByRole('button', { name: 'Accept order' }))
  await user.click(within(await taken(second.printNumber)).getByRole('button', { name: 'Later' }))
  await taken(third.printNumber)
  vendor.orders.move(third, 'preparing')
  await pass(6000)
  await waitFor(() => expect(dialog()).toBeNull())
  // Put off, it does not come back, and stays on the board.
  await pass(30_000)
  expect(dialog()).toBeNull()
  expect(screen.getByRole('article', { name: second.printNumber })).toBeVisible()
})

test('leads to the reasons of a rejection', async () => {
  const { user, place, address } = await openTouched()
  const order = await place()
  await pass(22_000)
  await user.click(within(await taken(order.printNumber)).getByRole('button', { name: 'Reject order' }))
  expect(await screen.findByRole('dialog', { name: 'Reject order' })).toBeVisible()
  expect(address()).toBe(`/orders/${order.id}`)
})

test('asks who it is in place, and then accepts', async () => {
  const { user, place } = await openTouched({ who: 'nobody' })
  const order = await place()
  await pass(22_000)
  await user.click(within(await taken(order.printNumber)).getByRole('button', { name: 'Accept order' }))
  const signIn = within(await screen.findByRole('dialog', { name: 'Sign in' }))
  await user.click(signIn.getByRole('button', { name: /Sara/ }))
  await user.type(signIn.getByLabelText('PIN'), '1234')
  await user.click(signIn.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(dialog()).toBeNull())
  const card = within(await screen.findByRole('region', { name: 'In progress' }))
  expect(await card.findByRole('article', { name: order.printNumber })).toBeVisible()
})
