import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

test('shows a toast for an answer lost with the connection after the order was left', async () => {
  const { user } = await openPage({
    at: (vendor) => `/orders/${vendor.placeOrder().id}`,
  })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  const desk = fetch
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    init?.method === 'POST' ? Promise.reject(new TypeError('no way')) : desk(path, init),
  )
  await user.click(accept)
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await screen.findByRole('region', { name: 'Needs an answer' })
  await vi.advanceTimersByTimeAsync(75_000)
  expect(await screen.findByRole('log')).toHaveTextContent(/may or may not/)
})
