import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CatalogIndex } from '#contract/desk/catalog.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { openPage } from '#testing/open-page.tsx'

const link = (name: string | RegExp) => screen.findByRole('link', { name })
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const pages = () => screen.findByRole('navigation', { name: 'Pages' })

const whole: CatalogIndex = { have: 371, total: 371, fresh_at: '2026-11-20T11:55:00Z', is_whole: true, problem: null }

interface SearchAnswer {
  readonly data: unknown[]
  readonly index?: CatalogIndex
  readonly total?: number
}

/** Replaces the desk's search; `answer` gets the query. */
function search(answer: (query: URLSearchParams) => SearchAnswer): string[] {
  const asked: string[] = []
  const desk = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://desk.test')
    if (url.pathname !== '/api/desk/catalog/items') return desk(address, init)
    asked.push(url.search)
    const { data, index = whole, total = data.length } = answer(url.searchParams)
    const meta = { current_page: 1, last_page: 1, per_page: 100, total }
    return Promise.resolve(Response.json({ data, meta, index }))
  })
  return asked
}

const milk = { id: 7, name: { en: 'Milk', ar: 'حليب' }, price: 1500, stock: 3, is_active: true, is_available: true }

test('shows the service’s pages one by one, with the page in the address', async () => {
  const { user, address, vendor } = await openPage({ at: () => '/catalog/items' })
  await user.click(await link('Next page'))
  expect(address()).toBe('/catalog/items?page=2')
  expect(await screen.findByText('101–200 of 371')).toBeVisible()
  expect(rows()).toHaveLength(100)
  await user.click(await link('Next page'))
  await user.click(await link('Next page'))
  expect(await screen.findByText('301–371 of 371')).toBeVisible()
  expect(within(await pages()).queryByRole('link', { name: 'Next page' })).toBeNull()
  await user.click(await link('Previous page'))
  expect(address()).toBe('/catalog/items?page=3')
  const reads = vendor.requests.filter(({ path }) => path.startsWith(`${vendorPrefix}/items`))
  expect(reads.map(({ path }) => path.split('?')[1])).toEqual(['page=1', 'page=2', 'page=3', 'page=4'])
})

test('goes from a page after the last one to the last one and says so', async () => {
  const { address } = await openPage({ at: () => '/catalog/items?page=9' })
  expect(await screen.findByText('There is no page 9. This is the last one.')).toBeVisible()
  expect(address()).toBe('/catalog/items?page=4')
  expect(await screen.findByText('301–371 of 371')).toBeVisible()
})

test('does the same if the service rejects the page', async () => {
  const { address } = await openPage({
    at: () => '/catalog/items?page=9',
    fetch: async (request, vendor) =>
      new URL(request.url).searchParams.get('page') === '9'
        ? Response.json({ status: 'error', message: 'Not found' }, { status: 404 })
        : vendor.fetch(request),
  })
  expect(await screen.findByText('There is no page 9. This is the last one.')).toBeVisible()
  expect(address()).toBe('/catalog/items?page=4')
  expect(await screen.findByText('301–371 of 371')).toBeVisible()
})

test('moves through rows with up and down, opens one with Enter, and returns to it', async () => {
  const { user, address } = await openPage({ at: () => '/catalog/items?page=2' })
  await screen.findByText('101–200 of 371')
  const [first, second] = rows().map((row) => within(row).getByRole('link'))
  const field = screen.getByRole('searchbox', { name: 'Search items' })
  await user.click(field)
  await user.keyboard('{ArrowDown}')
  expect(first).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(field).toHaveFocus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(second).toHaveFocus()
  const name = second?.textContent ?? ''
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
  expect(address()).toMatch(/^\/catalog\/items\/\d+$/)
  await user.click(await link('Back to the items'))
  expect(address()).toBe('/catalog/items?page=2')
  await waitFor(() => expect(screen.getByRole('link', { name })).toHaveFocus())
})

test('offers the next page after a full one if the total says so, whatever the last page is', async () => {
  await openPage({ at: () => '/catalog/items?q=x' })
  const full = Array.from({ length: 100 }, (_, index) => ({ ...milk, id: index + 1 }))
  search(() => ({ data: full, total: 140 }))
  expect(await link('Next page')).toBeVisible()
})

