import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { notifyOtherTabs } from '#web/api/other-tabs.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { openPage } from '#testing/open-page.tsx'

// A held answer is taken back when the order changes or when its Undo is out of reach.

const page = { at: () => '/', webhookSecret: 'a-webhook-secret-of-this-test', isPolling: true, isLive: true } as const
const posts = (vendor: Simulator) =>
  vendor.requests.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1))

async function open(order: SimulatedOrder, user: { click(element: Element): Promise<void> }) {
  const card = await screen.findByRole('article', { name: new RegExp(order.printNumber) })
  await user.click(within(card).getByRole('link'))
}

test.each(['elsewhere', 'on another tablet'])(
  'takes a held rejection back when the order is accepted %s',
  async (where) => {
    const { user, vendor, notify, ask } = await openPage(page)
    const order = vendor.placeOrder()
    await notify(order.id)
    await open(order, user)
    await vi.advanceTimersByTimeAsync(2000)
    await user.click(await screen.findByRole('button', { name: 'Reject order' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject order' }))
    await user.click(await dialog.findByRole('radio', { name: 'Closing soon' }))
    await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
    if (where === 'elsewhere') vendor.orders.move(order, 'preparing')
    else {
      const headers = { 'Idempotency-Key': crypto.randomUUID(), Origin: 'http://desk.test' }
      const accepted = await ask(`/api/developer/v1/orders/${order.id}/accept`, { method: 'POST', headers })
      expect(accepted.status).toBe(200)
    }
    await vi.advanceTimersByTimeAsync(15_000)
    expect(posts(vendor)).not.toContain('reject')
    expect(screen.getByText('Not sent. Already accepted.')).toBeVisible()
  },
)

/** An order of many lines on its own screen; the test removes the first one on the customer's behalf. */
async function openLarge() {
  const opened = await openPage(page)
  const order = opened.vendor.placeOrder('large')
  await opened.notify(order.id)
  await open(order, opened.user)
  await vi.advanceTimersByTimeAsync(2000)
  async function loseFirst() {
    order.lines = order.lines.slice(1)
    await opened.ask(`/api/developer/v1/orders/${order.id}`)
    await vi.advanceTimersByTimeAsync(1000)
  }
  return { ...opened, order, loseFirst }
}

type User = Parameters<typeof open>[1]

const rejectDialog = async () => within(await screen.findByRole('dialog', { name: 'Reject order' }))

/** Opens the rejection dialog and chooses the first line as missing. */
async function chooseFirst(user: User) {
  const dialog = await rejectDialog()
  await user.click(await dialog.findByRole('radio', { name: 'Some items are not available' }))
  const [box] = dialog.getAllByRole('checkbox')
  if (box) await user.click(box)
  return dialog
}

async function rejectFirst(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Reject order' }))
  const dialog = await chooseFirst(user)
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
}

test('takes a held rejection back when its line is removed, and says so', async () => {
  const { user, vendor, order, loseFirst } = await openLarge()
  await user.click(await screen.findByRole('button', { name: 'Reject order' }))
  const dialog = await chooseFirst(user)
  await loseFirst()
  expect(dialog.getByRole('alert')).toHaveTextContent('The order has changed.')
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await chooseFirst(user)
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await loseFirst()
  expect(screen.getByText('Not sent.')).toBeVisible()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual([])
  await rejectFirst(user)
  await vi.advanceTimersByTimeAsync(8000)
  expect(vendor.requests.findLast(({ method }) => method === 'POST')?.body).toContain(order.lines[0]?.id)
})

test('sends a rejection although picture addresses change with each read', async () => {
  let readings = 0
  const { user, vendor, notify } = await openPage({
    ...page,
    async fetch(request, shop) {
      const answer = await shop.fetch(request)
      const body = (await answer.json()) as { data: { items?: { product: { featured_image: string } }[] } }
      readings += 1
      for (const { product } of body.data.items ?? []) product.featured_image = `https://pictures.test/1?${readings}`
      return Response.json(body, { status: answer.status })
    },
  })
  const order = vendor.placeOrder()
  await notify(order.id)
  await open(order, user)
  await rejectFirst(user)
  const before = readings
  await vi.advanceTimersByTimeAsync(9000)
  expect(readings).toBeGreaterThan(before)
  expect(posts(vendor)).toEqual(['reject'])
})

test('does not count the first read of an order as a change', async () => {
  const { user, vendor, notify } = await openPage(page)
  const order = vendor.placeOrder()
  vendor.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
  await notify(order.id)
  await user.click(within(await screen.findByRole('article')).getByRole('link'))
  await user.click(await screen.findByRole('button', { name: 'Reject order' }))
  const dialog = await rejectDialog()
  await user.click(await dialog.findByRole('radio', { name: 'Closing soon' }))
  vendor.faults.clear()
  const heading = () => screen.getByRole('heading', { level: 1, hidden: true })
  await waitFor(() => expect(heading()).toHaveTextContent(order.printNumber))
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.getByRole('radio', { name: 'Closing soon' })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(6000)
  expect(posts(vendor)).toEqual(['reject'])
})

test('resets an undone rejection when the order loses a line', async () => {
  const { user, loseFirst } = await openLarge()
  await rejectFirst(user)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: 'Reject order' }))
  const dialog = await rejectDialog()
  const reason = () => dialog.findByRole('radio', { name: 'Some items are not available' })
  expect(await reason()).toBeChecked()
  await loseFirst()
  expect(dialog.getByRole('alert')).toHaveTextContent('The order has changed.')
  expect(await reason()).not.toBeChecked()
})

