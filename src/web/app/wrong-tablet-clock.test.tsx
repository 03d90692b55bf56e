import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { catalogItem } from '#testing/catalog-vendor.ts'
import { formatDay, formatMoment, formatTime } from '#web/i18n/format.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const secondMs = 1000
const hourMs = 60 * 60_000
const ahead = [-30 * hourMs, -5 * hourMs, 5 * hourMs, 30 * hourMs]

/** The seconds left on an order's countdown. */
async function secondsLeft(): Promise<number> {
  const text = (await screen.findByRole('timer', { name: 'Time left to answer' })).textContent ?? ''
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

const fact = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling

test.each(ahead)('shows an order’s times on a tablet whose clock is %d ms ahead', async (tabletAheadMs) => {
  await openPage({ tabletAheadMs, at: (vendor) => `/orders/${vendor.placeOrder('ordinary').id}` })
  expect(await secondsLeft()).toBeGreaterThan(280)
  expect(await fact('Placed')).toHaveTextContent(formatMoment(new Date(noon).toISOString(), 'en'))
  // Today, so without a date.
  expect(await screen.findByText(/^Since \d\d:\d\d$/)).toBeVisible()
})

test.each(ahead)('shows the log’s days on a tablet whose clock is %d ms ahead', async (tabletAheadMs) => {
  const page = await openPage({ tabletAheadMs, at: (vendor) => `/orders/${vendor.placeOrder('ordinary').id}` })
  const { id } = page.vendor.placeOrder('ordinary')
  await page.ask('/api/desk/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order_id: id }),
  })
  await page.ask(`/api/developer/v1/orders/${id}/accept`, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })
  await page.user.click(screen.getByRole('link', { name: 'Manage' }))
  await page.user.click(await screen.findByRole('link', { name: 'Log' }))
  expect(await screen.findByRole('region', { name: formatDay(noon, 'en') })).toBeVisible()
})

test.each(ahead)(
  'shows the server’s last twelve hours as the shift on a tablet whose clock is %d ms ahead',
  async (tabletAheadMs) => {
    const page = await openPage({ tabletAheadMs, at: () => '/' })
    const desk = globalThis.fetch
    const asked: string[] = []
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (path.startsWith('/api/desk/shift?')) asked.push(path)
      return desk(path, init)
    })
    await page.user.click(await screen.findByRole('link', { name: 'Reports' }))
    await waitFor(() => expect(asked).not.toEqual([]))
    const to = Date.parse(new URL(asked[0] ?? '', 'http://desk.test').searchParams.get('to') ?? '')
    expect(Math.abs(to - noon)).toBeLessThan(60 * secondMs)
  },
)

test.each(ahead)('ends a discount on time on a tablet whose clock is %d ms ahead', async (tabletAheadMs) => {
  const endsAt = new Date(noon + hourMs).toISOString()
  const item = catalogItem(7, { discounted_price: 800, discount_end_at: endsAt })
  const index = { have: 1, total: 1, fresh_at: new Date(noon).toISOString(), is_whole: true, problem: null }
  await openPage({ tabletAheadMs, at: () => '/catalog/items/7' })
  const desk = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.startsWith('/api/desk/catalog/items/7')
      ? Promise.resolve(Response.json({ data: item, index }))
      : desk(path, init),
  )
  expect(await screen.findByText(`Discount until ${formatMoment(endsAt, 'en')}`)).toBeVisible()
})

test.each(ahead)(
  'shows the server time of a lost connection on a tablet whose clock is %d ms ahead',
  async (tabletAheadMs) => {
    await openPage({ tabletAheadMs, at: (vendor) => `/orders/${vendor.placeOrder('ordinary').id}` })
    await secondsLeft()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network.')))
    await vi.advanceTimersByTimeAsync(10 * secondMs)
    const message = await screen.findByText(/^No connection since /)
    const times = Array.from({ length: 60 }, (_, second) => formatTime(noon + second * secondMs, 'en'))
    expect(times.map((time) => `No connection since ${time}.`)).toContain(message.textContent)
  },
)

test.each([-5 * hourMs, 5 * hourMs])('keeps the time left when the tablet’s clock is set by %d ms', async (byMs) => {
  await openPage({ tabletAheadMs: 0, isLive: true, at: (vendor) => `/orders/${vendor.placeOrder('ordinary').id}` })
  expect(await secondsLeft()).toBeGreaterThan(280)
  await act(() => vi.advanceTimersByTimeAsync(100 * secondMs))
  vi.setSystemTime(Date.now() + byMs)
  await act(() => vi.advanceTimersByTimeAsync(3 * secondMs))
  const left = await secondsLeft()
  expect(left).toBeGreaterThan(170)
  expect(left).toBeLessThan(200)
})

test('keeps the time of a saved board when the clock is set', async () => {
  await openPage({
    tabletAheadMs: -2 * hourMs,
    isLive: true,
    at: (vendor) => `/orders/${vendor.placeOrder('ordinary').id}`,
  })
  await secondsLeft()
  vi.setSystemTime(Date.now() + 5 * hourMs)
  await act(() => vi.advanceTimersByTimeAsync(3 * secondMs))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network.')))
  await act(() => vi.advanceTimersByTimeAsync(60 * secondMs))
  const [first] = within(document.body).getAllByText(/^Last updated at /)
  const times = Array.from({ length: 90 }, (_, second) => formatTime(noon + second * secondMs, 'en'))
  expect(times.map((time) => `Last updated at ${time}. The order could not be refreshed since then.`)).toContain(
    first?.textContent,
  )
})
