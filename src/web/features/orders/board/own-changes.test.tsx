import { steadyNow } from '#web/api/http/server-clock.ts'
import { act, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { openPage } from '#testing/open-page.tsx'

/** A page with one waiting order, whose feed has died silently and counts as live for 22 s. */
async function openDeafPage() {
  const page = await openPage({ at: () => '/', webhookSecret: 'a-webhook-secret-of-this-test', isPolling: true })
  act(() => setFeedState({ is: 'lost', since: steadyNow() }))
  onTestFinished(() => setFeedState({ is: 'lost', since: steadyNow() }))
  const order = page.vendor.placeOrder()
  await page.notify(order.id)
  await vi.advanceTimersByTimeAsync(6000)
  await screen.findByRole('article', { name: order.printNumber })
  act(() => setFeedState({ is: 'live' }))
  await vi.advanceTimersByTimeAsync(6000)
  return { ...page, order }
}

test('moves an order accepted on this tablet although the feed has just died', async () => {
  const { user, order } = await openDeafPage()
  const lane = within(screen.getByRole('region', { name: 'New' }))
  await user.click(lane.getByRole('button', { name: 'Accept order' }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(lane.queryByRole('article', { name: order.printNumber })).toBeNull()
})

test('ends a ring silenced on this tablet although the feed has just died', async () => {
  const { user } = await openDeafPage()
  await user.click(await screen.findByRole('button', { name: 'Silence' }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(screen.queryByRole('button', { name: 'Silence' })).toBeNull()
})
