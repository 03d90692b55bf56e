import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { tellOtherTabs } from '#web/api/preferences.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { openPage } from '#testing/open-page.tsx'

// What is held back is not sent once it is no longer what somebody decided, or nobody could undo it.

const page = { at: () => '/', webhookSecret: 'a-webhook-secret-of-this-test', isWatching: true, isLive: true } as const
const posts = (vendor: Simulator) =>
  vendor.requests.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1))

async function open(order: SimulatedOrder, user: { click(element: Element): Promise<void> }) {
  const card = await screen.findByRole('article', { name: new RegExp(order.printNumber) })
  await user.click(within(card).getByRole('link'))
}

test.each(['elsewhere', 'on another tablet'])(
  'a held rejection of an order that was accepted %s meanwhile is taken back',
  async (where) => {
    const { user, vendor, tell, ask } = await openPage(page)
    const order = vendor.placeOrder()
    await tell(order.id)
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

/** An order of many lines on its own screen, whose customer takes the first one out as a test wishes. */
async function openLarge() {
  const opened = await openPage(page)
  const order = opened.vendor.placeOrder('large')
  await opened.tell(order.id)
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

/** In the dialog that rejects an order, the first of its lines is chosen as missing. */
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

test('who rejects an order that loses a line where it stands is told, and nothing that is gone is sent', async () => {
  const { user, vendor, order, loseFirst } = await openLarge()
  await user.click(await screen.findByRole('button', { name: 'Reject order' }))
  const dialog = await chooseFirst(user)
  await loseFirst()
  expect(dialog.getByRole('alert')).toHaveTextContent('The order has changed meanwhile.')
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

test('a rejection is sent though each reading has another address of a picture', async () => {
  let readings = 0
  const { user, vendor, tell } = await openPage({
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
  await tell(order.id)
  await open(order, user)
  await rejectFirst(user)
  const before = readings
  await vi.advanceTimersByTimeAsync(9000)
  expect(readings).toBeGreaterThan(before)
  expect(posts(vendor)).toEqual(['reject'])
})

test('that an order comes to be read while it is rejected is no change of it', async () => {
  const { user, vendor, tell } = await openPage(page)
  const order = vendor.placeOrder()
  vendor.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
  await tell(order.id)
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

test('a rejection that was undone is asked anew where the order then loses a line', async () => {
  const { user, loseFirst } = await openLarge()
  await rejectFirst(user)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: 'Reject order' }))
  const dialog = await rejectDialog()
  const reason = () => dialog.findByRole('radio', { name: 'Some items are not available' })
  expect(await reason()).toBeChecked()
  await loseFirst()
  expect(dialog.getByRole('alert')).toHaveTextContent('The order has changed meanwhile.')
  expect(await reason()).not.toBeChecked()
})

test('a line that went while a rejection of it was on its way is not sent with the next one', async () => {
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

test('what is held is taken back where a dialog that came up by itself covers the way to undo it', async () => {
  const { user, vendor, tell, ask } = await openPage(page)
  const [one, other] = [vendor.placeOrder(), vendor.placeOrder()]
  for (const each of [one, other]) {
    vendor.orders.move(each, 'preparing')
    await tell(each.id)
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

test('what one person decided is not sent in the name of another who signs in meanwhile, in another tab', async () => {
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
  tellOtherTabs()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual([])
})
