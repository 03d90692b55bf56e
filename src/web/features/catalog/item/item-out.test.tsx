import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Shortage } from '#contract/desk/shortages.ts'
import { catalogItem } from '#testing/catalog-vendor.ts'
import { openPage } from '#testing/open-page.tsx'

const milk = catalogItem(1, { id: 901, name: { en: 'Milk', ar: 'حليب' } })
const index = { have: 1, total: 1, fresh_at: '2026-11-20T11:55:00Z', is_whole: true, problem: null }

/** The page of milk, which Omar marks missing at another tablet in the one order there is. */
async function openMilk(options: Partial<Parameters<typeof openPage>[0]> = {}) {
  const page = await openPage({
    isLive: true,
    fetch: (request, vendor) => vendor.fetch(request),
    at(vendor) {
      const order = vendor.placeOrder('ordinary', { lines: [{ item: milk, quantity: 1, customizations: null }] })
      vendor.orders.move(order, 'preparing')
      return '/catalog/items/901'
    },
    ...options,
  })
  const desk = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.startsWith('/api/desk/catalog/items/')
      ? Promise.resolve(Response.json({ data: milk, index }))
      : desk(address, init),
  )
  const [order] = page.vendor.orders.all()
  if (!order) throw new Error('It was placed.')
  const kitchen = await page.admit('Kitchen', 'Omar')
  const headers = { 'Content-Type': 'application/json' }
  await kitchen('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: order.id }) })
  await kitchen(`/api/desk/orders/${order.id}/picks/${order.lines[0]?.id}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ state: 'missing' }),
  })
  const shortages = async () =>
    ((await (await kitchen('/api/desk/shortages')).json()) as { data: readonly Shortage[] }).data
  return { ...page, order, shortages }
}

const out = async () =>
  within((await screen.findByRole('heading', { name: 'Out today' })).closest('section') ?? document.body)

test('says since when an item is out, in which order and by whom, and that the catalog is unchanged', async () => {
  const { order, shortages } = await openMilk()
  expect(await shortages()).toHaveLength(1)
  const fact = async (name: string) => (await out()).getByText(name, { selector: 'dt' }).nextElementSibling
  expect(await fact('Reported by')).toHaveTextContent('Omar · Kitchen')
  expect(await fact('Since')).toHaveTextContent(/\d/)
  expect((await out()).getByRole('link', { name: order.printNumber })).toHaveAttribute('href', `/orders/${order.id}`)
  expect(screen.getByText(/Noted in this shop only.*catalog is unchanged/)).toBeVisible()
})

test('lets a signed-in person say that the item is back', async () => {
  const { user, shortages } = await openMilk()
  await user.click(await screen.findByRole('button', { name: 'It’s back: Milk' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Out today' })).toBeNull())
  expect(await shortages()).toEqual([])
})

test('leaves the button out where nobody is signed in', async () => {
  await openMilk({ who: 'nobody' })
  await out()
  expect(screen.queryByRole('button', { name: /It’s back/ })).toBeNull()
})