test('does not send a removed line with the next rejection', async () => {
  const { user, vendor, order, loseFirst } = await openLarge()
  vendor.faults.add({ kind: 'slow', on: 'rejectOrder', ms: 3000 })
  vendor.faults.add({ kind: 'error', on: 'rejectOrder' })
  await rejectFirst(user)
  await vi.advanceTimersByTimeAsync(5500)
  await loseFirst()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await screen.findByRole('alert')).toBeVisible()
  vendor.faults.clear()
  await rejectFirst(user)
  await vi.advanceTimersByTimeAsync(8000)
  const sent = vendor.requests.findLast(({ method }) => method === 'POST')?.body
  expect(sent).toContain(`"items":[{"id":${order.lines[0]?.id}}]`)
})

test('takes a held answer back when a dialog covers its Undo', async () => {
  const { user, vendor, notify, ask } = await openPage(page)
  const [one, other] = [vendor.placeOrder(), vendor.placeOrder()]
  for (const each of [one, other]) {
    vendor.orders.move(each, 'preparing')
    await notify(each.id)
  }
  await open(one, user)
  await user.click(await screen.findByRole('button', { name: 'Mark as ready' }))
  vendor.orders.move(other, 'cancelled')
  await vi.advanceTimersByTimeAsync(1500)
  await ask(`/api/developer/v1/orders/${other.id}`)
  expect(within(await screen.findByRole('dialog')).getByText(other.printNumber)).toBeVisible()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual([])
})

test('takes a held answer back when another person signs in in another tab', async () => {
  const { user, vendor, ask } = await openPage({
    at(simulator) {
      const order = simulator.placeOrder()
      simulator.orders.move(order, 'preparing')
      return `/orders/${order.id}`
    },
    isLive: true,
  })
  await user.click(await screen.findByRole('button', { name: 'Mark as ready' }))
  const headers = { 'Content-Type': 'application/json', Origin: 'http://desk.test' }
  const body = JSON.stringify({ name: 'Omar', pin: '5678' })
  expect((await ask('/api/desk/session', { method: 'POST', headers, body })).status).toBe(200)
  notifyOtherTabs()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual([])
})
