import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { recordOfNotification, type OrderRecord } from '#domain/order.ts'
import type { LogEntry } from '#server/storage/store.ts'

const sara = { person: 'Sara', tablet: 'Counter' }
const minute = 60_000
const day = 24 * 60 * minute
/** The clock of the desk in these tests. */
const noon = Date.parse('2026-11-20T12:00:00Z')

const doneBy = (action: string) => ({ action, outcome: 'done', by: sara, at: noon })

type Closed = Partial<OrderRecord> & { readonly status?: string; readonly name?: string; readonly customer?: string }

function closedOrder(orderId: string, { status = 'completed', name = 'Bread', customer = 'Layla', ...more }: Closed) {
  const notification = { orderId, toldId: null, itemIds: [], source: 'webhook', receivedAt: noon } as const
  const items = [name, 'Milk', 'Eggs', 'Dates'].map((each, index) => ({
    id: String(index),
    quantity: 2,
    product: { name: each },
  }))
  return {
    ...recordOfNotification(notification, 0),
    lane: 'closed' as const,
    closedFrom: 'ready' as const,
    closedAt: noon,
    order: {
      id: orderId,
      print_order_number: orderId,
      status: { key: status, title: 'Somewhere' },
      customer: { id: '1', name: customer },
      items,
      total: 12_000,
      currency: 'IQD',
    },
    numbers: orderId.toLowerCase(),
    ...more,
  }
}

/** The page of a desk that has these closed orders. */
async function openHistory(address: string, orders: readonly OrderRecord[], log: readonly LogEntry[] = []) {
  const store = createMemoryStore()
  for (const order of orders) {
    const [version = 0] = await store.ingest([order])
    await store.save({ ...order, version })
  }
  for (const entry of log) await store.appendLog(entry)
  return openPage({ store, isLive: true, at: () => address })
}

/** Delays each search until the test releases it. A search may start later than its list is dimmed. */
function holdSearches() {
  const desk = globalThis.fetch
  let waiting: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('q=')) await new Promise<void>((resolve) => waiting.push(resolve))
    return desk(path, init)
  })
  return {
    letGo() {
      for (const resolve of waiting) resolve()
      waiting = []
    },
  }
}

const entries = () => within(screen.getByRole('main')).queryAllByRole('listitem')
const numbers = () => entries().map((entry) => /[A-Z]-\d+/.exec(entry.textContent)?.[0])
const search = () => screen.getByRole('searchbox', { name: 'Search closed orders' })

const rejectedFor = (orderId: string, sent: LogEntry['sent']): LogEntry => ({
  at: noon,
  what: 'reject',
  orderId,
  by: sara,
  sent,
  vendor: null,
  outcome: 'done',
  settledBy: 'answer',
  tookMs: 1,
  posts: 1,
})

test('shows what was in each order, and how, by whom and why it ended', async () => {
  const removed = { order: null, closedFrom: 'answer', problem: 'not_found' } as const
  const handedOver = { by: sara, at: noon, codeMatched: true }
  const marks = { picks: [], handedOver, returned: null, prints: { count: 0, latest: [] } }
  const orders = [
    closedOrder('A-1', { marks }),
    closedOrder('A-2', { status: 'rejected', closedFrom: 'answer', lastDone: doneBy('reject') }),
    closedOrder('A-3', { status: 'rejected', closedFrom: 'answer', lastDone: doneBy('reject') }),
    closedOrder('A-4', { status: 'rejected' }),
    closedOrder('A-5', { status: 'cancelled' }),
    closedOrder('A-6', { status: 'cancelled', closedFrom: 'answer' }),
    closedOrder('A-7', { status: 'returned' }),
    closedOrder('A-8', { status: 'gone', closedFrom: 'answer' }),
    closedOrder('A-9', removed),
  ].map((order, index) => ({ ...order, receivedAt: noon - index * minute }))
  await openHistory('/history', orders, [
    rejectedFor('A-2', { reason_id: 3, reason: 'Closing soon' }),
    rejectedFor('A-3', { reason_code: 'TOO_BUSY' }),
  ])
  await waitFor(() => expect(entries()).toHaveLength(9))
  expect(entries()[0]).toHaveTextContent(/A-1.*Layla.*IQD\s12,000.*2 ×.*Bread.*2 ×.*Milk.*\+2 more/)
  const endings = [
    'Completed, handed over by Sara',
    'Rejected by Sara · Closing soon',
    'Rejected by Sara · Too busy',
    'Rejected outside this desk',
    'Cancelled by the customer or the service',
    'Missed: nobody answered in time',
    'Returned to the shop',
    'Ended as “Somewhere”',
    'Removed from the board',
  ]
  for (const [index, ending] of endings.entries()) {
    expect(entries()[index]).toHaveTextContent(new RegExp(String.raw`^Received \d\d:\d\d.*(more|A-9)${ending}$`))
  }
})

