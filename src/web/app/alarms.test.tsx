import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

const away = { status: 'error', message: 'The store cannot be written.', code: 'store_unavailable' }

test('shows an alarm with a link to the connection when webhooks are refused', async () => {
  const { ask } = await openPage({ at: () => '/', webhookSecret: 'a-webhook-secret-of-this-test', isLive: true })
  await screen.findByRole('region', { name: 'New' })
  await vi.advanceTimersByTimeAsync(2000)
  await ask('/webhooks/orders', { method: 'POST', headers: { Authorization: 'Bearer wrong' }, body: '{}' })
  const said = (await screen.findByText(/^Order notifications were refused/)).closest('[role=status]')
  expect(said).toBeVisible()
  expect(screen.getByRole('link', { name: 'Connection' })).toHaveAttribute('href', '/connection')
})

test('shows a lost database on the board although the alarms cannot be read', async () => {
  await openPage({ at: () => '/' })
  await screen.findByRole('region', { name: 'New' })
  const desk = fetch
  vi.stubGlobal('fetch', async () => Response.json(away, { status: 503 }))
  await vi.advanceTimersByTimeAsync(6000)
  expect(await screen.findByText(/^The desk’s server cannot write/)).toBeVisible()
  vi.stubGlobal('fetch', desk)
  await vi.advanceTimersByTimeAsync(6000)
  await waitFor(() => expect(screen.queryByText(/^The desk’s server cannot write/)).toBeNull())
})

test('shows a lost database on another screen in the tablet’s language', async () => {
  const { user } = await openPage({ at: () => '/', language: 'fr' })
  await screen.findByRole('region', { name: 'Nouvelles' })
  vi.stubGlobal('fetch', async () => Response.json(away, { status: 503 }))
  await user.click(await screen.findByRole('link', { name: 'Historique' }))
  expect(await screen.findByText(/^Les données ne peuvent pas être lues/)).toBeVisible()
})
