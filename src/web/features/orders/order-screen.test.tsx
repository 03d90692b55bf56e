import { act, cleanup, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { feedPath } from '#contract/desk/feed.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { OrderSummary } from './order-facts.tsx'

// Unchanged; only its renders are counted.
vi.mock('./order-facts.tsx', { spy: true })

/** A vendor that returns its order with some fields changed. */
const showing = (change: (data: Record<string, unknown>) => void) => async (request: Request, vendor: Simulator) => {
  const answer = await vendor.fetch(request)
  const body = (await answer.json()) as { data: Record<string, unknown> }
  change(body.data)
  return Response.json(body)
}

let order: SimulatedOrder
const newOrder = (vendor: Simulator) => {
  order = vendor.placeOrder()
  return `/orders/${order.id}`
}

test('shows an order’s number, customer, lines and prices', async () => {
  await openPage({ at: newOrder })
  expect(await screen.findByRole('heading', { level: 1, name: order.printNumber })).toBeVisible()
  expect(screen.getByText(order.customer.name)).toBeVisible()
  expect(screen.getByText('Waiting for the shop')).toBeVisible()
  for (const { item } of order.lines) {
    expect(screen.getByText(item.id % 3 === 0 ? item.name.ar : item.name.en)).toBeVisible()
  }
})

test('shows a cash amount without calling it received', async () => {
  const withCash = (amount: number) => showing((data) => Object.assign(data, { cash_amount: amount }))
  await openPage({ at: newOrder, fetch: withCash(20_000) })
  expect(await screen.findByText('Cash amount')).toBeVisible()
  expect(screen.queryByText(/received/)).toBeNull()
  cleanup()
  await openPage({ at: newOrder, fetch: withCash(0) })
  expect(await screen.findByText('Subtotal')).toBeVisible()
  expect(screen.queryByText('Cash amount')).toBeNull()
})

const webhookSecret = 'a-webhook-secret-of-this-test'
/** Sends the order to the desk, and counts the page's reads of it from then on. */
async function ingest(tell: OpenPage['notify']): Promise<void> {
  vi.spyOn(globalThis, 'fetch')
  await tell(order.id)
  await vi.advanceTimersByTimeAsync(2000)
}
const readings = () => vi.mocked(fetch).mock.calls.filter(([path]) => path === `/api/desk/orders/${order.id}`).length

test('does not render an order again that was read unchanged', async () => {
  const { notify, vendor } = await openPage({ at: newOrder, isPolling: true, webhookSecret })
  await ingest(notify)
  await screen.findByText('Subtotal')
  await vi.advanceTimersByTimeAsync(6000)
  const [rendered, asked] = [vi.mocked(OrderSummary).mock.calls.length, readings()]
  // Less than the time until the catalog is searched for its lines.
  await vi.advanceTimersByTimeAsync(18_000)
  expect(readings() - asked).toBeGreaterThan(2)
  expect(OrderSummary).toHaveBeenCalledTimes(rendered)
  vendor.orders.move(order, 'cancelled')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await screen.findByText('Cancelled')).toBeVisible()
  expect(vi.mocked(OrderSummary).mock.calls.length).toBeGreaterThan(rendered)
})

test('polls an open order only while the feed is lost', async () => {
  const { ask, notify } = await openPage({
    at(vendor) {
      const address = newOrder(vendor)
      // A line links to its item only where the catalog contradicts it.
      for (const { item } of order.lines) Object.assign(item, { stock: 0 })
      return address
    },
    webhookSecret,
    isLive: true,
    isPolling: true,
  })
  await ingest(notify)
  // The catalog was searched for its lines by then.
  await screen.findAllByRole('link', { name: 'Open in the catalog' }, { timeout: 20_000 })
  await vi.advanceTimersByTimeAsync(6000)
  const told = readings()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readings()).toBe(told)
  vi.mocked(fetch).mockImplementation((path, init) =>
    path === feedPath ? Promise.reject(new TypeError('It is away.')) : ask(path as string, init),
  )
  act(() => void dispatchEvent(new Event('online')))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readings() - told).toBeGreaterThan(4)
  vi.mocked(fetch).mockImplementation((path, init) => ask(path as string, init))
  await vi.advanceTimersByTimeAsync(20_000)
  const back = readings()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readings()).toBe(back)
})

