import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { tapOn } from '#testing/press-on.ts'
import { createTestScanner } from '#testing/test-scanner.ts'
import type { Language } from '#web/i18n/language.ts'
import { reactionMs } from '#web/components/misclick-guard.ts'

const stop = { name: 'Stop: order cancelled' }

/** A page with this number of orders that were cancelled during preparation. */
async function openCancelled(count: number, options: Partial<Parameters<typeof openPage>[0]> = {}) {
  const page = await openPage({ at: () => '/', ...options })
  const orders = Array.from({ length: count }, () => page.vendor.placeOrder())
  const headers = { 'Content-Type': 'application/json' }
  for (const order of orders) {
    page.vendor.orders.move(order, 'preparing')
    await page.ask('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: order.id }) })
  }
  // Reads within a second share one answer.
  await vi.advanceTimersByTimeAsync(2000)
  for (const order of orders) {
    page.vendor.orders.move(order, 'cancelled')
    await page.ask(`/api/developer/v1/orders/${order.id}`)
  }
  await vi.advanceTimersByTimeAsync(20_000)
  return { ...page, orders }
}

async function openBoard(count: number, language: Language = 'en') {
  const page = await openCancelled(count, { language })
  const dialog = await screen.findByRole<HTMLDialogElement>('dialog', language === 'en' ? stop : {})
  return { ...page, dialog }
}

/** Closes the dialog like a browser at a second Escape. */
function closeUnasked(dialog: HTMLDialogElement) {
  dialog.close()
  fireEvent(dialog, new Event('close'))
}

test('shows a cancellation until it is acknowledged, even if the browser closes the dialog', async () => {
  const { user, dialog } = await openBoard(1)
  closeUnasked(dialog)
  expect(dialog).toHaveProperty('open', true)
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows cancellations regardless of a search, each in its own dialog', async () => {
  const { user, dialog, orders } = await openBoard(2)
  await user.type(screen.getByRole('searchbox', { name: 'Search orders', hidden: true }), 'no such order')
  await screen.findByText('No open order matches.')
  expect(screen.getByRole('dialog', stop)).toHaveTextContent(orders[0]?.printNumber ?? '')
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.getByRole('dialog', stop)).toHaveTextContent(orders[1]?.printNumber ?? ''))
  expect(dialog).not.toBeInTheDocument()
})

test('ignores a press that began before the dialog opened', async () => {
  await openBoard(1)
  const seen = () => screen.getByRole('button', { name: 'Got it' })
  tapOn(seen(), { at: performance.now() - 60_000 })
  expect(await screen.findByText(/^Tap ignored/)).toBeVisible()
  await vi.advanceTimersByTimeAsync(reactionMs)
  tapOn(seen())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('accepts a press that began after the dialog opened', async () => {
  const { orders } = await openBoard(2)
  const seen = () => screen.getByRole('button', { name: 'Got it' })
  act(() => seen().click())
  await waitFor(() => expect(screen.getByRole('dialog', stop)).toHaveTextContent(orders[1]?.printNumber ?? ''))
  tapOn(seen())
  expect(screen.queryByText(/^Tap ignored/)).toBeNull()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('acknowledges the cancellation only, and leaves the ring of another order to its own button', async () => {
  const { user, vendor, ask, dialog } = await openBoard(1)
  const waiting = vendor.placeOrder()
  const headers = { 'Content-Type': 'application/json' }
  await ask('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: waiting.id }) })
  // One behind the dialog, which is out of reach, and one in it.
  await waitFor(() => expect(screen.getAllByText('Silence')).toHaveLength(2))
  expect(dialog).toContainElement(screen.getByRole('button', { name: 'Silence' }))
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Silence' })).toBeEnabled()
})

test('ignores a scan and says that the dialog must be closed first', async () => {
  const { user, address, dialog, orders } = await openBoard(1)
  const scanner = createTestScanner()
  await scanner.isWatched()
  await scanner.type(user, orders[0]?.id ?? '')
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Not scanned: close “Stop: order cancelled” first, then scan again.',
  )
  expect(address()).toBe('/')
  expect(dialog).toBeVisible()
})

test('asks for a sign-in in place, after which the cancellation can be acknowledged', async () => {
  const { user, ask, address, dialog } = await openBoard(1)
  await ask('/api/desk/session', { method: 'DELETE', headers: { 'Content-Type': 'application/json' }, body: '{}' })
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Sign in' }))
  const signIn = within(await screen.findByRole('dialog', { name: 'Sign in' }))
  await user.click(signIn.getByRole('button', { name: /Sara/ }))
  await user.type(signIn.getByLabelText('PIN'), '1234')
  await user.click(signIn.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in' })).toBeNull())
  expect(address()).toBe('/')
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows a cancellation on the order’s own screen', async () => {
  const webhookSecret = 'a-webhook-secret-of-this-test'
  const page = await openPage({
    at(vendor) {
      const order = vendor.placeOrder()
      vendor.orders.move(order, 'preparing')
      return `/orders/${order.id}`
    },
    webhookSecret,
    isPolling: true,
    isLive: true,
  })
  const [order] = page.vendor.orders.all()
  if (!order) throw new Error('No order was placed.')
  await page.notify(order.id)
  expect(await screen.findByRole('button', { name: 'Mark as ready' })).toBeEnabled()
  page.vendor.orders.move(order, 'cancelled')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await screen.findByRole('dialog', stop)).toHaveTextContent(order.printNumber)
  await page.user.click(screen.getByRole('button', { name: 'Got it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('heading', { level: 1, name: order.printNumber })).toBeVisible()
})

test('asks for a sign-in in the tablet’s language', async () => {
  const { user, ask } = await openBoard(1, 'fr')
  await ask('/api/desk/session', { method: 'DELETE', headers: { 'Content-Type': 'application/json' } })
  await user.click(screen.getByRole('button', { name: 'Compris' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Connectez-vous pour accepter ou refuser/)
})

test.each(['/sign-in', '/enrol'])('does not cover the form at %s', async (form) => {
  const { user } = await openCancelled(1, { at: () => form })
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  expect(await screen.findByRole('dialog', stop)).toBeVisible()
})
