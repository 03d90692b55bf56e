import { screen, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fullOrder } from '#simulator/order-wire.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { chooseDigits } from '#web/i18n/format.ts'

afterEach(() => localStorage.clear())

const secret = 'a-webhook-secret-of-this-test'

/** Sends the notification of a new order. */
async function order({ notify, vendor }: Pick<OpenPage, 'notify' | 'vendor'>) {
  const placed = vendor.placeOrder()
  await notify(placed.id)
  return placed
}

const answer = (ask: OpenPage['ask'], orderId: string, action: string, body?: object) =>
  ask(`/api/developer/v1/orders/${orderId}/${action}`, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID(), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

const figure = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement

test('shows how the orders of a shift ended and how fast they were answered', async () => {
  const page = await openPage({ at: () => '/', webhookSecret: secret })
  const [two, ...others] = [
    await order(page),
    await order(page),
    await order(page),
    await order(page),
    await order(page),
  ]
  await vi.advanceTimersByTimeAsync(30_000)
  for (const { id } of others) await answer(page.ask, id, 'accept')
  await vi.advanceTimersByTimeAsync(60_000)
  await answer(page.ask, two.id, 'reject', { cancel_reason_id: 3 })
  await page.user.click(await screen.findByRole('link', { name: 'Reports' }))
  expect(await figure('Orders')).toHaveTextContent(/^Orders5/)
  expect(await figure('Accepted')).toHaveTextContent(/^Accepted4/)
  expect(await figure('Rejected')).toHaveTextContent(/^Rejected1/)
  expect(await figure('Usual time to answer')).toHaveTextContent(/answer3\d s.*Half of the 5 answers were faster/)
  expect(await figure('Slowest answer')).toHaveTextContent(/1 min 3\d s/)
  expect(screen.getByRole('link', { name: two.printNumber })).toHaveAttribute('href', `/orders/${two.id}`)
  const reasons = screen.getByRole('table', { name: 'Rejections by reason' })
  expect(within(reasons).getByRole('row', { name: 'Closing soon 1' })).toBeVisible()
})

test('shows the money of sold orders by payment method, and how many totals could not be read', async () => {
  let unreadableId = ''
  const page = await openPage({
    at: () => '/reports',
    webhookSecret: secret,
    fetch: async (request, vendor) => {
      const response = await vendor.fetch(request)
      if (!request.url.endsWith(`/orders/${unreadableId}`)) return response
      const { data } = (await response.json()) as { data: object }
      return Response.json({ data: { ...data, total: 'a lot' } })
    },
  })
  const [one, two, three] = [await order(page), await order(page), await order(page)]
  unreadableId = three.id
  for (const { id } of [one, three]) await answer(page.ask, id, 'accept')
  await answer(page.ask, two.id, 'reject', { cancel_reason_id: 3 })
  await page.user.click(await screen.findByRole('radio', { name: 'Today' }))
  const table = await screen.findByRole('table', { name: 'Sales in IQD, by payment method' })
  const total = fullOrder(one).total.toLocaleString('en')
  expect(within(table).getByRole('row', { name: `${one.payment.title} 1 IQD\u00A0${total}` })).toBeVisible()
  expect(within(table).getByRole('row', { name: `Total 1 IQD\u00A0${total}` })).toBeVisible()
  expect(screen.getByText('1 order without a readable total is not included')).toBeVisible()
})

/** The customer is asked about a missing item, changes the order, and nobody answers it again. */
async function missAfterAChange(page: OpenPage) {
  const placed = page.vendor.placeOrder('large')
  await page.notify(placed.id)
  await answer(page.ask, placed.id, 'reject', { cancel_reason_id: 1, items: [{ id: placed.lines[0]?.id }] })
  await vi.advanceTimersByTimeAsync(12 * 60_000)
  return placed
}

test('counts an order missed after its change apart from the answers', async () => {
  const page = await openPage({ at: () => '/', isPolling: true, webhookSecret: secret })
  const placed = await missAfterAChange(page)
  await page.user.click(await screen.findByRole('link', { name: 'Reports' }))
  expect(await figure('Rejected')).toHaveTextContent(/^Rejected0Customer asked about missing items: 1$/)
  const missed = await figure('Missed')
  expect(missed).toHaveTextContent(/^Missed1Cancelled because nobody answered in timeA-\d+$/)
  expect(within(missed ?? document.body).getByRole('link', { name: placed.printNumber })).toHaveAttribute(
    'href',
    `/orders/${placed.id}`,
  )
  expect(await figure('Usual time to answer')).toHaveTextContent(/—Needs at least 5 answers$/)
})

test('names the latest of many missed orders and counts the others', async () => {
  const page = await openPage({ at: () => '/', isPolling: true, webhookSecret: secret })
  for (let count = 0; count < 14; count += 1) await order(page)
  await vi.advanceTimersByTimeAsync(12 * 60_000)
  await page.user.click(await screen.findByRole('link', { name: 'Reports' }))
  const missed = await figure('Missed')
  expect(missed).toHaveTextContent(/^Missed14.*and 2 earlier ones$/)
  expect(within(missed ?? document.body).getAllByRole('link')).toHaveLength(12)
  // No customer was asked anything.
  expect(await figure('Rejected')).toHaveTextContent(/^Rejected0$/)
})

test('shows neither times nor a chart if nothing was answered', async () => {
  await openPage({ at: () => '/reports' })
  expect(await figure('Orders')).toHaveTextContent(/^Orders0/)
  expect(await figure('Usual time to answer')).toHaveTextContent('—')
  expect(await figure('Slowest answer')).toHaveTextContent('Slowest answer—Needs at least 1 answer')
  expect(screen.queryByText('Orders by time of arrival and result')).not.toBeInTheDocument()
})

test('shows the chart’s numbers as a table', async () => {
  const page = await openPage({ at: () => '/reports', webhookSecret: secret })
  const one = await order(page)
  await answer(page.ask, one.id, 'accept')
  await page.user.click(await screen.findByRole('radio', { name: 'Today' }))
  await page.user.click(await screen.findByText('The chart in numbers'))
  const table = screen.getByRole('table', { name: 'Orders by time of arrival and result' })
  expect(within(table).getAllByRole('row')).toHaveLength(2)
  expect(within(table).getByRole('columnheader', { name: 'Accepted' })).toBeVisible()
})

test('uses the digits chosen on this tablet', async () => {
  chooseDigits('arab')
  onTestFinished(() => chooseDigits('latn'))
  const page = await openPage({ at: () => '/reports', language: 'ar', webhookSecret: secret })
  const one = await order(page)
  await answer(page.ask, one.id, 'reject', { cancel_reason_id: 3 })
  await page.user.click(await screen.findByRole('radio', { name: 'اليوم' }))
  await page.user.click(await screen.findByText('أرقام الرسم البياني'))
  const [numbers, reasons] = screen.getAllByRole('table')
  expect(reasons).toHaveTextContent(/Closing soon١$/)
  expect(numbers).toHaveTextContent(/١$/)
})

test('shows what the check knows, and asks what only a person can know', async () => {
  const { user } = await openPage({ at: () => '/reports', webhookSecret: secret })
  const point = (name: string) => screen.getByText(name).closest('li')
  expect(await screen.findByText('Sara can answer orders here.')).toBeVisible()
  expect(point('This tablet rings')).toHaveTextContent('Not working')
  expect(point('You can hear the sound')).toHaveTextContent('Please check')
  await user.click(screen.getByRole('button', { name: 'I heard it' }))
  expect(point('You can hear the sound')).toHaveTextContent('Good')
  await user.click(screen.getByRole('button', { name: 'No printer here' }))
  expect(point('The printer prints')).toHaveTextContent('Nothing is printed from this tablet.')
  expect(point('The clock is right')).toHaveTextContent('The time on this tablet is right.')
  expect(point('Order notifications arrive')).toHaveTextContent('None since the desk’s server started.')
})

test('saves a check on this tablet and begins the shift with it', async () => {
  const { user } = await openPage({ at: () => '/reports' })
  await screen.findByText('Sara can answer orders here.')
  await user.click(screen.getByRole('button', { name: 'Begin the shift' }))
  expect(await screen.findByText(/^Checked .*items needed attention/)).toHaveTextContent('Sara')
  const kept: unknown = JSON.parse(localStorage.getItem('shift-check') ?? '')
  expect(kept).toMatchObject({ by: 'Sara', at: expect.stringMatching(/^2026-11-20T12:0/) as unknown })
})

test('begins with the check until it is made, and then with the figures', async () => {
  const page = await openPage({ at: () => '/reports' })
  const headings = async () => {
    await screen.findByText('Slowest answer')
    return screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  }
  expect(await headings()).toEqual(['Start of the shift', 'Summary'])
  await page.user.click(screen.getByRole('button', { name: 'Begin the shift' }))
  // Nothing moves under a finger.
  expect(await headings()).toEqual(['Start of the shift', 'Summary'])
  await page.user.click(screen.getByRole('link', { name: /^Orders/ }))
  await page.user.click(await screen.findByRole('link', { name: 'Reports' }))
  expect(await headings()).toEqual(['Summary', 'Start of the shift'])
})

test('excludes orders before the check, and begins the chart on the full hour', async () => {
  const page = await openPage({ at: () => '/reports', webhookSecret: secret })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  await order(page)
  await vi.advanceTimersByTimeAsync(60_000)
  await page.user.click(await screen.findByRole('button', { name: 'Begin the shift' }))
  await vi.waitFor(async () => expect(await figure('Orders')).toHaveTextContent(/^Orders0/))
  await order(page)
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(async () => expect(await figure('Orders')).toHaveTextContent(/^Orders1/))
  await page.user.click(await screen.findByText('The chart in numbers'))
  const table = screen.getByRole('table', { name: 'Orders by time of arrival and result' })
  expect(within(table).getByRole('rowheader')).toHaveTextContent(/:00$/)
  expect(within(table).getByRole('row', { name: / 1$/ })).toBeVisible()
})