test('lists orders under their days, and finds yesterday’s in three presses', async () => {
  const { user, address } = await openHistory('/', [
    closedOrder('A-1', { receivedAt: noon - 2 * day }),
    closedOrder('A-2', { receivedAt: noon - day }),
    closedOrder('A-3', { receivedAt: noon - minute }),
  ])
  await user.click(await screen.findByRole('link', { name: 'History' }))
  await waitFor(() => expect(numbers()).toEqual(['A-3', 'A-2', 'A-1']))
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
    'Wednesday, November 18, 2026',
  ])
  await user.click(screen.getByRole('button', { name: 'Yesterday' }))
  await waitFor(() => expect(numbers()).toEqual(['A-2']))
  expect(address()).toBe('/history?day=2026-11-19')
  expect(screen.getByLabelText('Day')).toHaveValue('2026-11-19')
  await user.click(screen.getByRole('link', { name: /A-2/ }))
  await waitFor(() => expect(address()).toBe('/orders/A-2'))
})

test('filters by how orders ended, and keeps filters and search in the address', async () => {
  const { user, address } = await openHistory('/history?outcome=missed&q=dates', [
    closedOrder('A-1', {}),
    closedOrder('A-2', { status: 'cancelled', closedFrom: 'answer' }),
  ])
  await waitFor(() => expect(numbers()).toEqual(['A-2']))
  expect(search()).toHaveValue('dates')
  const choice = (name: string) => screen.getByRole('button', { name })
  expect(choice('Missed')).toHaveAttribute('aria-pressed', 'true')
  await user.click(choice('Completed'))
  await waitFor(() => expect(numbers()).toEqual(['A-1']))
  expect(address()).toBe('/history?q=dates&outcome=completed')
  await user.click(choice('Rejected'))
  expect(await screen.findByText('No closed order matches.')).toBeVisible()
  await user.click(choice('Show all orders'))
  await waitFor(() => expect(address()).toBe('/history'))
  expect(search()).toHaveValue('')
  await waitFor(() => expect(numbers()).toEqual(['A-2', 'A-1']))
})

test('leads from the earlier address, with its search', async () => {
  const { address } = await openHistory('/closed?q=A-2', [closedOrder('A-1', {}), closedOrder('A-2', {})])
  await waitFor(() => expect(numbers()).toEqual(['A-2']))
  expect(address()).toBe('/history?q=A-2')
})

test('dims the previous results while a search is running', async () => {
  const { user } = await openHistory('/history', [
    closedOrder('A-1', { receivedAt: noon - minute }),
    closedOrder('B-2', {}),
  ])
  await waitFor(() => expect(numbers()).toEqual(['B-2', 'A-1']))
  const list = () => screen.getByRole('region', { name: 'Today' }).parentElement
  const none = 'No closed order matches.'
  const held = holdSearches()
  await user.type(search(), 'x')
  await waitFor(() => expect(list()).toHaveAttribute('aria-busy', 'true'))
  expect(numbers()).toEqual(['B-2', 'A-1'])
  await waitFor(() => {
    held.letGo()
    expect(screen.getByText(none)).toBeVisible()
  })
  // Nor does it show another search's empty result.
  await user.type(search(), '{Backspace}B-2')
  await waitFor(() => expect(screen.queryByText(none)).toBeNull())
  expect(numbers()).toEqual([])
  await waitFor(() => {
    held.letGo()
    expect(numbers()).toEqual(['B-2'])
  })
})

test('shows more page by page, says how many, and keeps the focus', async () => {
  const orders = Array.from({ length: 120 }, (_none, index) => closedOrder(`C-${index}`, { receivedAt: noon - index }))
  const { user } = await openHistory('/history', orders)
  const more = await screen.findByRole('button', { name: 'Show more' })
  expect(screen.getByText('50 orders shown')).toBeVisible()
  await user.click(more)
  expect(await screen.findByText('100 orders shown')).toBeVisible()
  expect(more).toHaveFocus()
  await user.click(more)
  expect(await screen.findByText('120 orders in total')).toHaveFocus()
  expect(numbers()).toEqual(orders.map(({ orderId }) => orderId))
  expect(more).not.toBeInTheDocument()
})

test('tells on a closed order’s own screen who did what, when and why', async () => {
  const store = createMemoryStore()
  const order = closedOrder('A-1', { status: 'rejected', closedFrom: 'answer', lastDone: doneBy('reject') })
  const [version = 0] = await store.ingest([order])
  const notes = [
    { at: noon - minute, what: 'acknowledged', detail: null, by: sara },
    { at: noon, what: 'reject', detail: 'done', by: sara },
    { at: noon, what: 'lane', detail: 'closed', by: null },
  ]
  await store.save(
    { ...order, version },
    { notes, entry: rejectedFor('A-1', { reason_id: 3, reason: 'Closing soon' }) },
  )
  await openPage({ store, at: () => '/orders/A-1' })
  const events = within(await screen.findByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
  expect(events.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Order received'),
    expect.stringMatching(/Silenced.*Sara · Counter$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d.*Rejected.*Closing soon.*Sara · Counter$/),
    expect.stringContaining('Order closed'),
  ])
})