test('searches all items while typing, updates the address, and shows the pages again when cleared', async () => {
  const { user, address } = await openPage({ at: () => '/catalog/items?page=2' })
  await screen.findByText('101–200 of 371')
  const asked = search(() => ({ data: [milk] }))
  await user.type(screen.getByRole('searchbox', { name: 'Search items' }), ' حليب ')
  expect(await screen.findByText('1 item found')).toBeVisible()
  expect(address()).toBe('/catalog/items?q=%D8%AD%D9%84%D9%8A%D8%A8')
  expect(asked.at(-1)).toBe('?q=%D8%AD%D9%84%D9%8A%D8%A8')
  expect(rows()).toHaveLength(1)
  expect(screen.queryByRole('progressbar')).toBeNull()
  await user.clear(screen.getByRole('searchbox', { name: 'Search items' }))
  expect(await screen.findByText('1–100 of 371')).toBeVisible()
  expect(address()).toBe('/catalog/items')
})

test('does not show the old count while a new search is under way', async () => {
  const { user } = await openPage({ at: () => '/catalog/items' })
  await screen.findByText('1–100 of 371')
  let answer: (() => void) | undefined
  search(() => ({ data: [milk] }))
  const desk = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.includes('q=')) await new Promise<void>((resolve) => (answer = resolve))
    return desk(address, init)
  })
  const field = screen.getByRole('searchbox', { name: 'Search items' })
  const isOld = () => screen.getByRole('table').closest('[aria-busy]')?.getAttribute('aria-busy')
  for (const word of ['milk', ' fresh']) {
    await user.type(field, word)
    await waitFor(() => expect(isOld()).toBe('true'))
    expect(screen.queryByText(/items? found$/)).toBeNull()
    await waitFor(() => {
      answer?.()
      expect(screen.getByText('1 item found')).toBeVisible()
    })
    expect(isOld()).toBe('false')
  }
})

