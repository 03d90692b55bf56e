import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

const webhookSecret = 'a-webhook-secret-of-this-test'

function hidePage(): void {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    Reflect.deleteProperty(document, 'hidden')
  })
}

test.each([
  ['is hidden', 'before'],
  ['is hidden a moment after a reading that failed', 'after'],
])('a board whose page %s learns of orders as soon as the desk answers again', async (_what, hidden) => {
  const page = await openPage({ isLive: true, isWatching: true, webhookSecret, at: () => '/' })
  const known = page.vendor.placeOrder()
  await page.tell(known.id)
  await screen.findByRole('article', { name: new RegExp(known.printNumber) })
  await vi.advanceTimersByTimeAsync(2000)
  let failed = 0
  let isBroken = true
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (!isBroken || !path.startsWith('/api/desk/orders')) return page.ask(path, init)
    failed += 1
    return new Response('Bad gateway', { status: 502 })
  })
  if (hidden === 'before') hidePage()
  const { id, printNumber } = page.vendor.placeOrder()
  await page.tell(id)
  await waitFor(() => expect(failed).toBeGreaterThan(1))
  if (hidden === 'after') hidePage()
  await vi.advanceTimersByTimeAsync(2000)
  isBroken = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(screen.getByRole('article', { name: new RegExp(printNumber) })).toBeInTheDocument()
})
