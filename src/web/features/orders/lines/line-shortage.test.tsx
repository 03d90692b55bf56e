import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { catalogItem } from '#testing/catalog-vendor.ts'
import { createBreakableStore } from '#testing/desk.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { notify, toasts } from '#web/api/toasts.ts'

const names = ['Milk', 'Bread', 'Salt', 'Figs', 'Tea']
const items = names.map((name, index) => catalogItem(index + 1, { id: 901 + index, name: { en: name, ar: name } }))
const linesOf = (...places: readonly number[]) =>
  places.flatMap((place) => {
    const item = items[place]
    return item ? [{ item, quantity: 1, customizations: null }] : []
  })

type Options = Partial<Parameters<typeof openPage>[0]> & {
  /** Places in `names` of the order that is opened; the other has only milk. */
  readonly lines?: readonly number[]
  readonly isOnBoard?: boolean
}

/** Two orders in preparation with milk. A station, where Omar is signed in, marks lines of the other one. */
async function openTwo({ lines = [0, 1], isOnBoard = false, ...options }: Options = {}) {
  onTestFinished(() => toasts.set([]))
  const orders: SimulatedOrder[] = []
  const page = await openPage({
    isLive: true,
    at(vendor) {
      for (const places of [lines, [0]]) {
        const order = vendor.placeOrder('ordinary', { lines: linesOf(...places) })
        vendor.orders.move(order, 'preparing')
        orders.push(order)
      }
      return isOnBoard ? '/' : `/orders/${orders[0]?.id}`
    },
    ...options,
  })
  const [own, other] = orders
  if (!own || !other) throw new Error('Both were placed.')
  const station = await page.admit('Kitchen', 'Omar')
  const headers = { 'Content-Type': 'application/json' }
  for (const { id } of orders)
    await station('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: id }) })
  const mark = async (order: SimulatedOrder, state: string | null, ask: OpenPage['ask'] = station, place = 0) => {
    const path = `/api/desk/orders/${order.id}/picks/${order.lines[place]?.id}`
    const { status } = await ask(path, { method: 'PUT', headers, body: JSON.stringify({ state }) })
    expect(status).toBe(200)
  }
  return { ...page, own, other, mark, station }
}

/** What runs behind the board begins once the browser is idle. */
const idle = () => vi.advanceTimersByTimeAsync(6000)

/** The text, however the day's time is written here. */
const since = (order: SimulatedOrder) => new RegExp(`^Out today: not found in ${order.printNumber} at .+$`)

test('marks a line whose product is missing in another order, until it is found there', async () => {
  const { other, mark } = await openTwo()
  const line = (await screen.findByText('Bread')).closest('ul')
  if (!line) throw new Error('The lines are a list.')
  expect(within(line).queryByText(/^Out today/)).toBeNull()
  await mark(other, 'missing')
  expect(await within(line).findAllByText(since(other))).toHaveLength(1)
  await mark(other, null)
  await waitFor(() => expect(within(line).queryByText(/^Out today/)).toBeNull())
})

test('says in words where a line is out, and not on one that is in the bag or missing itself', async () => {
  const { own, other, mark, ask } = await openTwo()
  await mark(other, 'missing')
  await screen.findByText(since(other))
  await mark(own, 'picked', ask)
  await waitFor(() => expect(screen.queryByText(since(other))).toBeNull())
  await mark(own, null, ask)
  await screen.findByText(since(other))
  await mark(own, 'missing', ask)
  await waitFor(() => expect(screen.queryByText(since(other))).toBeNull())
})

test('lets a signed-in person say that it is back, for every tablet', async () => {
  const { user, other, mark, station } = await openTwo()
  await mark(other, 'missing')
  await user.click(await screen.findByRole('button', { name: 'It’s back: Milk' }))
  await waitFor(() => expect(screen.queryByText(/^Out today/)).toBeNull())
  expect(await (await station('/api/desk/shortages')).json()).toEqual({ data: [] })
})

test('says that it is back although somebody else has said so', async () => {
  const { user, other, mark, station } = await openTwo({ isLive: false })
  await mark(other, 'missing')
  await vi.advanceTimersByTimeAsync(10_000)
  const button = await screen.findByRole('button', { name: 'It’s back: Milk' })
  const { data } = (await (await station('/api/desk/shortages')).json()) as { data: { id: string }[] }
  expect((await station(`/api/desk/shortages/${data[0]?.id}`, { method: 'DELETE' })).status).toBe(200)
  await user.click(button)
  await waitFor(() => expect(screen.queryByText(/^Out today/)).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says on the line that “It’s back” was not saved', async () => {
  const store = createBreakableStore()
  const { user, other, mark } = await openTwo({ store })
  await mark(other, 'missing')
  const button = await screen.findByRole('button', { name: 'It’s back: Milk' })
  store.isDown = true
  await user.click(button)
  expect(await screen.findByText('Not saved. Tap again in a moment.')).toHaveAttribute('role', 'alert')
  expect(screen.getByText(since(other))).toBeVisible()
})

test('shows nobody who is not signed in a button', async () => {
  const { other, mark } = await openTwo({ who: 'nobody' })
  await mark(other, 'missing')
  await screen.findByText(since(other))
  expect(screen.queryByRole('button', { name: /It’s back/ })).toBeNull()
})

test('suggests the line in the rejection dialog with its reason, and does not choose it', async () => {
  const { user, own, other, mark, ask } = await openTwo()
  await mark(other, 'missing')
  await mark(own, 'missing', ask, 1)
  await user.click(await screen.findByRole('button', { name: 'Reject order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject order' }))
  await user.click(await dialog.findByRole('radio', { name: 'Some items are not available' }))
  const milk = dialog.getByRole('checkbox', { name: 'Milk' })
  expect(milk).toHaveAccessibleDescription(expect.stringContaining(`in ${other.printNumber}`))
  expect(milk).not.toBeChecked()
  expect(dialog.getByRole('checkbox', { name: 'Bread' })).toBeChecked()
})

test('marks a line on the cards of other orders, also one that the card does not name', async () => {
  const { own, other, mark } = await openTwo({ isOnBoard: true, lines: [1, 2, 3, 0] })
  const card = within(await screen.findByRole('article', { name: own.printNumber }))
  await card.findByText('Bread')
  await mark(other, 'missing')
  expect(await card.findByText('Out today: Milk')).toBeVisible()
  const cardOfOther = within(screen.getByRole('article', { name: other.printNumber }))
  expect(cardOfOther.getByText('1 not found')).toBeVisible()
  expect(cardOfOther.queryByText(/Out today/)).toBeNull()
})

test('marks a line that the card names beside its name', async () => {
  const { own, other, mark } = await openTwo({ isOnBoard: true })
  const card = within(await screen.findByRole('article', { name: own.printNumber }))
  await card.findByText('Bread')
  await mark(other, 'missing')
  expect((await card.findByText('Out')).closest('li')).toHaveTextContent('1 × MilkOut')
})

test('leads from the card to the question about what is missing', async () => {
  const { user, other, mark, address } = await openTwo({ isOnBoard: true })
  const card = within(await screen.findByRole('article', { name: other.printNumber }))
  await mark(other, 'missing')
  await user.click(await card.findByRole('button', { name: '1 not found: ask the customer' }))
  expect(address()).toBe(`/orders/${other.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask about missing items' }))
  await user.click(await dialog.findByRole('radio', { name: 'Some items are not available' }))
  expect(dialog.getByRole('checkbox', { name: 'Milk' })).toBeChecked()
})

test('says in one line what another tablet did not find, with one press to ask the customer', async () => {
  const { user, other, mark, address } = await openTwo({ isOnBoard: true })
  await screen.findByRole('article', { name: other.printNumber })
  await idle()
  await mark(other, 'missing')
  const log = within(await screen.findByRole('log'))
  expect(await log.findByText(`Not found in ${other.printNumber}: Milk`)).toBeVisible()
  await user.click(log.getByRole('link', { name: 'Ask the customer' }))
  expect(address()).toBe(`/orders/${other.id}`)
  expect(await screen.findByRole('dialog', { name: 'Ask about missing items' })).toBeVisible()
  await waitFor(() => expect(toasts.read()).toEqual([]))
})

test('takes the line away once the mark is taken back, and adds what is missing too', async () => {
  const { own, mark } = await openTwo({ isOnBoard: true })
  await screen.findByRole('article', { name: own.printNumber })
  await idle()
  await mark(own, 'missing')
  await screen.findByText(`Not found in ${own.printNumber}: Milk`)
  await mark(own, 'missing', undefined, 1)
  await screen.findByText(`Not found in ${own.printNumber}: Milk, Bread`)
  expect(toasts.read()).toHaveLength(1)
  await mark(own, null)
  await screen.findByText(`Not found in ${own.printNumber}: Bread`)
  await mark(own, 'picked', undefined, 1)
  await waitFor(() => expect(toasts.read()).toEqual([]))
})

test('speaks of the latest order, and of the one before once that is over', async () => {
  const { own, other, mark } = await openTwo({ isOnBoard: true })
  await screen.findByRole('article', { name: own.printNumber })
  await idle()
  await mark(own, 'missing', undefined, 1)
  await mark(other, 'missing')
  await screen.findByText(`Not found in ${other.printNumber}: Milk · +1 more order`)
  expect(toasts.read()).toHaveLength(1)
  await mark(other, null)
  await screen.findByText(`Not found in ${own.printNumber}: Bread`)
})

test('stays away once it is dismissed, until something else is missing', async () => {
  const { user, own, other, mark } = await openTwo({ isOnBoard: true })
  await screen.findByRole('article', { name: own.printNumber })
  await idle()
  await mark(own, 'missing')
  await user.click(within(await screen.findByRole('log')).getByRole('button', { name: 'Dismiss' }))
  await mark(own, 'picked', undefined, 1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(toasts.read()).toEqual([])
  await mark(other, 'missing')
  await screen.findByText(`Not found in ${other.printNumber}: Milk`)
})

test('keeps or takes away the line of before a reload', async () => {
  const { own, mark } = await openTwo({ isOnBoard: true })
  await screen.findByRole('article', { name: own.printNumber })
  await mark(own, 'missing')
  const text = `Not found in ${own.printNumber}: Milk`
  const dialog = { orderId: own.id, dialog: 'ask' } as const
  act(() => void notify(text, { link: { to: `/orders/${own.id}`, name: 'Ask the customer', dialog } }))
  await idle()
  expect(toasts.read().map((toast) => toast.text)).toEqual([text])
  await mark(own, null)
  await waitFor(() => expect(toasts.read()).toEqual([]))
})

test('says nothing of this tablet’s own marks, nor of the order on the screen', async () => {
  const { own, other, mark, ask } = await openTwo()
  await screen.findByText('Bread')
  await idle()
  await mark(other, 'missing', ask)
  await mark(own, 'missing')
  await screen.findByRole('button', { name: '1 not found: ask the customer' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(toasts.read()).toEqual([])
})
