import { setServerTime, steadyNow } from '#web/api/http/server-clock.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { openPage } from '#testing/open-page.tsx'
import { createRecordedInstrument } from '#testing/recorded-instrument.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MemoryRouter } from 'react-router'
import { PairedHead } from './shell.tsx'

/** A tablet in a shop with one waiting order. The test records its sounds. */
async function openTablet() {
  let order: SimulatedOrder | undefined
  const { user, vendor } = await openPage({
    at(simulator) {
      order = simulator.placeOrder()
      return '/nowhere'
    },
  })
  setFeedState({ is: 'lost', since: steadyNow() })
  const answer = await fetch('/api/desk/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order_id: order?.id }),
  })
  expect(answer.status).toBe(200)
  const { tablet, instrument } = createRecordedInstrument()
  const { messages } = await loadCatalog('en')
  const queries = createQueryClient()
  const { container, unmount } = render(
    <QueryClientProvider client={queries}>
      <Translations language="en" messages={messages}>
        <MemoryRouter>
          <PairedHead session={undefined} instrument={instrument} />
        </MemoryRouter>
      </Translations>
    </QueryClientProvider>,
  )
  return { view: within(container), user, tablet, vendor, queries, unmount }
}

test('is silent and says so in red before the first press', async () => {
  const { view, tablet } = await openTablet()
  expect(view.getByText('Sound is off: new orders will not ring')).toBeVisible()
  expect(await view.findByRole('button', { name: 'Silence' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(5000)
  expect(tablet.heard).toEqual([])
})

test('plays a test ring and then rings for the waiting order after one press', async () => {
  const { view, user, tablet } = await openTablet()
  await view.findByRole('button', { name: 'Silence' })
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  expect(await view.findByRole('button', { name: 'Sound on, needs attention' })).toBeVisible()
  expect(tablet.heard[0]).toBe('test')
  await vi.advanceTimersByTimeAsync(7000)
  expect(tablet.heard.slice(1)).toEqual(['calm', 'calm', 'calm'])
  expect(view.queryByRole('button', { name: 'Turn on sound' })).not.toBeInTheDocument()
})

test('reports stopped sound in red with a button to turn it on again', async () => {
  const { view, user, tablet } = await openTablet()
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  await view.findByRole('button', { name: 'Sound on, needs attention' })
  tablet.isRunning = false
  await vi.advanceTimersByTimeAsync(1000)
  // It renders slightly after the pulse that noticed it.
  expect(await view.findByRole('button', { name: 'Sound is off: new orders will not ring' })).toBeVisible()
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  expect(await view.findByRole('button', { name: 'Sound on, needs attention' })).toBeVisible()
})

test.each([
  [
    'a refused token',
    /^The service rejected this shop’s token/,
    async ({ vendor }: Awaited<ReturnType<typeof openTablet>>) => {
      vendor.faults.add({ kind: 'unauthenticated', times: 99 })
      await fetch('/api/developer/v1/cancel-reasons')
    },
  ],
  [
    'a clock that was set wrong',
    /^The clocks of this tablet and the desk’s server differ by more than 2 minutes/,
    async () => setServerTime(new Date(Date.now() - 5 * 60_000).toISOString()),
  ],
] as const)('names a link within 30 seconds of its break: %s', async (_what, words, breakIt) => {
  const tablet = await openTablet()
  await tablet.user.click(tablet.view.getByRole('button', { name: 'Turn on sound' }))
  await tablet.view.findByRole('button', { name: /^Sound on/ })
  expect(tablet.view.queryByText(words)).toBeNull()
  await breakIt(tablet)
  await vi.advanceTimersByTimeAsync(20_000)
  // This desk has no webhook secret, which is more serious.
  for (const more of tablet.view.queryAllByRole('button', { name: / more$/ })) await tablet.user.click(more)
  await waitFor(() => expect(tablet.view.queryAllByText(words)).not.toHaveLength(0))
})

test('plays the lost tone and reports a lost connection after 22 seconds of silence', async () => {
  const { view, user, tablet } = await openTablet()
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  await view.findByRole('button', { name: 'Sound on, needs attention' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(tablet.heard).not.toContain('lost')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(tablet.heard).toContain('lost')
  expect(view.getByText(/^No connection since/)).toBeVisible()
  await user.click(view.getByRole('button', { name: 'New orders will not ring' }))
  const links = within(view.getByRole('dialog', { name: 'New orders will not ring' }))
  expect(links.getByText('No connection: new orders will not ring here')).toBeVisible()
})

test('silences the ring for 45 seconds', async () => {
  const { view, user, tablet } = await openTablet()
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  await user.click(await view.findByRole('button', { name: 'Silence' }))
  await waitFor(() => expect(view.queryByRole('button', { name: 'Silence' })).not.toBeInTheDocument())
  tablet.heard.length = 0
  await vi.advanceTimersByTimeAsync(43_000)
  expect(tablet.heard).toEqual([])
  await vi.advanceTimersByTimeAsync(4000)
  expect(tablet.heard).toContain('calm')
})

test('offers the silence button inside an open dialog', async () => {
  const { view, user } = await openTablet()
  await view.findByRole('button', { name: 'Silence' })
  const asking = render(
    <Dialog title="Reject order" onClose={() => undefined}>
      <p>Why?</p>
    </Dialog>,
  )
  const dialog = within(asking.getByRole('dialog'))
  const stop = { name: 'Silence' }
  const refusal = { status: 'error', message: 'Sign in first.', code: 'sign_in_required' }
  const { fetch: answering } = window
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 403 }))
  const tapStop = async () => user.click(dialog.getAllByRole('button', stop)[0] ?? document.body)
  await tapStop()
  expect(await dialog.findByText(/Sign in to silence orders/)).toBeVisible()
  vi.stubGlobal('fetch', answering)
  await tapStop()
  await waitFor(() => expect(view.queryByRole('button', { name: 'Silence' })).not.toBeInTheDocument())
  // The test also mounts the whole page, which rings too.
  await waitFor(() => expect(dialog.queryByRole('button', stop)).toBeNull())
})

/** The second opens over the first, but precedes it in the page. */
const Dialogs = ({ are }: { readonly are: 0 | 1 | 2 }) => (
  <>
    {are > 1 && (
      <Dialog title="Stop preparing" onClose={() => undefined}>
        <p>Cancelled</p>
      </Dialog>
    )}
    {are > 0 && (
      <Dialog title="Reject order" onClose={() => undefined}>
        <p>Why?</p>
      </Dialog>
    )}
  </>
)

test('moves the silence button with the foremost dialog', async () => {
  const { view } = await openTablet()
  await view.findByRole('button', { name: 'Silence' })
  const { rerender } = render(<Dialogs are={1} />)
  const withButton = () =>
    screen
      .queryAllByRole('dialog')
      .filter((dialog) => within(dialog).queryAllByRole('button', { name: 'Silence' }).length > 0)
      .map((dialog) => dialog.getAttribute('aria-label'))
  expect(withButton()).toEqual(['Reject order'])
  rerender(<Dialogs are={2} />)
  expect(withButton()).toEqual(['Stop preparing'])
  rerender(<Dialogs are={1} />)
  expect(withButton()).toEqual(['Reject order'])
  rerender(<Dialogs are={0} />)
  expect(withButton()).toEqual([])
  expect(screen.getAllByRole('button', { name: 'Silence' })).toHaveLength(1)
})

test('shows beside the button why the ring could not be silenced', async () => {
  const { view, user } = await openTablet()
  const seen = await view.findByRole('button', { name: 'Silence' })
  const refusal = { status: 'error', message: 'Sign in first.', code: 'sign_in_required' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 403 }))
  await user.click(seen)
  const alert = await view.findByRole('alert')
  expect(alert).toHaveTextContent('Sign in to silence orders.')
  expect(within(alert).getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('clears the request to sign in after a sign-in', async () => {
  const { view, user, queries } = await openTablet()
  const desk = fetch
  const refusal = { status: 'error', message: 'Sign in first.', code: 'sign_in_required' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 403 }))
  await user.click(await view.findByRole('button', { name: 'Silence' }))
  expect(await view.findByRole('alert')).toHaveTextContent('Sign in to silence')
  vi.stubGlobal('fetch', desk)
  const { queryKey } = sessionQuery()
  queries.setQueryData(queryKey, (session) => session && { ...session, staff: { id: 'omar', name: 'Omar' } })
  await waitFor(() => expect(view.queryByRole('alert')).toBeNull())
})

test('turns the sound on again at any press after a reload', async () => {
  localStorage.setItem('armed', 'yes')
  const { view, user, tablet } = await openTablet()
  await user.click(view.getByText('Sound is off: new orders will not ring'))
  expect(await view.findByRole('button', { name: 'Sound on, needs attention' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(1000)
  expect(tablet.heard).not.toContain('test')
})

test('releases the wake lock and the notification when the tablet is removed', async () => {
  const { view, user, tablet, unmount } = await openTablet()
  await user.click(await view.findByRole('button', { name: 'Turn on sound' }))
  expect(tablet.isAwake).toBe(true)
  // As on a hidden page.
  tablet.notification = '1 order waits for an answer'
  unmount()
  expect([tablet.isAwake, tablet.notification]).toEqual([false, undefined])
})
