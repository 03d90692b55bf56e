import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

vi.setConfig({ testTimeout: 20_000 })

/** A desk whose orders were cancelled by their customers. */
async function openClosed(address: string, ids: readonly string[]) {
  const page = await openPage({
    webhookSecret: 'a-webhook-secret-of-this-test',
    isPolling: true,
    isLive: true,
    at: () => address,
    fetch: async ({ url }) =>
      Response.json({
        data: {
          id: new URL(url).pathname.split('/').at(-1),
          is_active: false,
          status: { key: 'cancelled', created_at: '2026-11-18T09:30:00Z' },
        },
      }),
  })
  for (const id of ids) {
    await page.notify(id)
    // The next one is slightly newer.
    await vi.advanceTimersByTimeAsync(5)
  }
  // Waits until all of them are read.
  await vi.advanceTimersByTimeAsync(100 * ids.length)
  return page
}

/** Delays each search until the test releases it. A search may start later than its list is dimmed. */
function holdSearches() {
  const desk = globalThis.fetch
  let waiting: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('q=')) await new Promise<void>((resolve) => waiting.push(resolve))
    return desk(path, init)
  })
  return {
    letGo() {
      for (const resolve of waiting) resolve()
      waiting = []
    },
  }
}

const names = () =>
  screen
    .queryAllByRole('article')
    .map((card) => card.getAttribute('aria-label') ?? within(card).getByRole('heading').textContent)

test('shows on a card when its order was closed', async () => {
  await openClosed('/closed', ['A1'])
  const card = await screen.findByRole('article', { name: 'A1' })
  expect(await within(card).findByText(/^Since Nov 18, 2026/)).toBeVisible()
})

test('keeps the search in the address and restores it from there', async () => {
  const { user, address } = await openClosed('/closed?q=B', ['A1', 'B2'])
  await waitFor(() => expect(names()).toEqual(['B2']))
  const field = screen.getByRole('searchbox', { name: 'Find an order' })
  expect(field).toHaveValue('B')
  await user.type(field, 'x')
  expect(await screen.findByText('No closed order has this number or name.')).toBeVisible()
  await user.clear(field)
  await waitFor(() => expect(address()).toBe('/closed'))
  await waitFor(() => expect(names()).toEqual(['B2', 'A1']))
  await user.type(field, 'A1')
  await waitFor(() => expect(address()).toBe('/closed?q=A1'))
  await waitFor(() => expect(names()).toEqual(['A1']))
})

test('dims the previous results while a search is running', async () => {
  const { user } = await openClosed('/closed', ['A1', 'B2'])
  await waitFor(() => expect(names()).toEqual(['B2', 'A1']))
  const list = () => within(screen.getByRole('main')).getByRole('list')
  const none = 'No closed order has this number or name.'
  const held = holdSearches()
  const field = screen.getByRole('searchbox', { name: 'Find an order' })
  await user.type(field, 'x')
  await waitFor(() => expect(list()).toHaveAttribute('aria-busy', 'true'))
  expect(names()).toEqual(['B2', 'A1'])
  await waitFor(() => {
    held.letGo()
    expect(screen.getByText(none)).toBeVisible()
  })
  expect(list()).toHaveAttribute('aria-busy', 'false')
  await user.clear(field)
  await waitFor(() => expect(names()).toEqual(['B2', 'A1']))
  await user.type(field, 'x')
  expect(await screen.findByText(none)).toBeVisible()
  // Nor does it show another search's empty result.
  await user.type(field, '{Backspace}B')
  await waitFor(() => expect(screen.queryByText(none)).toBeNull())
  expect(names()).toEqual([])
  await waitFor(() => {
    held.letGo()
    expect(names()).toEqual(['B2'])
  })
})

test('keeps the position in the list in the address', async () => {
  const ids = Array.from({ length: 52 }, (_none, index) => `C${index}`)
  const { user, address } = await openClosed('/closed', ids)
  await user.click(await screen.findByRole('button', { name: 'Older' }))
  await waitFor(() => expect(names()).toEqual(['C1', 'C0']))
  expect(address()).toMatch(/^\/closed\?before=\d{4}-/)
  await user.click(screen.getByRole('button', { name: 'Newest' }))
  await waitFor(() => expect(address()).toBe('/closed'))
})

test('distinguishes no older orders from no closed orders', async () => {
  const ids = Array.from({ length: 50 }, (_none, index) => `C${index}`)
  const { user } = await openClosed('/closed', ids)
  await user.click(await screen.findByRole('button', { name: 'Older' }))
  expect(await screen.findByText('There are no older ones.')).toBeVisible()
  expect(screen.queryByText(/No closed orders yet/)).toBeNull()
})
