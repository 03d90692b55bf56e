import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { automaticPerson, type Who } from '#contract/desk/action.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { logEntryOf } from '#testing/action-store-suite.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'

afterEach(() => localStorage.clear())

const secret = 'a-webhook-secret-of-this-test'

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

const radios = async () => {
  await screen.findByRole('radio', { name: 'This shift' })
  return screen.getAllByRole('radio').map((radio) => radio.closest('div')?.textContent)
}

test('offers weeks and months to a manager', async () => {
  await openPage({ at: () => '/reports' })
  await screen.findByRole('radio', { name: 'Last 90 days' })
  expect(await radios()).toEqual([
    'This shift',
    'Today',
    'Yesterday',
    'This week',
    'Last 7 days',
    'Last 28 days',
    'Last 90 days',
    'This month',
    'Last month',
    'Choose dates',
  ])
})

test('offers the spans of the counter to others, and says who sees more', async () => {
  const page = await openPage({ at: () => '/reports?of=last28', who: 'Omar', webhookSecret: secret })
  expect(await screen.findByText('Managers also see weeks and months here.')).toBeVisible()
  expect(await radios()).toEqual(['This shift', 'Today', 'Yesterday'])
  expect(screen.getByRole('radio', { name: 'This shift' })).toBeChecked()
  await page.user.click(screen.getByRole('radio', { name: 'Today' }))
  expect(await figure('Slowest answer')).toHaveTextContent('Slowest answer—Needs at least 1 answer')
})

/** Goes to the board and comes back by the navigation. */
async function comeAgain({ user }: Pick<OpenPage, 'user'>) {
  await user.click(screen.getByRole('link', { name: /^Orders/ }))
  await user.click(await screen.findByRole('link', { name: 'Reports' }))
}

const checkHeading = { name: 'Start of the shift' }

test('opens with the period that a manager chose last', async () => {
  const page = await openPage({ at: () => '/reports' })
  await screen.findByRole('heading', checkHeading)
  await page.user.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'This month')
  expect(await screen.findByText('Nov 1, 2026 to Nov 20, 2026')).toBeVisible()
  await comeAgain(page)
  expect(page.address()).toBe('/reports')
  expect(await screen.findByText('Nov 1, 2026 to Nov 20, 2026')).toBeVisible()
  expect(screen.queryByRole('heading', checkHeading)).not.toBeInTheDocument()
  await page.user.click(screen.getByRole('radio', { name: 'This shift' }))
  expect(page.address()).toBe('/reports?of=shift')
  expect(await screen.findByRole('heading', checkHeading)).toBeVisible()
  await comeAgain(page)
  expect(await screen.findByRole('heading', checkHeading)).toBeVisible()
})

test('opens with own dates that were chosen last', async () => {
  const page = await openPage({ at: () => '/reports?of=own&from=2026-11-01&to=2026-11-03' })
  fireEvent.change(await screen.findByLabelText('Last day'), { target: { value: '2026-11-05' } })
  await screen.findByText('Nov 1, 2026 to Nov 5, 2026')
  await comeAgain(page)
  expect(await screen.findByText('Nov 1, 2026 to Nov 5, 2026')).toBeVisible()
})

test('opens with the check for others, whatever they or a manager chose on this tablet', async () => {
  const sara = await openPage({ at: () => '/reports' })
  await sara.user.click(await screen.findByRole('radio', { name: 'Today' }))
  await screen.findByText('No orders in this period.')
  cleanup()
  const omar = await openPage({ at: () => '/reports', who: 'Omar' })
  expect(await screen.findByText('Managers also see weeks and months here.')).toBeVisible()
  expect(screen.getByRole('heading', checkHeading)).toBeVisible()
  await omar.user.click(screen.getByRole('radio', { name: 'Yesterday' }))
  await waitFor(() => expect(screen.queryByRole('heading', checkHeading)).not.toBeInTheDocument())
  await comeAgain(omar)
  expect(await screen.findByRole('heading', checkHeading)).toBeVisible()
})

