import { steadyNow } from '#web/api/http/server-clock.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { openPage } from '#testing/open-page.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MemoryRouter } from 'react-router'
import { createInstrument } from './tablet/instrument.ts'
import { RingLight } from './ring-light.tsx'

/** A tablet in a shop where one order waits. Its bell is heard by the test. */
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
  const tablet = {
    heard: [] as string[],
    isRunning: false,
    isAwake: false,
    notification: undefined as string | undefined,
  }
  const note = (sound: string) => void tablet.heard.push(sound)
  const instrument = createInstrument({
    hasSound: true,
    sound: {
      arm: async () => void (tablet.isRunning = true),
      ring: note,
      wrong: () => undefined,
      lost: () => note('lost'),
      test: () => note('test'),
      isRunning: () => tablet.isRunning,
    },
    wakeLock: {
      take: async () => void (tablet.isAwake = true),
      release: () => (tablet.isAwake = false),
      isHeld: () => true,
    },
    notification: {
      allow: async () => undefined,
      isAllowed: () => true,
      want: (text) => (tablet.notification = text?.title),
    },
  })
  const { messages } = await loadCatalog('en')
  const queries = createQueryClient()
  const { container, unmount } = render(
    <QueryClientProvider client={queries}>
      <Translations language="en" messages={messages}>
        <MemoryRouter>
          <RingLight instrument={instrument} />
        </MemoryRouter>
      </Translations>
    </QueryClientProvider>,
  )
  return { view: within(container), user, tablet, vendor, queries, unmount }
}

test('before the tap it says in red that it does not ring, and is silent', async () => {
  const { view, tablet } = await openTablet()
  expect(view.getByText('This tablet does not ring yet')).toBeVisible()
  expect(await view.findByText('1 order waits for an answer')).toBeVisible()
  await vi.advanceTimersByTimeAsync(5000)
  expect(tablet.heard).toEqual([])
})

test('one tap arms it: a test ring, then the bell for the order that waits', async () => {
  const { view, user, tablet } = await openTablet()
  await view.findByText('1 order waits for an answer')
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  expect(await view.findByText('This tablet rings, but may stop')).toBeVisible()
  expect(tablet.heard[0]).toBe('test')
  await vi.advanceTimersByTimeAsync(7000)
  expect(tablet.heard.slice(1)).toEqual(['calm', 'calm', 'calm'])
  expect(view.queryByRole('button', { name: 'Turn on sound' })).not.toBeInTheDocument()
})

test('a sound that stops is told in red with the button that brings it back', async () => {
  const { view, user, tablet } = await openTablet()
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  await view.findByText('This tablet rings, but may stop')
  tablet.isRunning = false
  await vi.advanceTimersByTimeAsync(1000)
  // It is drawn a moment after the pulse that noticed.
  expect(await view.findByText('This tablet cannot ring')).toBeVisible()
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  expect(await view.findByText('This tablet rings, but may stop')).toBeVisible()
})

test('a line that is silent for 22 seconds is heard as lost, and told in red', async () => {
  const { view, user, tablet } = await openTablet()
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  await view.findByText('This tablet rings, but may stop')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(tablet.heard).not.toContain('lost')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(tablet.heard).toContain('lost')
  expect(view.getAllByText('No contact with the desk: new orders do not ring here.')).not.toHaveLength(0)
})

test('who has seen it stops the ring for 45 seconds, then it returns', async () => {
  const { view, user, tablet } = await openTablet()
  await user.click(view.getByRole('button', { name: 'Turn on sound' }))
  await user.click(await view.findByRole('button', { name: 'I have seen it' }))
  await waitFor(() => expect(view.queryByText('1 order waits for an answer')).not.toBeInTheDocument())
  tablet.heard.length = 0
  await vi.advanceTimersByTimeAsync(43_000)
  expect(tablet.heard).toEqual([])
  await vi.advanceTimersByTimeAsync(4000)
  expect(tablet.heard).toContain('calm')
})

test('while something is asked the ring can be stopped in the dialog, behind which all else takes no tap', async () => {
  const { view, user } = await openTablet()
  await view.findByRole('button', { name: 'I have seen it' })
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
  expect(await dialog.findByText(/Sign in first: orders are silenced/)).toBeVisible()
  vi.stubGlobal('fetch', answering)
  await tapStop()
  await waitFor(() => expect(view.queryByText('1 order waits for an answer')).not.toBeInTheDocument())
  // The whole page, which stands beside it here, rings too.
  await waitFor(() => expect(dialog.queryByRole('button', stop)).toBeNull())
})

/** The second opens over the first, and stands before it in the page. */
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

test('the foremost dialog has the button, and leaves it to the one behind it', async () => {
  const { view } = await openTablet()
  await view.findByRole('button', { name: 'I have seen it' })
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
  expect(screen.queryByRole('button', { name: 'Silence' })).toBeNull()
})

test('why the ring could not be stopped stands beside the button', async () => {
  const { view, user } = await openTablet()
  const seen = await view.findByRole('button', { name: 'I have seen it' })
  const refusal = { status: 'error', message: 'Sign in first.', code: 'sign_in_required' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 403 }))
  await user.click(seen)
  const alert = await view.findByRole('alert')
  expect(alert).toHaveTextContent('Sign in first: orders are silenced in somebody’s name.')
  expect(within(alert).getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?from=%2F')
})

test('whoever signs in is no longer told to sign in first', async () => {
  const { view, user, queries } = await openTablet()
  const desk = fetch
  const refusal = { status: 'error', message: 'Sign in first.', code: 'sign_in_required' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 403 }))
  await user.click(await view.findByRole('button', { name: 'I have seen it' }))
  expect(await view.findByRole('alert')).toHaveTextContent('Sign in first')
  vi.stubGlobal('fetch', desk)
  const { queryKey } = sessionQuery()
  queries.setQueryData(queryKey, (session) => session && { ...session, staff: { id: 'omar', name: 'Omar' } })
  await waitFor(() => expect(view.queryByRole('alert')).toBeNull())
})

test('a tablet that was armed before rings again after any tap', async () => {
  localStorage.setItem('armed', 'yes')
  const { view, user, tablet } = await openTablet()
  await user.click(view.getByText('This tablet does not ring yet'))
  expect(await view.findByText('This tablet rings, but may stop')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1000)
  expect(tablet.heard).not.toContain('test')
})

test('a tablet that is told to go lets its screen sleep, and takes its notification back', async () => {
  const { view, user, tablet, unmount } = await openTablet()
  await user.click(await view.findByRole('button', { name: 'Turn on sound' }))
  expect(tablet.isAwake).toBe(true)
  // As where nobody looked at the page.
  tablet.notification = '1 order waits for an answer'
  unmount()
  expect([tablet.isAwake, tablet.notification]).toEqual([false, undefined])
})
