import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

test('shows an alarm with a link to the settings when webhooks are refused', async () => {
  const { ask } = await openPage({ at: () => '/', webhookSecret: 'a-webhook-secret-of-this-test', isLive: true })
  await screen.findByRole('region', { name: 'Needs an answer' })
  await vi.advanceTimersByTimeAsync(2000)
  await ask('/webhooks/orders', { method: 'POST', headers: { Authorization: 'Bearer wrong' }, body: '{}' })
  const said = (await screen.findByText(/^Notifications of new orde/)).closest<HTMLElement>('[role=status]')
  expect(said).toBeVisible()
  expect(said && within(said).getByRole('link')).toHaveAttribute('href', '/settings')
})
