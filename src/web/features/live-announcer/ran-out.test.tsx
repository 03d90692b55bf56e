import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetLeft } from '#web/api/board.ts'
import { toasts } from '#web/api/toasts.ts'
import { openPage } from '#testing/open-page.tsx'

afterEach(() => {
  toasts.set([])
  forgetLeft()
})

/** A board with one waiting order that expires in a minute, with the toasts shown afterwards. */
async function openWaiting(isLive = true) {
  const page = await openPage({
    at: () => '/',
    isPolling: true,
    isLive,
    webhookSecret: 'a-webhook-secret-of-this-test',
    responseWindowSeconds: 60,
  })
  const order = page.vendor.placeOrder()
  await page.notify(order.id)
  await screen.findByRole('button', { name: 'Accept order' })
  // The announcer loads late; only then does it see orders leave the board.
  await waitFor(() => expect(document.querySelector('.sr-only[aria-live]')).not.toBeNull())
  await vi.advanceTimersByTimeAsync(3000)
  await screen.findByRole('button', { name: 'Silence' })
  return { ...page, order }
}

/** A board without a feed polls every 5 s. */
async function isGoneByAsking(): Promise<void> {
  for (let ms = 0; ms < 6000 && screen.queryByRole('article'); ms += 250) await vi.advanceTimersByTimeAsync(250)
  expect(screen.queryByRole('article')).toBeNull()
}

const isGone = () => waitFor(() => expect(screen.queryByRole('article')).toBeNull())

test('shows a toast with a link for an order that expired on this board', async () => {
  const { user, address, order } = await openWaiting()
  for (let seconds = 0; seconds < 80; seconds += 5) await vi.advanceTimersByTimeAsync(5000)
  await isGone()
  const toasts = within(await screen.findByRole('log'))
  expect(toasts.getAllByRole('listitem')).toHaveLength(1)
  expect(toasts.getByText(`${order.printNumber} was cancelled because nobody answered in time.`)).toBeVisible()
  await user.click(toasts.getByRole('link', { name: 'Open' }))
  expect(address()).toBe(`/orders/${order.id}`)
  expect(screen.queryByText(/because nobody answered in time/)).toBeNull()
})

test('shows no toast for an order that this desk rejected', async () => {
  const { ask, order } = await openWaiting()
  const answer = await ask(`/api/developer/v1/orders/${order.id}/reject`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID(), Origin: 'http://desk.test' },
    body: JSON.stringify({ cancel_reason_id: 3 }),
  })
  expect(answer.status).toBe(200)
  await vi.advanceTimersByTimeAsync(10_000)
  await isGone()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(screen.queryByRole('log')).toBeNull()
})

test('shows no toast for an expired order whose own screen is open', async () => {
  const { user, vendor, order } = await openWaiting()
  await user.click(screen.getByRole('link', { name: new RegExp(order.printNumber) }))
  await screen.findByRole('button', { name: 'Reject order' })
  vendor.orders.move(order, 'cancelled')
  // The desk polls the order.
  await vi.advanceTimersByTimeAsync(6000)
  expect(await screen.findByText('This order is closed.')).toBeVisible()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(screen.queryByText(/because nobody answered in time/)).toBeNull()
})

test.each([
  ['before it is asked for', 0],
  ['while it cannot be read', 1],
])('stops reading an expired order once the page is left: %s', async (_when, asked) => {
  const { vendor, ask, order } = await openWaiting(false)
  const desk = globalThis.fetch
  const held: ((error: Error) => void)[] = []
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.endsWith(`/api/desk/orders/${order.id}`)
      ? new Promise((_resolve, reject) => held.push(reject))
      : desk(address, init),
  )
  vendor.orders.move(order, 'cancelled')
  await ask(`/api/developer/v1/orders/${order.id}`)
  await isGoneByAsking()
  if (asked > 0) await vi.advanceTimersByTimeAsync(4500)
  expect(held).toHaveLength(asked)
  cleanup()
  for (const reject of held) reject(new TypeError('fetch failed'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(held).toHaveLength(asked)
})

test('shows a toast for an expired order after a server outage, also without a feed', async () => {
  const { vendor, ask, order } = await openWaiting(false)
  const desk = globalThis.fetch
  let isAway = false
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    isAway && address.endsWith(`/api/desk/orders/${order.id}`)
      ? Promise.reject(new TypeError('fetch failed'))
      : desk(address, init),
  )
  isAway = true
  vendor.orders.move(order, 'cancelled')
  await ask(`/api/developer/v1/orders/${order.id}`)
  await isGoneByAsking()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(screen.queryByRole('log')).toBeNull()
  isAway = false
  await vi.advanceTimersByTimeAsync(20_000)
  const toasts = within(await screen.findByRole('log'))
  expect(toasts.getByText(`${order.printNumber} was cancelled because nobody answered in time.`)).toBeVisible()
})

test('counts expired orders in one toast once more than two are unread', async () => {
  const { vendor, ask, notify, order } = await openWaiting()
  const others = [vendor.placeOrder(), vendor.placeOrder(), vendor.placeOrder()]
  for (const { id } of others) await notify(id)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4))
  const texts = () =>
    within(screen.getByRole('log'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  for (const [index, each] of [order, ...others].entries()) {
    vendor.orders.move(each, 'cancelled')
    await ask(`/api/developer/v1/orders/${each.id}`)
    await vi.advanceTimersByTimeAsync(10_000)
    if (index === 1) await waitFor(() => expect(texts()).toHaveLength(2))
    if (index === 2) await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/^3 orders were cancelled/)]))
  }
  await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/^4 orders were cancelled/)]))
})
