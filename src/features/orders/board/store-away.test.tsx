import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

test('that the desk has lost its database is said on the board, though the desk cannot even list its alarms', async () => {
  await openPage({ at: () => '/' })
  await screen.findByRole('region', { name: 'Needs an answer' })
  const desk = fetch
  const away = { status: 'error', message: 'The store cannot be written.', code: 'store_unavailable' }
  vi.stubGlobal('fetch', async () => Response.json(away, { status: 503 }))
  await vi.advanceTimersByTimeAsync(6000)
  expect(await screen.findByText(/^The desk’s server cannot write/)).toBeVisible()
  vi.stubGlobal('fetch', desk)
  await vi.advanceTimersByTimeAsync(6000)
  await waitFor(() => expect(screen.queryByText(/^The desk’s server cannot write/)).toBeNull())
})
