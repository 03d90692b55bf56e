import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

const item = {
  id: 7,
  vendor_reference_id: 'GRC-7',
  name: { en: 'Milk', ar: 'حليب', ku: 'Şîr' },
  description: { en: 'Fresh', ar: 7 },
  price: 1500,
  discounted_price: 1200,
  discount_start_at: '2026-11-01T00:00:00Z',
  discount_end_at: '2026-11-10T00:00:00Z',
  stock: 'many',
  sku: null,
  barcode: '0012345',
  is_active: true,
  is_available: false,
  is_virtual: false,
  image_url: null,
  brand_id: 2001,
  max_purchasable_quantity: null,
  parent_id: 3,
  category_ids: [101, 17, 'x'],
  attribute_value_ids: [301],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-02-01 00:00:00',
}

const whole = { have: 1, total: 1, fresh_at: '2026-11-20T11:55:00Z', is_whole: true, problem: null }
const notFound = (index: unknown) => ({
  status: 'error',
  message: 'Item not found',
  code: 'not_found',
  data: { index },
})

/** Replaces the desk's answer. */
function answerWith(answer: () => { readonly status: number; readonly body: unknown }): void {
  const desk = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (!address.startsWith('/api/desk/catalog/items/')) return desk(address, init)
    const { status, body } = answer()
    return Promise.resolve(Response.json(body, { status }))
  })
}

const fact = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling

test('shows the discounted price in large type and the old one struck through', async () => {
  await openPage({ at: () => '/catalog/items/7' })
  const discounted = { ...item, discount_end_at: '2026-12-10T00:00:00Z' }
  answerWith(() => ({ status: 200, body: { data: discounted, index: whole } }))
  expect((await fact('Price'))?.querySelector('s')).toHaveTextContent('1,500')
  expect((await fact('Discounted price'))?.querySelector('s')).toBeNull()
})

test('encodes special characters of an id in the request', async () => {
  await openPage({ at: () => '/catalog/items/sku%3A12' })
  const desk = globalThis.fetch
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (!address.startsWith('/api/desk/catalog/items/')) return desk(address, init)
    asked.push(address)
    return Promise.resolve(Response.json({ data: item, index: whole }))
  })
  expect(await screen.findByRole('heading', { name: 'Milk' })).toBeVisible()
  expect(asked).toEqual(['/api/desk/catalog/items/sku%3A12'])
})

test('shows the age of an old item and refreshes it', async () => {
  await openPage({ at: () => '/catalog/items/7' })
  let index = { ...whole, fresh_at: '2026-11-17T09:30:00Z' }
  answerWith(() => ({ status: 200, body: { data: item, index } }))
  expect(await screen.findByText(/^Last updated .*17.*\. Updating…$/)).toBeVisible()
  index = whole
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await screen.findByRole('heading', { level: 1, name: 'Milk' })).toBeVisible()
  expect(screen.queryByText(/^Last updated/)).toBeNull()
})

test('shows every field, names for references, and marks for unreadable values', async () => {
  await openPage({ at: () => '/catalog/items/7' })
  answerWith(() => ({ status: 200, body: { data: item, index: whole } }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Milk' })).toBeVisible()
  expect(await fact('Discounted price')).toHaveTextContent(/^1,200Discount ended Nov 10, 2026/)
  expect(await fact('Stock')).toHaveTextContent('unreadable')
  expect(await fact('Available')).toHaveTextContent('no')
  expect(await fact('Maximum per order')).toHaveTextContent('No limit')
  expect(await fact('SKU')).toHaveTextContent('—')
  expect(await fact('Barcode')).toHaveTextContent('0012345')
  expect(await fact('Updated')).toHaveTextContent('2026-02-01 00:00:00')
  expect(await fact('Variants')).toHaveTextContent('Not listed by the service')
  for (const text of ['Milk', 'حليب', 'Şîr', 'Fresh']) expect(screen.getAllByText(text).at(-1)).toBeVisible()
  for (const [name, address] of [
    ['Tigris Meadow', '/catalog/items?brand=2001'],
    ['Fresh fruit', '/catalog/items?category=101'],
    ['Flavour: Vanilla', '/catalog/items?value=301'],
  ] as const)
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', address)
  const unknown = await screen.findByRole('link', { name: '#17 (unknown)' })
  expect(unknown).toHaveAttribute('href', '/catalog/items?category=17')
  expect(screen.getByRole('link', { name: '#3' })).toHaveAttribute('href', '/catalog/items/3')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'unreadable' })).toHaveLength(3))
})

test('shows an item once it is indexed, and says if it does not exist', async () => {
  await openPage({ at: () => '/catalog/items/7' })
  let index: unknown = { ...whole, fresh_at: null }
  answerWith(() => ({ status: 404, body: notFound(index) }))
  expect(await screen.findByText(/^This item has not been loaded yet \(1 so far\)/)).toBeVisible()
  index = whole
  await vi.advanceTimersByTimeAsync(2500)
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Item not found/)
})

test('does not claim that an item is missing if the list was incomplete', async () => {
  await openPage({ at: () => '/catalog/items/7' })
  answerWith(() => ({ status: 404, body: notFound({ ...whole, is_whole: false }) }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The service did not send this item/)
})
