import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage, type OpenPage } from '#testing/open-page.tsx'

const live = { isLive: true, isPolling: true, webhookSecret: 'a-webhook-secret-of-this-test' }

/** Sends a new order to the desk and waits for its card. */
async function come({ vendor, notify }: OpenPage): Promise<void> {
  const { id, printNumber } = vendor.placeOrder()
  await notify(id)
  await screen.findByRole('article', { name: new RegExp(printNumber) })
}

test('ends a vendor failure of another screen once the board is read without one', async () => {
  const page = await openPage({
    ...live,
    at(vendor) {
      vendor.faults.add({ kind: 'unauthenticated', on: 'listItems', times: Infinity })
      return '/catalog/items'
    },
  })
  await screen.findByRole('alert')
  await page.user.click(screen.getByRole('link', { name: 'Orders' }))
  page.vendor.faults.clear()
  await come(page)
  expect(screen.getAllByText(/token/i)).not.toEqual([])
  // The desk has read that order meanwhile.
  await vi.advanceTimersByTimeAsync(20_000)
  await waitFor(() => expect(screen.queryAllByText(/token/i)).toEqual([]))
})

test('ends the token failure once the service accepts the token again', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  await come(page)
  page.vendor.faults.add({ kind: 'unauthenticated', times: Infinity })
  await vi.advanceTimersByTimeAsync(20_000)
  await waitFor(() => expect(screen.getAllByText(/token/i)).not.toEqual([]))
  page.vendor.faults.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  await waitFor(() => expect(screen.queryAllByText(/token/i)).toEqual([]))
})

test('shows a vendor failure on an idle tablet until an order is read again', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  await come(page)
  const says = 'The vendor service is not answering.'
  page.vendor.faults.add({ kind: 'error', times: Infinity })
  await vi.advanceTimersByTimeAsync(20_000)
  // The sound of this tablet is off, which is more serious.
  await page.user.click(await screen.findByRole('button', { name: '1 more' }))
  expect(await screen.findByText(says)).toBeVisible()
  // The failure does not time out.
  await vi.advanceTimersByTimeAsync(130_000)
  expect(screen.getByText(says)).toBeVisible()
  page.vendor.faults.clear()
  await page.ask(`/api/developer/v1/orders/${page.vendor.orders.all()[0]?.id}`)
  expect(await screen.findByText('Live')).toBeVisible()
})

test('reads the catalog once on a new page, and again after a lost connection', async () => {
  const page = await openPage({ isLive: true, at: () => '/catalog/items' })
  const { promise: isThere, resolve: connect } = Promise.withResolvers<void>()
  const read: string[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    read.push(path)
    if (path === '/api/desk/feed') await isThere
    return page.ask(path, init)
  })
  const reads = () => ['/items', '/brands', '/session'].map((part) => read.filter((path) => path.includes(part)).length)
  await screen.findByRole('table')
  await waitFor(() => expect(reads()).toEqual([1, 3, 0]))
  connect()
  // The session may have changed, and the feed does not cover the catalog.
  await waitFor(() => expect(reads()).toEqual([1, 3, 1]))
  await vi.advanceTimersByTimeAsync(2000)
  expect(reads()).toEqual([1, 3, 1])
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(reads()[0]).toBe(2))
})

test('reads the orders again once the tablet is paired', async () => {
  const page = await openPage({ ...live, isLive: false, at: () => '/' })
  await page.notify(page.vendor.placeOrder().id)
  await vi.advanceTimersByTimeAsync(6000)
  const refused = { status: 'error', message: 'This tablet was not let in.', code: 'not_enrolled' }
  let answers = 0
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path !== '/api/desk/orders') return page.ask(path, init)
    answers += 1
    return answers === 1 ? Response.json(refused, { status: 401 }) : page.ask(path, init)
  })
  await vi.advanceTimersByTimeAsync(11_000)
  expect(answers).toBeGreaterThan(1)
  expect(await screen.findAllByRole('article')).toHaveLength(1)
})
