import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { openPage } from '#testing/open-page.tsx'
import type { Simulator } from '#simulator/simulator.ts'

const status = (text: string | RegExp) => screen.findByText(text, { selector: '[role=status]' })

/** The vendor service with one list replaced. */
const withList = (list: string, body: (page: number) => unknown) => async (request: Request, vendor: Simulator) => {
  const url = new URL(request.url)
  if (!url.pathname.endsWith(vendorPrefix + list)) return vendor.fetch(request)
  return Response.json(body(Number(url.searchParams.get('page') ?? '1')))
}

const meta = (last_page: number) => ({ current_page: 1, from: 1, to: 1, per_page: 100, total: 1, last_page })

const treeItem = (name: string | RegExp) => screen.findByRole('treeitem', { name })

test('shows one tree of all categories, with those of later pages and those without a parent', async () => {
  const { vendor } = await openPage({ at: () => '/catalog/categories' })
  expect(await treeItem(/^Dairy & eggs/)).toHaveAttribute('aria-level', '1')
  expect(await treeItem(/^Gift cards/)).toHaveAttribute('aria-level', '2')
  expect(await treeItem(/^Seasonal\s*Not in the service’s list/)).toHaveAttribute('aria-expanded', 'true')
  expect(await treeItem(/^Ramadan offers/)).toHaveAttribute('aria-level', '2')
  const reads = vendor.requests.filter(({ path }) => path.includes('/categories'))
  expect(reads.map(({ path }) => path.split('?')[1])).toEqual(['page=1&per_page=100', 'page=2&per_page=100'])
  expect(screen.getByText('Read-only: the catalog is managed in the vendor service.')).toBeVisible()
})

test('shows no count before items were counted', async () => {
  await openPage({ at: () => '/catalog/categories' })
  expect(await treeItem(/^Dairy & eggs/)).toHaveTextContent(/…unknown number$/)
})

test('supports the keys of the ARIA tree pattern', async () => {
  const { user, address } = await openPage({ at: () => '/catalog/categories' })
  const first = await treeItem(/^Fruit & vegetables/)
  first.focus()
  await user.keyboard('{ArrowRight}')
  expect(await treeItem(/^Fresh fruit/)).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(first).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(first).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('treeitem', { name: /^Fresh fruit/ })).toBeNull()
  await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
  expect(await treeItem(/^Citrus/)).toHaveFocus()
  await user.keyboard('{End}')
  expect(await treeItem(/^Ramadan offers/)).toHaveFocus()
  await user.keyboard('{Home}{Enter}')
  expect(address()).toBe('/catalog/items?category=100')
})

test('finds a category by any language and shows its ancestors', async () => {
  const { user } = await openPage({ at: () => '/catalog/categories' })
  await user.type(await screen.findByRole('searchbox', { name: 'Search this list' }), 'حمضيات')
  await waitFor(() => expect(screen.getAllByRole('treeitem')).toHaveLength(2))
  expect(screen.getAllByRole('treeitem').map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^Fruit & vegetables/),
    expect.stringMatching(/^Citrus/),
  ])
  expect(await status(/^2 entries$/)).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Search this list' }), 'x')
  expect(await status(/^Nothing here matches “.*حمضياتx.*”\.$/)).toBeVisible()
})

test('shows the first page and a note if a later page fails', async () => {
  const answer = withList('/brands', (page) =>
    page === 1 ? { data: [{ id: 7, name: { en: 'Tigris' } }], meta: meta(2) } : { status: 'error', message: 'No' },
  )
  await openPage({ at: () => '/catalog/brands', fetch: answer })
  expect(await screen.findByRole('link', { name: /^Tigris/ })).toHaveAttribute('href', '/catalog/items?brand=7')
  expect(screen.getByText('Part of this list could not be loaded. We keep trying.')).toBeVisible()
})

test('asks for larger pages of brands', async () => {
  const asked: string[] = []
  const all = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, name: { en: `Brand ${index + 1}` } }))
  await openPage({
    at: () => '/catalog/brands',
    async fetch(request, vendor) {
      const { pathname, search, searchParams } = new URL(request.url)
      if (!pathname.endsWith('/brands')) return vendor.fetch(request)
      asked.push(search)
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page') ?? 15)]
      const data = all.slice((page - 1) * size, page * size)
      return Response.json({ data, meta: { current_page: page, last_page: Math.ceil(120 / size), total: 120 } })
    },
  })
  expect(await screen.findByText('120 entries')).toBeVisible()
  expect(asked).toHaveLength(2)
})

