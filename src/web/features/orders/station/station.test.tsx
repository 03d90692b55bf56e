import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { wrongTone } from '#web/api/preferences.ts'
import { toasts } from '#web/api/toasts.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { OrderState } from '#simulator/order-life.ts'
import { catalogItem } from '#testing/catalog-vendor.ts'
import { createBreakableStore } from '#testing/desk.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { createTestScanner, type TestScanner } from '#testing/test-scanner.ts'
import { bumps } from './bumps.ts'
import { markedProduct } from './station-context.ts'

const milk = catalogItem(1, { id: 901, name: { en: 'Milk', ar: 'Milk' } })
const bread = catalogItem(2, { id: 902, name: { en: 'Bread', ar: 'Bread' } })

let scanner: TestScanner
beforeEach(() => {
  scanner = createTestScanner()
})
afterEach(() => {
  bumps.set([])
  toasts.set([])
  markedProduct.set(undefined)
})

type Line = readonly [item: typeof milk, quantity: number, notes?: object]

interface Placed {
  readonly lines?: readonly Line[]
  readonly state?: OrderState
}

const usualLines: readonly Line[] = [
  [milk, 2],
  [bread, 1],
]

const webhookSecret = 'a-webhook-secret-of-this-test'

/** The station with some orders, by default one of two milk and one bread in preparation. */
async function openStation(placed: readonly Placed[] = [{}], options: Partial<Parameters<typeof openPage>[0]> = {}) {
  const orders: SimulatedOrder[] = []
  const page = await openPage({
    isLive: true,
    webhookSecret,
    isPolling: true,
    at(vendor) {
      for (const { lines = usualLines, state = 'preparing' } of placed) {
        const order = vendor.placeOrder('ordinary', {
          lines: lines.map(([item, quantity, notes]) => ({ item, quantity, customizations: notes ?? null })),
        })
        vendor.orders.move(order, state)
        orders.push(order)
      }
      return '/station'
    },
    ...options,
  })
  for (const { id } of orders) {
    await page.notify(id)
    await vi.advanceTimersByTimeAsync(10)
  }
  const [order] = orders
  const headers = { 'Content-Type': 'application/json' }
  const rowOf = async (id = order?.id) =>
    (
      (await (await page.ask(`/api/desk/orders/${id}`)).json()) as {
        data: { lane: string; picks: { line: string; state: string }[] }
      }
    ).data
  return {
    ...page,
    orders,
    order,
    rowOf,
    picks: async (of = order) => (await rowOf(of?.id)).picks.map(({ state }) => state),
    /** Marks a line as another tablet does. */
    mark: (of: SimulatedOrder | undefined, line: number, state: string | null) =>
      page.ask(`/api/desk/orders/${of?.id}/picks/${of?.lines[line]?.id}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ state }),
      }),
  }
}

const numberOf = (order: SimulatedOrder | undefined) => order?.printNumber ?? ''
const ticket = async (order: SimulatedOrder | undefined) =>
  within(await screen.findByRole('article', { name: numberOf(order) }))
const numbers = () => screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'))
const tickOf = async (order: SimulatedOrder | undefined, name: string) =>
  (await ticket(order)).findByRole('checkbox', { name: `Picked: ${name}` })

/** Presses a key as a person does, alone. */
async function key(user: OpenPage['user'], pressed: string) {
  await scanner.type(user, '', 1000, pressed)
  await act(() => vi.advanceTimersByTimeAsync(200))
}

/** By then the desk has read orders in preparation again. */
const polled = () => act(() => vi.advanceTimersByTimeAsync(35_000))

/** The tickets may move after a press; keys wait for that to be seen. */
const seen = () => act(() => vi.advanceTimersByTimeAsync(1000))

test('ticks a line for all tablets, and takes it back by a second press', async () => {
  const { user, order, picks } = await openStation()
  const tick = await tickOf(order, 'Milk')
  expect(tick).not.toBeChecked()
  expect(tick).toHaveTextContent('2 ×')
  await user.click(tick)
  expect(tick).toBeChecked()
  await waitFor(async () => expect(await picks()).toEqual(['picked']))
  expect(await (await ticket(order)).findByText('1 of 2 picked')).toBeVisible()
  await user.click(tick)
  expect(tick).not.toBeChecked()
  await waitFor(async () => expect(await picks()).toEqual([]))
})

test('shows the marks of other tablets, and asks at the counter about what was not found', async () => {
  const { user, order, mark, picks } = await openStation()
  await user.click(await (await ticket(order)).findByRole('button', { name: 'Not found: Milk' }))
  await waitFor(async () => expect(await picks()).toEqual(['missing']))
  await mark(order, 1, 'picked')
  const own = await ticket(order)
  expect(await own.findByText(/^1 not found/)).toBeVisible()
  expect(own.queryByRole('button', { name: 'Mark as ready' })).toBeNull()
  // The counter has a way to the rejection.
  expect(own.getByRole('link', { name: 'Ask the customer' })).toHaveAttribute('href', `/orders/${order?.id}`)
  await user.click(own.getByRole('button', { name: 'Found: Milk' }))
  expect(await own.findByText('1 of 2 picked')).toBeVisible()
})

test('bumps a ticket by its key, and recalls it', async () => {
  const { user, orders, picks } = await openStation([{}, {}])
  await ticket(orders[1])
  await waitFor(() => expect(numbers()).toEqual(orders.map(numberOf)))
  await seen()
  await key(user, '2')
  await waitFor(async () => expect(await picks(orders[1])).toEqual(['picked', 'picked']))
  expect(await picks(orders[0])).toEqual([])
  await key(user, '0')
  const recall = within(await screen.findByRole('dialog', { name: 'Recall a ticket' }))
  expect(recall.getByRole('button', { name: `Bring back order ${numberOf(orders[1])}` })).toBeVisible()
  await key(user, '1')
  await waitFor(async () => expect(await picks(orders[1])).toEqual([]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('recalls the tick that finished a ticket', async () => {
  const { user, order, picks } = await openStation()
  await user.click(await tickOf(order, 'Milk'))
  await user.click(await tickOf(order, 'Bread'))
  await waitFor(async () => expect(await picks()).toEqual(['picked', 'picked']))
  await seen()
  await key(user, '0')
  await user.click(await screen.findByRole('button', { name: `Bring back order ${numberOf(order)}` }))
  await waitFor(async () => expect(await picks()).toEqual(['picked']))
})

test('recalls only the ticks of the bump, and leaves what was not found', async () => {
  const { user, order, mark, picks } = await openStation([
    {
      lines: [
        [milk, 1],
        [bread, 1],
        [milk, 3],
      ],
    },
  ])
  await mark(order, 0, 'picked')
  await mark(order, 1, 'missing')
  await (await ticket(order)).findByText('1 of 3 picked')
  await seen()
  await key(user, '1')
  await waitFor(async () => expect(await picks()).toEqual(['picked', 'missing', 'picked']))
  await user.click(screen.getByRole('button', { name: 'Recall' }))
  await user.click(await screen.findByRole('button', { name: /^Bring back/ }))
  await waitFor(async () => expect(await picks()).toEqual(['picked', 'missing']))
})

test('says of a ready order why it cannot be recalled', async () => {
  const { user, order, vendor, rowOf } = await openStation()
  await ticket(order)
  await seen()
  await key(user, '1')
  await waitFor(async () => expect((await rowOf()).picks).toHaveLength(2))
  if (order) vendor.orders.move(order, 'ready')
  await polled()
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  await key(user, 'r')
  const recall = within(await screen.findByRole('dialog', { name: 'Recall a ticket' }))
  expect(recall.getByText('Already marked as ready')).toBeVisible()
  expect(recall.queryByRole('button', { name: /^Bring back/ })).toBeNull()
})

test('marks an order as ready once all of it is ticked: held, undone and held again by its key', async () => {
  const { user, order, rowOf } = await openStation()
  const own = await ticket(order)
  await seen()
  await key(user, '1')
  expect(await own.findByRole('button', { name: 'Mark as ready' })).toBeVisible()
  await key(user, '1')
  expect(await own.findByRole('button', { name: 'Undo' })).toBeVisible()
  await key(user, '1')
  expect(await own.findByText('Not sent.')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(6000))
  expect((await rowOf()).lane).toBe('preparing')
  await key(user, '1')
  await own.findByRole('button', { name: 'Undo' })
  await act(() => vi.advanceTimersByTimeAsync(6000))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  expect((await rowOf()).lane).toBe('ready')
})

test('says on the ticket that an order could not be marked as ready', async () => {
  const { user, order, vendor } = await openStation()
  const own = await ticket(order)
  await seen()
  await key(user, '1')
  vendor.faults.add({ kind: 'forbidden', on: 'markOrderReady' })
  await user.click(await own.findByRole('button', { name: 'Mark as ready' }))
  await act(() => vi.advanceTimersByTimeAsync(6000))
  expect(await own.findByRole('alert')).toBeVisible()
})

test('asks for a sign-in in place before an order is marked as ready', async () => {
  const { user, order, mark } = await openStation([{}], { who: 'Omar' })
  await mark(order, 0, 'picked')
  await mark(order, 1, 'picked')
  await user.click(await screen.findByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('button', { name: 'Lock' }))
  const own = await ticket(order)
  await user.click(await own.findByRole('button', { name: 'Sign in to mark as ready' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in' }))
  await user.click(dialog.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('says which lines were not stored', async () => {
  const store = createBreakableStore()
  const { user, order } = await openStation([{}], { store })
  const tick = await tickOf(order, 'Milk')
  store.isDown = true
  await user.click(tick)
  const own = await ticket(order)
  expect(await own.findByRole('alert')).toHaveTextContent('Milk: Not saved. Tap again in a moment.')
  expect(tick).not.toBeChecked()
  store.isDown = false
  await user.click(tick)
  await waitFor(() => expect(own.queryByRole('alert')).toBeNull())
  expect(tick).toBeChecked()
})

test('dims an order whose customer decides, and ticks none of its lines', async () => {
  const { order } = await openStation([{ state: 'contact' }])
  const own = await ticket(order)
  expect(own.getByText('Customer deciding')).toBeVisible()
  expect(own.getByText('Milk')).toBeVisible()
  expect(own.queryByRole('checkbox')).toBeNull()
})

test('says that an order was cancelled until somebody has seen it', async () => {
  const { user, order, vendor } = await openStation()
  await tickOf(order, 'Milk')
  if (order) vendor.orders.move(order, 'cancelled')
  await polled()
  const own = await ticket(order)
  expect(await own.findByText('Cancelled')).toBeVisible()
  expect(await own.findByRole('alert')).toHaveTextContent('Stop preparing this order.')
  expect(own.queryByRole('checkbox')).toBeNull()
  await user.click(own.getByRole('button', { name: 'Got it' }))
  expect(screen.queryByRole('article')).toBeNull()
  expect(await screen.findByText('Nothing to prepare')).toBeVisible()
})

test('ticks one piece of the oldest ticket with each scan', async () => {
  const { user, orders, picks } = await openStation([{ lines: [[milk, 2]] }, { lines: [[milk, 1]] }])
  await tickOf(orders[1], 'Milk')
  await scanner.isWatched()
  const wrong = vi.fn<() => void>()
  const before = wrongTone.read()
  wrongTone.set(wrong)
  onTestFinished(() => wrongTone.set(before))
  await scanner.type(user, milk.barcode ?? '')
  expect(await (await ticket(orders[0])).findByText('1 of 2')).toBeVisible()
  await scanner.type(user, milk.barcode ?? '')
  await waitFor(async () => expect(await picks(orders[0])).toEqual(['picked']))
  expect(await picks(orders[1])).toEqual([])
  await scanner.type(user, milk.barcode ?? '')
  await waitFor(async () => expect(await picks(orders[1])).toEqual(['picked']))
  expect(wrong).not.toHaveBeenCalled()
  await scanner.type(user, milk.barcode ?? '')
  expect(await screen.findByText('Already complete')).toBeVisible()
  expect(wrong).toHaveBeenCalledOnce()
  await scanner.type(user, '5901234123457')
  expect(await screen.findByText('No open order needs this')).toBeVisible()
  expect(wrong).toHaveBeenCalledTimes(2)
})

test('bumps nothing by the digits of a scanner', async () => {
  const { user, order, picks } = await openStation()
  await ticket(order)
  await scanner.isWatched()
  await scanner.type(user, '1111111111111')
  await scanner.type(user, '11', 60)
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(await picks()).toEqual([])
})

test('counts all products over all tickets, marks those that have one, and remembers that they are shown', async () => {
  const { user, orders } = await openStation([{}, { lines: [[bread, 4]] }])
  await ticket(orders[1])
  await user.click(screen.getByRole('button', { name: 'All-day counts' }))
  const counts = within(screen.getByRole('region', { name: 'All-day counts' }))
  await waitFor(() =>
    expect(counts.getAllByRole('button').map((each) => each.textContent)).toEqual([
      '5 ×Bread in 2 orders',
      '2 ×Milk in 1 order',
    ]),
  )
  expect(localStorage.getItem('station-counts')).toBe('yes')
  await user.click(counts.getByRole('button', { name: /Milk/ }))
  expect(screen.getByRole('article', { name: numberOf(orders[0]) })).toHaveAttribute('data-marked')
  expect(screen.getByRole('article', { name: numberOf(orders[1]) })).not.toHaveAttribute('data-marked')
  await user.click(screen.getByRole('button', { name: 'All-day counts' }))
  expect(localStorage.getItem('station-counts')).toBe('no')
})

test('frames the notes of a line', async () => {
  const { order } = await openStation([{ lines: [[milk, 1, { note: 'No sugar' }]] }])
  expect(await tickOf(order, 'Milk')).toHaveAccessibleDescription('note: No sugar')
})

test('is calm without orders, and says that it is live', async () => {
  await openStation([])
  expect(await screen.findByText('Nothing to prepare')).toBeVisible()
  expect(screen.getByText(/^This station is live/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Account' })).toBeVisible()
})

test('leads a counter back to its orders', async () => {
  const { user, address } = await openStation([])
  await user.click(await screen.findByRole('link', { name: 'Back to orders' }))
  expect(address()).toBe('/')
})

test('ticks at a station although nobody is signed in, and offers no way to the board', async () => {
  const { user, order, picks } = await openStation([{ lines: [[milk, 1]] }], { role: 'station', who: 'nobody' })
  await user.click(await tickOf(order, 'Milk'))
  await waitFor(async () => expect(await picks()).toEqual(['picked']))
  expect(await (await ticket(order)).findByRole('button', { name: 'Sign in to mark as ready' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Back to orders' })).toBeNull()
})

test('says how long ago an order was accepted, and when it is late', async () => {
  const { order } = await openStation([{}], { role: 'station' })
  const own = await ticket(order)
  expect(await own.findByText('0 min')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(11 * 60_000))
  expect(own.getByText('Due soon')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
  expect(own.getByText('Late')).toBeVisible()
})

test('marks what was not found in another order', async () => {
  const { user, orders } = await openStation([{}, { lines: [[milk, 1]] }])
  await tickOf(orders[1], 'Milk')
  await user.click(await (await ticket(orders[0])).findByRole('button', { name: 'Not found: Milk' }))
  expect(await (await ticket(orders[1])).findByText('Not found in another order')).toBeVisible()
  expect((await ticket(orders[0])).queryByText('Not found in another order')).toBeNull()
})