test('shows the outcomes in the order in which they add up to all orders, then the times', async () => {
  const page = await openPage({ at: () => '/reports?of=today', webhookSecret: secret })
  await order(page)
  await screen.findByText('Usual time until ready')
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent)
  const sum = ['Orders', 'Accepted', 'Rejected', 'Missed', 'Still waiting', 'Other']
  expect(names).toEqual([...sum, 'Usual time to answer', 'Usual time until ready'])
  // Zeros say nothing more.
  expect(await figure('Accepted')).toHaveTextContent(/^Accepted0$/)
  expect(await figure('Missed')).toHaveTextContent(/^Missed0$/)
  expect(await figure('Other')).toHaveTextContent(/^Other0$/)
  expect(await figure('Still waiting')).toHaveTextContent(/^Still waiting1For an answer/)
  await page.user.click(screen.getByRole('radio', { name: 'This shift' }))
  await screen.findByText('Slowest answer')
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    ...sum,
    'Usual time to answer',
    'Slowest answer',
  ])
  expect(await figure('Other')).toHaveTextContent(/^Other0$/)
})

test('says whose time zone the days are in, and when it is not that of the tablet', async () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const page = await openPage({ at: () => '/reports?of=today', webhookSecret: secret })
  await order(page)
  expect(await screen.findByText(/the time zone of the desk’s server/)).toHaveTextContent(
    `Days and hours are in ${here}, the time zone of the desk’s server. Whoever runs it can change that.`,
  )
  expect(screen.queryByText(/this tablet is in/)).not.toBeInTheDocument()
  cleanup()
  await openPage({ at: () => '/reports?of=today', timeZone: 'Asia/Kathmandu' })
  expect(await screen.findByText(/this tablet is in/)).toHaveTextContent(
    `are in Asia/Kathmandu, the time zone of the desk’s server; this tablet is in ${here}. Whoever runs the server`,
  )
})

/** Six orders of yesterday, each accepted after 20 s. */
async function storeOfYesterday(by: Who = { person: 'Sara', tablet: 'Counter' }) {
  const store = createMemoryStore()
  for (let index = 0; index < 6; index += 1) {
    const [orderId, receivedAt] = [`yesterday-${index}`, Date.parse('2026-11-19T12:00:00Z') + index]
    await store.ingest([{ orderId, toldId: null, itemIds: [], source: 'webhook', receivedAt }])
    const record = await store.find(orderId)
    const order = { id: orderId, status: { key: 'delivered' }, items: [], total: 5, currency: 'IQD' }
    const lastDone = { action: 'accept', outcome: 'done', by, at: receivedAt + 20_000 }
    if (record)
      await store.save({ ...record, lane: 'closed', closedFrom: 'ready', order, lastDone, closedAt: receivedAt })
    const entry = { orderId, what: 'accept', outcome: 'done', by, at: receivedAt + 20_000, tookMs: 0 }
    await store.appendLog(logEntryOf(entry))
  }
  return store
}

test('names the days of the week without the dots of French', async () => {
  const page = await openPage({ at: () => '/reports?of=last7', language: 'fr', webhookSecret: secret })
  await order(page)
  const [, days] = await screen.findAllByRole('figure')
  expect(days).toHaveTextContent('lunmarmerjeuvensamdim')
})

test('compares days with those before, in signs and words', async () => {
  const page = await openPage({ at: () => '/reports', webhookSecret: secret, store: await storeOfYesterday() })
  for (let count = 0; count < 5; count += 1) {
    const { id } = await order(page)
    await vi.advanceTimersByTimeAsync(12_000)
    await answer(page.ask, id, 'accept')
  }
  const last = await order(page)
  await answer(page.ask, last.id, 'reject', { cancel_reason_id: 3 })
  await page.user.click(await screen.findByRole('radio', { name: 'Today' }))
  await waitFor(async () => expect(await figure('Orders')).toHaveTextContent(/^Orders6Same as before$/))
  expect(await figure('Accepted')).toHaveTextContent(/^Accepted5−1 \(was 6\)/)
  expect(await figure('Rejected')).toHaveTextContent(/^Rejected1\+1 \(was 0\)/)
  expect(await figure('Usual time to answer')).toHaveTextContent(
    /^Usual time to answer12 s8 s faster \(was 20 s\)9 out of 10/,
  )
  expect(screen.getByText(/^Compared with .*Today is not over yet\.$/)).toBeVisible()
  const people = screen.getByRole('table', { name: 'By person' })
  expect(within(people).getByRole('row', { name: /^Sara 5 1 0/ })).toBeVisible()
  const items = screen.getByRole('table', { name: 'Top items' })
  expect(within(items).getAllByRole('row').length).toBeGreaterThan(1)
  expect(screen.getByRole('row', { name: /^Period before 6/ })).toBeVisible()
  expect(page.address()).toBe('/reports?of=today')
  expect(screen.queryByRole('heading', { name: 'Start of the shift' })).not.toBeInTheDocument()
})