test('polls pending codes every second although the feed is live', async () => {
  const { ask, notify } = await openPage({ at: newOrder, webhookSecret })
  await ingest(notify)
  let isPending = true
  vi.mocked(fetch).mockImplementation(async (path, init) => {
    const answer = await ask(path as string, init) // The page's own request.
    if (path !== `/api/desk/orders/${order.id}`) return answer
    const { data } = (await answer.json()) as { readonly data: object }
    return Response.json({ data: { ...data, codes_pending: isPending, catalog_state: 'whole' } })
  })
  await vi.advanceTimersByTimeAsync(6000)
  act(() => setFeedState({ is: 'live' }))
  const asked = readings()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(readings() - asked).toBeGreaterThan(7)
  isPending = false
  await vi.advanceTimersByTimeAsync(2000)
  const until = readings()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(readings()).toBe(until)
})

test('counts the time left on the server’s clock', async () => {
  await openPage({ at: newOrder })
  const timer = await screen.findByRole('timer', { name: 'Time left to answer' })
  expect(timer).toHaveTextContent(/^(5:00|4:5\d)$/)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(timer).toHaveTextContent(/^3:5\d$/)
})

test('keeps the buttons after the deadline and says that the order may be gone', async () => {
  await openPage({
    at: newOrder,
    // This test's vendor waits longer than the desk's estimate.
    fetch: showing((data) => Object.assign(data, { created_at: '2026-11-20T11:50:00Z' })),
  })
  expect(await screen.findByText('May have been cancelled')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Accept order' })).toBeEnabled()
})

test('offers accept before ready', async () => {
  await openPage({ at: newOrder })
  expect(await screen.findByRole('button', { name: 'Accept order' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Mark as ready' })).toBeNull()
})

test('shows the vendor’s status after an accept and offers ready', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await screen.findByText('Accepted. Status: Being prepared')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Mark as ready' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Accept order' })).toBeNull()
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('keeps the desk’s data on the screen after an accept until it is read again', async () => {
  const page = await openPage({ at: newOrder, isPolling: true, webhookSecret })
  await ingest(page.notify)
  await screen.findByText('Order received')
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    path === `/api/desk/orders/${order.id}` ? new Promise(() => undefined) : page.ask(path, init),
  )
  await page.user.click(screen.getByRole('button', { name: 'Accept order' }))
  expect(await screen.findByText('Accepted. Status: Being prepared')).toBeVisible()
  expect(screen.getByText('Order received')).toBeVisible()
})

test('shows a failure beside the button in the vendor’s words', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  vendor.orders.move(order, 'cancelled')
  await user.click(accept)
  expect(await screen.findByRole('alert')).toHaveTextContent('Order cannot be accepted in its current state')
  expect(await screen.findByText('Cancelled')).toBeVisible()
})