test('sorts brands by name and searches them', async () => {
  const { user } = await openPage({ at: () => '/catalog/brands' })
  expect(await status('236 entries')).toBeVisible()
  const names = () =>
    within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .map((row) => row.textContent)
  expect(names()[0]).toMatch(/^Abu Zahraأبو زهرة/)
  await user.type(screen.getByRole('searchbox', { name: 'Search this list' }), 'hawsh')
  await waitFor(() => expect(names()).toHaveLength(1))
})

test('shows an unreadable brand among the others', async () => {
  const data = [{ id: 'x', name: 'No id' }, null, { id: 8, name: 'Tigris' }, { id: 9 }]
  await openPage({ at: () => '/catalog/brands', fetch: withList('/brands', () => ({ data, meta: meta(1) })) })
  expect(await screen.findByRole('link', { name: /^Tigris/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /^#9/ })).toBeVisible()
  expect(screen.getByText('2 entries of this list could not be read.')).toBeVisible()
})

test('shows the values of attributes and what is inconsistent about them', async () => {
  const name = { en: 'Roast', ar: 'التحميص', fr: 'Torréfaction' }
  const value = { id: 5, name: { en: 'Dark', ar: 'داكن', fr: 'Foncé' }, key: 'dark', localized_name: 'Dark' }
  const attribute = { id: 1, localized_name: 'Roast', name, key: 'roast' }
  const data = [
    { ...attribute, values_count: 1, values: [value] },
    { ...attribute, id: 2, values_count: 3, values: [value] },
    { ...attribute, id: 3, values_count: 0, values: [] },
    { ...attribute, id: 4, values_count: 2 },
  ]
  await openPage({
    at: () => '/catalog/attributes',
    language: 'fr',
    fetch: withList('/variant-attributes', () => ({ data })),
  })
  const [, link] = await screen.findAllByRole('link', { name: /^Foncé/ })
  expect(link).toHaveAttribute('href', '/catalog/items?value=5')
  const texts = screen.getAllByRole('heading', { level: 2, name: 'Torréfaction' }).map((heading) => {
    return heading.closest('li')?.textContent
  })
  expect(texts).toEqual([
    expect.not.stringContaining('annonce'),
    expect.stringContaining('Le service annonce 3 valeurs et en a envoyé 1.'),
    expect.stringContaining('Aucune valeur à choisir'),
    expect.stringContaining('Le service annonce 2 valeurs et en a envoyé 0.'),
  ])
})

test('shows the key of a value, finds a value by it, and marks an unreadable key', async () => {
  const value = (id: number, en: string, key: unknown) => ({ id, name: { en }, key, localized_name: `local ${id}` })
  const attribute = (id: number, en: string, ...values: object[]) => ({ id, name: { en }, key: `key-${id}`, values })
  const data = [
    attribute(1, 'Roast', value(5, 'Dark', 'roast_dark'), value(6, 'Light', { key: 'light' }), value(7, 'Bare', null)),
    attribute(2, 'Size', value(8, 'Large', 'xl')),
  ]
  const { user } = await openPage({
    at: () => '/catalog/attributes',
    fetch: withList('/variant-attributes', () => ({ data })),
  })
  expect(await screen.findByRole('link', { name: /^Dark\s*roast_dark/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /^Light\s*unreadable/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /^Bare/ })).not.toHaveTextContent(/Bare\s*(?:—|null)/)
  const search = screen.getByRole('searchbox', { name: 'Search this list' })
  for (const sought of ['XL', 'local 8']) {
    await user.clear(search)
    await user.type(search, sought)
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1))
    expect(screen.getByRole('heading', { level: 2, name: 'Size' })).toBeVisible()
  }
})

test.each([
  ['/catalog/categories', '/categories'],
  ['/catalog/brands', '/brands'],
  ['/catalog/attributes', '/variant-attributes'],
  ['/catalog/items', '/items'],
])('at %s treats an answer without a list as a failure', async (address, list) => {
  await openPage({ at: () => address, fetch: withList(list, () => ({ data: { rows: [{ id: 1 }] } })) })
  expect(await screen.findByText(/The service sent an unreadable answer/, {}, { timeout: 8000 })).toBeVisible()
  expect(screen.queryByText(/The service has no|There is nothing on this page/)).toBeNull()
})