test('suggests only what helps when nothing is found', async () => {
  const { user } = await openPage({ at: () => '/catalog/items' })
  search(() => ({ data: [] }))
  await user.click(await screen.findByRole('button', { name: 'Filters' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Digital' }), 'no')
  expect(await screen.findByText('No item matches these filters. Remove one of them.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search items' }), 'milk')
  expect(await screen.findByText('No item matches. Try fewer words.')).toBeVisible()
})

test('keeps filters in the address, names them, and removes one or all', async () => {
  const { user, address } = await openPage({ at: () => '/catalog/items?q=milk&category=201&brand=999999&in_stock=1' })
  const asked = search(() => ({ data: [] }))
  expect(await screen.findByRole('button', { name: /^Remove the filter Category: [A-Z]/ })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Remove the filter Brand: #999999 (unknown)' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove the filter In stock: yes' }))
  expect(address()).toBe('/catalog/items?q=milk&category=201&brand=999999')
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Digital' }), 'no')
  expect(address()).toBe('/catalog/items?q=milk&category=201&brand=999999&virtual=0')
  expect(await screen.findByText('No item matches. Try fewer words, or clear the filters.')).toBeVisible()
  expect(asked.at(-1)).toBe('?q=milk&category=201&brand=999999&virtual=0')
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
  expect(address()).toBe('/catalog/items')
})

test('shows the progress of an incomplete index, updates results, and says why it is stuck', async () => {
  await openPage({ at: () => '/catalog/items?q=milk' })
  let index: CatalogIndex = { have: 300, total: 2140, fresh_at: null, is_whole: false, problem: 'vendor_auth_failed' }
  search(() => ({ data: index.fresh_at === null ? [] : [milk], index }))
  const bar = await screen.findByRole('progressbar', { name: 'Loading items for the search' })
  expect(bar).toHaveAttribute('value', '300')
  expect(screen.getByText('Searching 300 of 2,140 items')).toBeVisible()
  expect(screen.getByText(/^The service rejected this shop’s token/, { selector: '[role=status] *' })).toBeVisible()
  expect(screen.getByText('No match so far; the items are still loading.')).toBeVisible()
  index = whole
  await vi.advanceTimersByTimeAsync(2500)
  expect(await screen.findByText('1 item found')).toBeVisible()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('shows the age of an old index and refreshes the results', async () => {
  await openPage({ at: () => '/catalog/items?q=milk' })
  let index: CatalogIndex = { ...whole, fresh_at: '2026-11-17T09:30:00Z' }
  search(() => ({ data: [{ ...milk, name: { en: index === whole ? 'Fresh milk' : 'Milk' } }], index }))
  expect(await screen.findByText(/^Last updated .*17.*\. Updating…$/)).toBeVisible()
  index = { ...index, problem: 'vendor_auth_failed' }
  await vi.advanceTimersByTimeAsync(10_500)
  expect(await screen.findByText(/^Last updated .*17.*\. The items cannot be updated now\.$/)).toBeVisible()
  expect(screen.getByText(/^The service rejected this shop’s token/, { selector: 'p' })).toBeVisible()
  index = whole
  await vi.advanceTimersByTimeAsync(10_500)
  expect(await screen.findByText('Fresh milk')).toBeVisible()
  expect(screen.queryByText(/^Last updated/)).toBeNull()
})

test('does not claim that an item is missing if the list was incomplete', async () => {
  await openPage({ at: () => '/catalog/items?q=milk' })
  search(() => ({ data: [], index: { ...whole, have: 300, total: 2140, is_whole: false } }))
  expect(await screen.findByText(/^The service did not send its whole list: 300 items/)).toBeVisible()
  expect(screen.getByText('No match among the items that the service sent.')).toBeVisible()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('keeps the search field when a search fails, and shows the failure', async () => {
  await openPage({ at: () => '/catalog/items?q=milk' })
  const desk = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.startsWith('/api/desk/catalog/items')
      ? Promise.resolve(Response.json({ status: 'error', message: 'Disk', code: 'store_unavailable' }, { status: 503 }))
      : desk(address, init),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('cannot be read right now')
  expect(screen.getByRole('searchbox', { name: 'Search items' })).toHaveValue('milk')
})

test('shows items with unreadable fields and unreadable rows among the others', async () => {
  await openPage({ at: () => '/catalog/items?q=x' })
  const strange = { ...milk, id: 8, name: 'Plain', stock: 'many', price: '1500', is_active: 'maybe' }
  const soldOut = { ...milk, id: 9, name: 'Eggs', stock: 0, is_available: false }
  search(() => ({ data: [milk, strange, 'nonsense', { name: { fr: 'Lait' } }, soldOut, milk] }))
  await screen.findByRole('link', { name: 'Milk' })
  expect(rows()).toHaveLength(5)
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Milkحليب.*1,500.*For sale(?!.*(Active|Available))/),
    expect.stringMatching(/^Plain.*1,500.*unreadable.*Status unclear.*Available/),
    expect.stringMatching(/^Unreadable item/),
    expect.stringMatching(/^Lait/),
    expect.stringMatching(/^Eggs.*Out of stockNot available/),
  ])
})

test('shows items as pictures and saves that choice on the tablet', async () => {
  const { user } = await openPage({ at: () => '/catalog/items' })
  await screen.findByRole('table')
  await user.click(screen.getByRole('button', { name: 'Pictures' }))
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('button', { name: 'Pictures' })).toHaveAttribute('aria-pressed', 'true')
  expect(localStorage.getItem('items-view')).toBe('pictures')
})

test('shows the Arabic name first in Arabic, and the English one below', async () => {
  await openPage({ at: () => '/catalog/items?q=x', language: 'ar' })
  search(() => ({ data: [milk] }))
  expect(await screen.findByRole('link', { name: 'حليب' })).toBeVisible()
  expect(rows()[0]).toHaveTextContent(/^حليبMilk/)
})

test.each([
  [
    'the amount of a scale’s label',
    '2100001027506',
    { barcode: '2100001000004' },
    '1 item found · On the label: 2.750',
  ],
  [
    'that a code is that of a carton',
    '14006381333938',
    { barcode: '4006381333931' },
    '1 item found · This is the code of a carton, not of a single item.',
  ],
  ['nothing of a code that an item has itself', '2100001027506', { sku: '2100001027506' }, '1 item found'],
])('shows %s beside a search result', async (_what, code, item, words) => {
  const { user } = await openPage({ at: () => '/catalog/items' })
  await screen.findByText('1–100 of 371')
  search(() => ({ data: [{ ...milk, ...item }] }))
  await user.type(screen.getByRole('searchbox', { name: 'Search items' }), code)
  expect(await screen.findByText(words)).toBeVisible()
})