test('shows an unknown outcome until the vendor is back', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  vendor.faults.add({ kind: 'drop-late', on: 'acceptOrder' })
  vendor.faults.add({ kind: 'drop', on: 'getOrder', times: Infinity })
  await user.click(accept)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await screen.findByText(/The service did not answer. Checking whether your answer arrived/)).toBeVisible()
  vendor.faults.clear()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await screen.findByText('Accepted. Status: Being prepared')).toBeVisible()
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('marks an unreadable field without hiding the order or its buttons', async () => {
  const { user } = await openPage({
    at: newOrder,
    fetch: showing((data) => {
      data['total'] = 'a lot'
      data['status'] = 7
      data['customer'] = ['who?']
      data['items'] = [...(data['items'] as unknown[]), 'not a line']
    }),
  })
  expect(await screen.findByRole('heading', { level: 1, name: order.printNumber })).toBeVisible()
  const sums = within(await screen.findByRole('region', { name: 'Total' }))
  // The details load slightly later.
  await user.click(await sums.findByRole('button', { name: 'unreadable' }))
  expect(screen.getByText('Received: a lot')).toBeVisible()
  // The lane and the service's status.
  expect(screen.getAllByText('Unknown status')).toHaveLength(1)
  expect(screen.getByText('Unreadable line')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Accept order' })).toBeEnabled()
})

test('shows an unread order without claims about its lines', async () => {
  const { notify, vendor, ask } = await openPage({
    at(simulator) {
      const address = newOrder(simulator)
      simulator.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
      return address
    },
    isPolling: true,
    isLive: true,
    webhookSecret,
  })
  await notify(order.id)
  const why = 'The service is not answering. The details follow.'
  const said = await screen.findByText(why)
  const money = await screen.findByRole('region', { name: 'Total' })
  expect(said.compareDocumentPosition(money)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await screen.findByText('Order received')
  expect(screen.getAllByText(why)).toHaveLength(1)
  for (const claim of [/without any lines/, '0 lines', 'Unknown status']) expect(screen.queryByText(claim)).toBeNull()
  expect(screen.getByRole('button', { name: 'Accept order' })).toBeEnabled()
  vendor.faults.clear()
  await ask(`/api/developer/v1/orders/${order.id}`)
  expect(await screen.findByText(order.customer.name)).toBeVisible()
  expect(screen.queryByText(why)).toBeNull()
})

test('highlights customizations of any shape', async () => {
  await openPage({
    at: newOrder,
    fetch: showing((data) => {
      const [first] = data['items'] as Record<string, unknown>[]
      if (first)
        first['customizations'] = { allergy: 'حساسية من الفول السوداني', extras: [{ name: 'Sauce', value: 'hot' }] }
    }),
  })
  const notes = (await screen.findAllByText('Customer notes'))[0]?.closest('div')
  expect(within(notes as HTMLElement).getByText('حساسية من الفول السوداني')).toBeVisible()
  expect(within(notes as HTMLElement).getByText('hot')).toBeVisible()
})

test('keeps an order that cannot be read again and shows its age', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  await screen.findByRole('button', { name: 'Accept order' })
  vendor.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await screen.findByText(/^Last updated at/)).toBeVisible()
  // The sound of this tablet is off, which is more serious.
  await user.click(screen.getByRole('button', { name: '1 more' }))
  expect(screen.getByText('The vendor service is not answering.', { selector: '[role=status]' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: order.printNumber })).toBeVisible()
})

test('reports an unknown order and shows it once the vendor knows it', async () => {
  const { vendor } = await openPage({ at: (vendor) => `/orders/${Number(vendor.placeOrder().id) + 1}x` })
  expect(await screen.findByRole('heading', { name: 'Order not found' })).toBeVisible()
  expect(vendor.requests.length).toBeGreaterThan(0)
})

test('keeps the message for an unknown order in place during retries', async () => {
  const { vendor } = await openPage({ at: () => '/orders/999999' })
  const heading = await screen.findByRole('heading', { name: 'Order not found' })
  const asked = vendor.requests.length
  await vi.advanceTimersByTimeAsync(21_000)
  expect(vendor.requests.length - asked).toBeGreaterThan(2)
  expect(heading).toBeVisible()
})

test('sends no invalid order id to the vendor', async () => {
  const { vendor } = await openPage({ at: () => '/orders/..%2Fcategories' })
  expect(await screen.findByRole('alert')).toHaveTextContent('This is not a valid order id')
  expect(vendor.requests).toEqual([])
})

test('mirrors the page in Arabic', async () => {
  await openPage({ at: newOrder, language: 'ar' })
  expect(await screen.findByRole('button', { name: /قبول/ })).toBeEnabled()
  expect(document.documentElement).toHaveAttribute('dir', 'rtl')
})
