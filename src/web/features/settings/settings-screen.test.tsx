import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

vi.setConfig({ testTimeout: 20_000 })

const webhookSecret = 'a-webhook-secret-of-this-test'
const at = () => '/settings'
const section = (name: string) => screen.findByRole('region', { name })
const webhookSection = () => section('Word of new orders')
const testButton = () => screen.findByRole('button', { name: 'Send a test' })

// This tablet.

test('shows the tablet’s name, and saves its language and appearance', async () => {
  const { user } = await openPage({ at })
  const tablet = await section('This tablet')
  expect(within(tablet).getByText('Counter')).toBeVisible()
  const appearance = within(tablet).getByRole('group', { name: 'Appearance' })
  expect(within(appearance).getByRole('radio', { name: 'Auto' })).toBeChecked()
  await user.click(within(appearance).getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  await user.click(within(appearance).getByRole('radio', { name: 'Auto' }))
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  await user.click(within(tablet).getByRole('radio', { name: 'Français' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Réglages' })).toBeVisible()
  expect(localStorage.getItem('language')).toBe('fr')
})

test('offers the language on every screen, the appearance on this one only', async () => {
  await openPage({ at: () => '/closed' })
  expect(await screen.findByRole('combobox', { name: 'Language' })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Appearance' })).toBeNull()
})

// Word of new orders.

test('shows the webhook’s address and header, and never the secret', async () => {
  const { user } = await openPage({ at, webhookSecret })
  const words = await webhookSection()
  expect(await within(words).findByText('http://desk.test/webhooks/orders')).toBeVisible()
  expect(within(words).getByText('Authorization: Bearer WEBHOOK_SECRET')).toBeVisible()
  expect(words).toHaveTextContent(/Last heardNothing yetRefusedNoneSince .*UnreadableNoneSince/)
  await user.click(within(words).getByRole('button', { name: 'Copy' }))
  expect(await within(words).findByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('http://desk.test/webhooks/orders')
  expect(document.body).not.toHaveTextContent(webhookSecret)
})

test('says if the browser refuses to copy', async () => {
  const { user } = await openPage({ at, webhookSecret })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'))
  await user.click(await screen.findByRole('button', { name: 'Copy' }))
  expect(await screen.findByText(/^It could not be copied/)).toBeVisible()
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
    /^No secret is set, so this desk takes no notifications.*WEBHOOK_SECRET.*openssl rand -hex 32$/,
  )
  expect(within(words).getByText('http://desk.test/webhooks/orders')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
})

test('shows that a test arrived, and lists it as the last notification', async () => {
  const { user } = await openPage({ at, webhookSecret })
  await user.click(await testButton())
  expect(await screen.findByText('It arrived: the address leads here, and the secret is right.')).toBeVisible()
  await waitFor(() => expect(screen.getByText('Last heard').nextElementSibling).toHaveTextContent(/^Nov 20, 2026/))
  await user.click(await testButton())
  expect(await screen.findByText('There was a test a moment ago. Try again in a few seconds.')).toBeVisible()
})

test.each([
  ['another secret in front', async () => new Response(null, { status: 401 }), /^It was refused \(401\)/],
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
    '/sign-in?from=%2Fsettings',
  )
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
})

test('says in the practice store that the address is simulated, and the test works', async () => {
  const { user } = await openPage({ at, webhookSecret, mode: 'practice' })
  expect(await screen.findByText(/^The service is pretend here/)).toBeVisible()
  await user.click(await testButton())
  expect(await screen.findByText(/^It arrived/)).toBeVisible()
})

// The vendor service.

test('shows unknown values of the service as unknown, and its last known state', async () => {
  const { ask, vendor } = await openPage({ at, responseWindowSeconds: 90 })
  const service = await section('The vendor service')
  await waitFor(() => expect(service).toHaveTextContent(/ConnectionNot known yet.*tokenNot known yet/))
  expect(service).toHaveTextContent('Time to answer an order1 minute 30 seconds')
  await ask('/api/developer/v1/cancel-reasons')
  await vi.advanceTimersByTimeAsync(5000)
  await waitFor(() => expect(service).toHaveTextContent(/ConnectionIt answersAs of .*tokenAccepted/))
  vendor.faults.add({ kind: 'unauthenticated', times: 5 })
  await ask('/api/developer/v1/cancel-reasons')
  await vi.advanceTimersByTimeAsync(5000)
  await waitFor(() => expect(service).toHaveTextContent('Not accepted'))
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
  expect(screen.queryByText(/^The clocks of the desk’s server/)).toBeNull()
  aheadMs = -600_000
  await answers()
  expect(await screen.findByText(/^The clocks of the desk’s server and of the service differ/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  const service = await section('The vendor service')
  await waitFor(() =>
    expect(service).toHaveTextContent(/Server clock(9 minutes 59 seconds|10 minutes) ahead of the service’s clock/),
  )
  aheadMs = 0
  await answers()
  await waitFor(() => expect(service).toHaveTextContent('Server clockIt agrees with the service’s clock'))
})

test('links the banner of a disabled webhook here', async () => {
  const { user } = await openPage({ at: () => '/', isPolling: true })
  await user.click(await screen.findByRole('link', { name: 'Look at the settings' }))
  expect(await webhookSection()).toBeVisible()
})

test('renders in Arabic', async () => {
  await openPage({ at, webhookSecret, language: 'ar' })
  expect(await screen.findByRole('button', { name: 'إرسال اختبار' })).toBeVisible()
})
