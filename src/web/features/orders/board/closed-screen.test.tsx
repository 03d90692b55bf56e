import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

vi.setConfig({ testTimeout: 20_000 })

/** A desk on whose orders a customer has changed their mind: they are over. */
async function openClosed(address: string, ids: readonly string[]) {
  const page = await openPage({
    webhookSecret: 'a-webhook-secret-of-this-test',
    isWatching: true,
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
    await page.tell(id)
    // The next is a moment newer.
    await vi.advanceTimersByTimeAsync(5)
  }
  // Until all of them are read.
  await vi.advanceTimersByTimeAsync(100 * ids.length)
  return page
}

/** Keeps each search waiting until it is let go. */
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

test('the card of a closed order says since when it is', async () => {
  await openClosed('/closed', ['A1'])
  const card = await screen.findByRole('article', { name: 'A1' })
  expect(await within(card).findByText(/^Since Nov 18, 2026/)).toBeVisible()
})

test('what is looked for among the closed orders stands in the address, and is looked for again from there', async () => {
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

test('while a search is under way, what is still there is not shown as found by it', async () => {
  const { user } = await openClosed('/closed', ['A1', 'B2'])
  await waitFor(() => expect(names()).toEqual(['B2', 'A1']))
  const list = () => within(screen.getByRole('main')).getByRole('list')
  const none = 'No closed order has this number or name.'
  const held = holdSearches()
  const field = screen.getByRole('searchbox', { name: 'Find an order' })
  await user.type(field, 'x')
  await waitFor(() => expect(list()).toHaveAttribute('aria-busy', 'true'))
  expect(names()).toEqual(['B2', 'A1'])
  held.letGo()
  expect(await screen.findByText(none)).toBeVisible()
  expect(list()).toHaveAttribute('aria-busy', 'false')
  await user.clear(field)
  await waitFor(() => expect(names()).toEqual(['B2', 'A1']))
  await user.type(field, 'x')
  expect(await screen.findByText(none)).toBeVisible()
  // Nor is it said of another search that it found nothing.
  await user.type(field, '{Backspace}B')
  await waitFor(() => expect(screen.queryByText(none)).toBeNull())
  expect(names()).toEqual([])
  await waitFor(() => {
    held.letGo()
    expect(names()).toEqual(['B2'])
  })
})

test('so does how far back one has gone', async () => {
  const ids = Array.from({ length: 52 }, (_none, index) => `C${index}`)
  const { user, address } = await openClosed('/closed', ids)
  await user.click(await screen.findByRole('button', { name: 'Older' }))
  await waitFor(() => expect(names()).toEqual(['C1', 'C0']))
  expect(address()).toMatch(/^\/closed\?before=\d{4}-/)
  await user.click(screen.getByRole('button', { name: 'Newest' }))
  await waitFor(() => expect(address()).toBe('/closed'))
})

test('where nothing older is left, it is not said that nothing was ever closed', async () => {
  const ids = Array.from({ length: 50 }, (_none, index) => `C${index}`)
  const { user } = await openClosed('/closed', ids)
  await user.click(await screen.findByRole('button', { name: 'Older' }))
  expect(await screen.findByText('There are no older ones.')).toBeVisible()
  expect(screen.queryByText(/No closed orders yet/)).toBeNull()
})
