import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

// As on a tablet whose page is older than the desk by now, and has no worker that kept its files.
vi.mock('./board-alarms.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('that there is an alarm is told of, though what tells of it cannot be loaded', async () => {
  const webhookSecret = 'a-webhook-secret-of-this-test'
  const { ask } = await openPage({ at: () => '/', webhookSecret, isLive: true })
  await screen.findByRole('region', { name: 'Needs an answer' })
  await vi.advanceTimersByTimeAsync(2000)
  await ask('/webhooks/orders', { method: 'POST', headers: { Authorization: 'Bearer wrong' }, body: '{}' })
  expect(await screen.findByText(/^This part of the page could not be loaded/)).toBeVisible()
})
