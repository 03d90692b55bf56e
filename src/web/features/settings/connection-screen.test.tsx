import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { readDeadline, readDrift } from '#contract/desk/deadline.ts'
import { answerInstead, refusal } from '#testing/answer-instead.ts'
import { openPage } from '#testing/open-page.tsx'

const webhookSecret = 'a-webhook-secret-of-this-test'
const at = () => '/connection'
const section = (name: string) => screen.findByRole('region', { name })
const webhookSection = () => section('Order notifications')
const testButton = () => screen.findByRole('button', { name: 'Send a test' })

// Word of new orders.

test('shows the webhook’s address and header, and never the secret', async () => {
  const { user } = await openPage({ at, webhookSecret })
  const words = await webhookSection()
  expect(await within(words).findByText('http://desk.test/webhooks/orders')).toBeVisible()
  expect(within(words).getByText('Authorization: Bearer WEBHOOK_SECRET')).toBeVisible()
  expect(words).toHaveTextContent(/Last notificationNone yetRefusedNoneSince .*UnreadableNoneSince/)
  await user.click(within(words).getByRole('button', { name: 'Copy' }))
  expect(await within(words).findByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('http://desk.test/webhooks/orders')
  expect(document.body).not.toHaveTextContent(webhookSecret)
})

test('says if the browser refuses to copy', async () => {
  const { user } = await openPage({ at, webhookSecret })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'))
  await user.click(await screen.findByRole('button', { name: 'Copy' }))
  expect(await screen.findByText(/^Could not be copied/)).toBeVisible()
})

test('counts refused and unreadable notifications', async () => {
  const { ask } = await openPage({ at, webhookSecret })
  const tell = (secret: string) =>
    ask('/webhooks/orders', { method: 'POST', headers: { Authorization: `Bearer ${secret}` }, body: '{}' })
  await tell(webhookSecret)
  for (let each = 0; each < 3; each += 1) await tell('wrong')
  const words = await webhookSection()
  await waitFor(() => expect(words).toHaveTextContent(/Refused3 times since Nov 20, 2026, .*, last Nov 20, 2026/))
  expect(words).toHaveTextContent(/UnreadableOnce, Nov 20, 2026/)
})

test('warns without a secret that no notification is accepted, and says how to set one', async () => {
  await openPage({ at })
  const words = await webhookSection()
  expect(await within(words).findByRole('note')).toHaveTextContent(
    /^No secret is set, so this desk receives no orders.*WEBHOOK_SECRET.*openssl rand -hex 32$/,
  )
  expect(within(words).getByText('http://desk.test/webhooks/orders')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
})

test('shows that a test arrived, and lists it as the last notification', async () => {
  const { user } = await openPage({ at, webhookSecret })
  await user.click(await testButton())
  expect(await screen.findByText('The test arrived: address and secret are right.')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByText('Last notification').nextElementSibling).toHaveTextContent(/^Nov 20, 2026/),
  )
  await user.click(await testButton())
  expect(await screen.findByText('There was a test just now. Try again in a few seconds.')).toBeVisible()
})

test.each([
  ['another secret in front', async () => new Response(null, { status: 401 }), /^Refused \(401\)/],
  ['nobody there', () => Promise.reject(new Error('ENOTFOUND')), /could not reach this address.*DNS.*TLS/],
  ['a reverse proxy alone', async () => new Response('', { status: 404 }), /^Something else answered, with status 404/],
])('explains what to check when a test meets %s', async (_what, sendToSelf, words) => {
  const { user } = await openPage({ at, webhookSecret, sendToSelf })
  await user.click(await testButton())
  expect(await screen.findByText(words)).toBeVisible()
})

test('shows everything without a sign-in, which only a test requires', async () => {
  await openPage({ at, webhookSecret, who: 'nobody' })
  const words = await webhookSection()
  expect(await within(words).findByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/sign-in?from=%2Fconnection',
  )
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
})

test('says in the practice store that the address is simulated, and the test works', async () => {
  const { user } = await openPage({ at, webhookSecret, mode: 'practice' })
  expect(await screen.findByText(/^This is a practice store/)).toBeVisible()
  await user.click(await testButton())
  expect(await screen.findByText(/^The test arrived/)).toBeVisible()
})

// The vendor service.

test('shows unknown values of the service as unknown, and its last known state', async () => {
  const { ask, vendor } = await openPage({ at, responseWindowSeconds: 90 })
  const service = await section('Vendor service')
  await waitFor(() => expect(service).toHaveTextContent(/ConnectionNot known yet.*TokenNot known yet/))
  expect(service).toHaveTextContent('Time to answer an order1 minute 30 seconds')
  await ask('/api/developer/v1/cancel-reasons')
  await vi.advanceTimersByTimeAsync(5000)
  await waitFor(() => expect(service).toHaveTextContent(/ConnectionWorkingAs of .*TokenAccepted/))
  vendor.faults.add({ kind: 'unauthenticated', times: 5 })
  await ask('/api/developer/v1/cancel-reasons')
  await vi.advanceTimersByTimeAsync(5000)
  await waitFor(() => expect(service).toHaveTextContent('TokenRejected'))
})

test('warns on the board of a server clock that differs, and shows the difference here', async () => {
  let aheadMs = 0
  const { ask, user } = await openPage({
    at: () => '/',
    webhookSecret,
    async fetch(request, vendor) {
      const response = await vendor.fetch(request)
      response.headers.set('Date', new Date(Date.now() + aheadMs).toUTCString())
      return response
    },
  })
  const answers = async () => {
    for (let time = 0; time < 3; time += 1) await ask(`/api/developer/v1/items?page=${time + 1}`)
    await vi.advanceTimersByTimeAsync(15_000)
  }
  await answers()
  expect(screen.queryByText(/^The desk’s clock and the service’s/)).toBeNull()
  aheadMs = -600_000
  await answers()
  expect(await screen.findByText(/^The desk’s clock and the service’s clock differ/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Manage' }))
  await user.click(await screen.findByRole('link', { name: 'Connection' }))
  const service = await section('Vendor service')
  await waitFor(() =>
    expect(service).toHaveTextContent(/Server clock(9 minutes 59 seconds|10 minutes) ahead of the service’s clock/),
  )
  aheadMs = 0
  await answers()
  await waitFor(() => expect(service).toHaveTextContent('Server clockAgrees with the service’s clock'))
})

test('links the banner of a disabled webhook here', async () => {
  const { user } = await openPage({ at: () => '/', isPolling: true })
  await user.click(await screen.findByRole('link', { name: 'Connection' }))
  expect(await webhookSection()).toBeVisible()
})

// What the desk has learned about the service.

const estimate = { seconds: 300, low: 300, high: 300, observations: 3, source: 'configured' }

test.each([
  [
    'learned',
    { seconds: 300, low: 295.4, high: 310, observations: 23, source: 'learned' },
    'Orders are usually cancelled after 5:00 (23 seen). The desk counts down from 4:55, to be safe.',
  ],
  [
    'not known yet',
    estimate,
    /^Not known yet: the desk assumes 5:00 until ten cancellations have been seen \(3 so far\)/,
  ],
  [
    'disputed',
    { ...estimate, observations: 12 },
    /^The last cancellations disagree \(12 seen\), so the desk assumes 5:00/,
  ],
] as const)('says whether the time to answer is learned: %s', async (_what, deadline, words) => {
  const { user } = await openPage({ at: () => '/tablets' })
  answerInstead([[readDeadline, () => ({ ...deadline, groups: [] })]])
  await user.click(await screen.findByRole('link', { name: 'Connection' }))
  expect(await within(await section('Vendor service')).findByText(words)).toBeVisible()
})

test('shows the time to answer of each shop and service if there are several', async () => {
  const { user } = await openPage({ at: () => '/tablets' })
  const group = { ...estimate, shop: '1', service: 'food', shop_name: 'Corner' }
  const learned = { seconds: 120, low: 116, high: 130, observations: 14, source: 'learned' }
  const groups = [group, { ...learned, shop: '1', service: 'market', shop_name: null }]
  answerInstead([[readDeadline, () => ({ ...estimate, groups })]])
  await user.click(await screen.findByRole('link', { name: 'Connection' }))
  const service = await section('Vendor service')
  await waitFor(() => expect(service).toHaveTextContent('Corner · food5 minutesNot known yet'))
  expect(service).toHaveTextContent('1 · market1 minute 56 secondsOrders are usually cancelled after 2:00 (14 seen).')
})

const drift = {
  path: 'GET /orders/:orderId data.items[].price',
  found: 'string',
  expected: 'number',
  count: 12,
  first_at: '2026-11-19T10:00:00Z',
  last_at: '2026-11-20T11:00:00Z',
  example: '00.00',
}

test('lists differences from the specification for a manager, and saves them as a file', async () => {
  const { user } = await openPage({ at: () => '/tablets' })
  const drifts = [drift, { ...drift, path: 'GET /items data[].colour', expected: 'nothing', count: 1 }]
  answerInstead([[readDrift, () => ({ data: drifts })]])
  await user.click(await screen.findByRole('link', { name: 'Connection' }))
  const list = within(await section('Differences from the specification'))
  const [price, colour] = await list.findAllByRole('listitem')
  expect(price).toHaveTextContent(/price?string instead of number12 times, Nov 19, .* to Nov 20, .*Example: 00\.00$/)
  expect(colour).toHaveTextContent(/colour?New field \(string\)Once, Nov 20/)
  let saved: Blob | undefined
  Object.assign(URL, { createObjectURL: (blob: Blob) => ((saved = blob), ''), revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await user.click(list.getByRole('button', { name: 'Save as a file' }))
  expect(JSON.parse((await saved?.text()) ?? '')).toEqual({ data: drifts })
  vi.restoreAllMocks()
})

test.each([
  ['a manager that there are none', 'Sara', { data: [] }, 'None seen'],
  ['nobody else of them', 'Omar', refusal(403, 'manager_required'), null],
] as const)('tells %s', async (_whom, who, answer, words) => {
  const { user } = await openPage({ at: () => '/tablets', who })
  answerInstead([[readDrift, () => (answer instanceof Response ? answer.clone() : answer)]])
  await user.click(await screen.findByRole('link', { name: 'Connection' }))
  await section('Vendor service')
  if (words !== null) expect(await screen.findByText(words)).toBeVisible()
  await waitFor(() =>
    expect(screen.queryAllByRole('region', { name: 'Differences from the specification' })).toHaveLength(words ? 1 : 0),
  )
})

test('renders in Arabic', async () => {
  await openPage({ at, webhookSecret, language: 'ar' })
  expect(await screen.findByRole('button', { name: 'إرسال اختبار' })).toBeVisible()
})