test.each<readonly [Who, RegExp]>([
  [{ person: 'Sara', tablet: '', key: true }, /^API key Sara 6 0/],
  [{ person: automaticPerson, tablet: '', rule: 'now' }, /^Automatic acceptance 6 0/],
  [{ person: '', tablet: 'Counter' }, /^Nobody signed in 6 0/],
])('says which row is of a key, of the rule, or of nobody: %s', async (by, row) => {
  await openPage({ at: () => '/reports?of=yesterday', store: await storeOfYesterday(by) })
  const people = await screen.findByRole('table', { name: 'By person' })
  expect(within(people).getByRole('row', { name: row })).toBeVisible()
})

test('says if a span has no orders, and if there is nothing to compare with', async () => {
  const page = await openPage({ at: () => '/reports?of=yesterday', webhookSecret: secret })
  expect(await screen.findByText('No orders in this period.')).toBeVisible()
  await order(page)
  await page.user.click(screen.getByRole('radio', { name: 'Last 7 days' }))
  expect(await screen.findByText('Nothing to compare with: the first orders here are from Nov 20, 2026.')).toBeVisible()
  expect(screen.queryByText(/Today is not over yet/)).not.toBeInTheDocument()
  expect(await figure('Orders')).toHaveTextContent(/^Orders1$/)
  expect(screen.getAllByRole('figure')).toHaveLength(2)
})

test('takes own days, and refuses an end before the beginning', async () => {
  const page = await openPage({ at: () => '/reports?of=own&from=2026-11-20&to=2026-11-20', webhookSecret: secret })
  await order(page)
  const [first, last] = [await screen.findByLabelText('First day'), screen.getByLabelText('Last day')]
  expect([first, last]).toMatchObject([{ value: '2026-11-20' }, { value: '2026-11-20' }])
  fireEvent.change(last, { target: { value: '2026-11-10' } })
  expect(await screen.findByRole('alert')).toHaveTextContent('at most three years apart')
  expect(screen.queryByText('Orders', { selector: 'dt' })).not.toBeInTheDocument()
  fireEvent.change(last, { target: { value: '2026-11-21' } })
  expect(await screen.findByText('Nov 20, 2026 to Nov 21, 2026')).toBeVisible()
  expect(page.address()).toBe('/reports?of=own&from=2026-11-20&to=2026-11-21')
})

test('saves the days as a file for a spreadsheet, and says if that failed', async () => {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:report')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { user } = await openPage({ at: () => '/reports?of=lastMonth' })
  const file = 'vendor-desk-2026-10-01-to-2026-10-31'
  for (const [name, ending] of [
    ['Save days (CSV)', '.csv'],
    ['Save payment methods (CSV)', '-payments.csv'],
    ['Save items (CSV)', '-items.csv'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`Saved: ${file}${ending}`))
  }
  expect(saved).toEqual(['.csv', '-payments.csv', '-items.csv'].map((ending) => file + ending))
  // Another period has not been saved.
  await user.click(screen.getByRole('radio', { name: 'Last 7 days' }))
  await waitFor(() => expect(screen.queryByText(/^Saved:/)).not.toBeInTheDocument())
})

test('names the file after the shop', async () => {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:report')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { user, ask } = await openPage({ at: () => '/reports?of=lastMonth' })
  const headers = { 'Content-Type': 'application/json' }
  await ask('/api/desk/display-settings', {
    method: 'PUT',
    headers,
    body: JSON.stringify({ shop_name: 'متجر الكرادة' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Save days (CSV)' }))
  await waitFor(() => expect(saved).toEqual(['متجر-الكرادة-2026-10-01-to-2026-10-31.csv']))
})
