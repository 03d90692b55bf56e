import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dismissToast, toasts as told } from '#web/api/toasts.ts'
import type { CatalogIndex } from '#contract/desk/catalog.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { catalogItem } from '#testing/catalog-vendor.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { rowOf } from '#testing/row-of.ts'
import { createTestScanner, type TestScanner } from '#testing/test-scanner.ts'

const milk = catalogItem(1, { id: 901, name: { en: 'Milk 1 l', ar: 'Milk 1 l' } })
const bread = catalogItem(2, { id: 902, name: { en: 'Bread', ar: 'Bread' } })
const [milkCode, breadCode] = [milk.barcode ?? '', bread.barcode ?? '']

let scanner: TestScanner
beforeEach(() => {
  scanner = createTestScanner()
  for (const { id } of told.read()) dismissToast(id)
})

const typeKeys = (user: OpenPage['user'], text: string, everyMs: number, end?: string) =>
  scanner.type(user, text, everyMs, end)
const scan = (user: OpenPage['user'], code: string, end?: string) => scanner.type(user, code, undefined, end)

interface Scene {
  readonly at?: (orders: readonly SimulatedOrder[]) => string
  /** The orders on the board, each with these lines. */
  readonly orders?: readonly (readonly [item: typeof milk, quantity: number])[][]
}

/** A desk with these orders, once the page watches the keyboard. */
async function openDesk({ at = () => '/', orders: baskets = [[[milk, 2]]] }: Scene = {}) {
  let orders: SimulatedOrder[] = []
  const page = await openPage({
    at(vendor) {
      orders = baskets.map((basket) =>
        vendor.placeOrder('ordinary', {
          lines: basket.map(([item, quantity]) => ({ item, quantity, customizations: null })),
        }),
      )
      return at(orders)
    },
  })
  for (const { id } of orders) {
    const headers = { 'Content-Type': 'application/json' }
    await page.ask('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: id }) })
  }
  await scanner.isWatched()
  if (at(orders) === '/') await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(orders.length))
  return { ...page, orders }
}

const whole: CatalogIndex = { have: 2, total: 2, fresh_at: '2026-11-20T11:55:00Z', is_whole: true, problem: null }

/** Replaces the desk's search. */
function searchFinds(data: unknown[], index = whole): void {
  const desk = globalThis.fetch
  const meta = { current_page: 1, last_page: 1, per_page: 100, total: data.length }
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.startsWith('/api/desk/catalog/items?')
      ? Promise.resolve(Response.json({ data, meta, index }))
      : desk(address, init),
  )
}

const marked = () => screen.queryAllByRole('listitem', { current: true })
/** The text of the message, because an order line may have the same text. */
const said = (text: string) =>
  waitFor(() => expect(screen.getAllByText(text).find((element) => element.closest('[role=status]'))).toBeVisible())

test('highlights and announces the scanned line of the order for some seconds', async () => {
  const { user, orders, address } = await openDesk({
    at: ([order]) => `/orders/${order?.id}`,
    orders: [
      [
        [bread, 1],
        [milk, 2],
      ],
      [[milk, 1]],
    ],
  })
  await screen.findByText('Milk 1 l')
  await scan(user, milkCode)
  const [line] = await screen.findAllByRole('listitem', { current: true })
  expect(line).toHaveTextContent('2 ×')
  expect(line).toHaveTextContent('Milk 1 l')
  expect(await screen.findByText('2 ×', { selector: '[role=status] *' })).toBeVisible()
  expect(address()).toBe(`/orders/${orders[0]?.id}`)
  await vi.advanceTimersByTimeAsync(9000)
  expect(marked()).toEqual([])
  expect(screen.queryByText('2 ×', { selector: '[role=status] *' })).toBeNull()
})

test('scrolls to a line again when it is scanned again', async () => {
  const { user } = await openDesk({ at: ([order]) => `/orders/${order?.id}` })
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => shown.mockRestore())
  await screen.findByText('Milk 1 l')
  await scan(user, milkCode)
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(1))
  await scan(user, milkCode)
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(2))
})

test('opens the only matching order from the board with its line highlighted', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[bread, 1]], [[milk, 3]]] })
  await scan(user, `0${milkCode}`, '{Tab}')
  await waitFor(() => expect(address()).toBe(`/orders/${orders[1]?.id}`))
  const [line] = await screen.findAllByRole('listitem', { current: true })
  expect(line).toHaveTextContent('3 ×')
})

test('asks which of several orders a scan is for', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[milk, 1]], [[milk, 4]]] })
  await scan(user, milkCode)
  const dialog = await screen.findByRole('dialog', { name: 'Which order?' })
  const [first, second] = within(within(dialog).getByRole('list')).getAllByRole('button')
  expect(first).toHaveTextContent(`${orders[0]?.printNumber} ${orders[0]?.customer.name} 1 ×`)
  expect(second).toHaveTextContent('4 ×')
  if (second) await user.click(second)
  expect(address()).toBe(`/orders/${orders[1]?.id}`)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findAllByRole('listitem', { current: true })).toHaveLength(1)
})

test('opens an order by the number on its ticket', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[bread, 1]], [[milk, 3]]] })
  await scan(user, orders[1]?.id ?? '')
  await waitFor(() => expect(address()).toBe(`/orders/${orders[1]?.id}`))
  await said(`Order ${orders[1]?.printNumber}`)
})

test('opens the catalog item of a code that no order has', async () => {
  const { user, address } = await openDesk()
  searchFinds([bread, catalogItem(3)])
  await scan(user, breadCode)
  await waitFor(() => expect(address()).toBe('/catalog/items/902'))
})

test('prefers the item in the catalog, even if an order has the code', async () => {
  const { user, address } = await openDesk({ orders: [[[milk, 3]]] })
  await user.click(screen.getByRole('link', { name: 'Catalog' }))
  await user.click(await screen.findByRole('link', { name: 'Brands' }))
  searchFinds([milk])
  await scan(user, milkCode)
  await waitFor(() => expect(address()).toBe('/catalog/items/901'))
})

test('opens an order by its number from the catalog', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[milk, 3]]] })
  await user.click(screen.getByRole('link', { name: 'Catalog' }))
  await user.click(await screen.findByRole('link', { name: 'Brands' }))
  searchFinds([])
  await scan(user, orders[0]?.id ?? '')
  await waitFor(() => expect(address()).toBe(`/orders/${orders[0]?.id}`))
})

/** Replaces the desk's closed orders. */
function closedAre(rows: readonly unknown[]): void {
  const desk = globalThis.fetch
  const meta = { version: 1, server_time: '2026-11-20T12:00:00Z', alarms: [] }
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.includes('view=closed') ? Promise.resolve(Response.json({ data: rows, meta })) : desk(address, init),
  )
}

test.each(['/', '/history'])('opens a closed order by its ticket, at %s', async (place) => {
  const { user, address } = await openDesk()
  if (place === '/history') await user.click(screen.getByRole('link', { name: 'History' }))
  searchFinds([])
  closedAre([rowOf('770011', { lane: 'closed' }), rowOf('7700112', { lane: 'closed' })])
  await scan(user, '770011')
  await waitFor(() => expect(address()).toBe('/orders/770011'))
})

test('lists several closed orders with the number', async () => {
  const { user, address } = await openDesk()
  searchFinds([])
  const numbered = (id: string) => rowOf(id, { lane: 'closed', order: { id, print_order_number: 'A-77001' } })
  closedAre([numbered('1'), numbered('2')])
  await scan(user, 'A-77001')
  await waitFor(() => expect(address()).toBe('/history?q=A-77001'))
})

test('lists several items with the code', async () => {
  const { user, address } = await openDesk()
  searchFinds([bread, { ...milk, barcode: breadCode }])
  await scan(user, breadCode)
  await waitFor(() => expect(address()).toBe(`/catalog/items?q=${breadCode}`))
})

const minced = catalogItem(5, { id: 905, name: { en: 'Minced beef', ar: '' }, barcode: '2100001000004' })

test('opens the only line for a scale label and shows its amount', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[bread, 1]], [[minced, 3]]] })
  searchFinds([])
  await scan(user, '2100001027506')
  await waitFor(() => expect(address()).toBe(`/orders/${orders[1]?.id}`))
  await said('On the label: 2.750')
  const [line] = await screen.findAllByRole('listitem', { current: true })
  expect(line).toHaveTextContent('Minced beef')
})

test('asks which of several orders a scale label is for', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[minced, 1]], [[minced, 3]]] })
  searchFinds([])
  await scan(user, '2100001027506')
  const dialog = await screen.findByRole('dialog', { name: 'Which order?' })
  expect(dialog).toHaveTextContent('On the label: 2.750')
  const [first] = within(within(dialog).getByRole('list')).getAllByRole('button')
  if (first) await user.click(first)
  expect(address()).toBe(`/orders/${orders[0]?.id}`)
})

test('prefers an item with the label’s own code over an interpreted line', async () => {
  const { user, address } = await openDesk({ orders: [[[minced, 3]]] })
  searchFinds([minced, { ...bread, sku: '2100001027506' }])
  await scan(user, '2100001027506')
  await waitFor(() => expect(address()).toBe('/catalog/items/902'))
  expect(told.read()).toEqual([])
})

test.each([
  ['the label of a scale', '2100001027506', '2100001000004', 'On the label: 2.750'],
  ['a carton', '14006381333938', '4006381333931', 'This is the code of a carton, not of a single item.'],
])('opens the item of %s that no order has and explains it', async (_what, code, barcode, words) => {
  const { user, address } = await openDesk()
  searchFinds([{ ...bread, barcode }])
  await scan(user, code)
  await waitFor(() => expect(address()).toBe('/catalog/items/902'))
  expect(await screen.findByText(words)).toBeVisible()
})

test('opens the target of the UPC-A for a UPC-E without a message', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[{ ...bread, barcode: '042100005264' }, 1]]] })
  searchFinds([])
  await scan(user, '425261')
  await waitFor(() => expect(address()).toBe(`/orders/${orders[0]?.id}`))
  await said('Bread')
})

test('reports a code without a target', async () => {
  const { user, address } = await openDesk()
  searchFinds([])
  await scan(user, '99999999')
  const toasts = within(await screen.findByRole('log')).getByRole('list')
  expect(toasts).toHaveTextContent('No open order and no item has 99999999.')
  searchFinds([], { ...whole, fresh_at: null })
  await scan(user, '88888888')
  expect(await screen.findByText(/^No open order and no item loaded so far has 88888888/)).toBeVisible()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await scan(user, '77777777')
  expect(await screen.findByText('77777777 could not be looked up. Scan it again in a moment.')).toBeVisible()
  expect(address()).toBe('/')
})

/** Searches that the test answers later, with a result or a connection failure. */
function holdSearches() {
  const desk = globalThis.fetch
  const held: ((data: unknown[] | undefined) => Promise<void>)[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!address.startsWith('/api/desk/catalog/items?')) return desk(address, init)
    const data = await new Promise<unknown[] | undefined>((resolve) =>
      held.push(async (found) => {
        resolve(found)
        await act(() => vi.advanceTimersByTimeAsync(1000))
      }),
    )
    if (!data) throw new TypeError('fetch failed')
    const meta = { current_page: 1, last_page: 1, per_page: 100, total: data.length }
    return Response.json({ data, meta, index: whole })
  })
  return held
}

test.each([
  ['what the first finds', [bread]],
  ['that nothing has it', []],
  ['that it could not be looked up', undefined],
])('replaces a running lookup by a second scan: %s comes too late', async (_what, late) => {
  const { user, address } = await openDesk()
  const held = holdSearches()
  await scan(user, breadCode)
  await waitFor(() => expect(held).toHaveLength(1))
  await scan(user, '99999999')
  await waitFor(() => expect(held).toHaveLength(2))
  await held[1]?.([])
  expect(told.read()).toHaveLength(1)
  await held[0]?.(late)
  expect(told.read()).toHaveLength(1)
  expect(address()).toBe('/')
})

test.each([
  ['an item', [bread]],
  ['nothing', []],
  ['no answer', undefined],
])('drops a lookup when the screen is left: %s', async (_what, late) => {
  const { user, address } = await openDesk()
  const held = holdSearches()
  await scan(user, breadCode)
  await waitFor(() => expect(held).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Manage' }))
  await held[0]?.(late)
  expect(address()).toBe('/staff')
  expect(told.read()).toEqual([])
})

test.each([
  ['an item', [bread]],
  ['items', [bread, { ...milk, barcode: breadCode }]],
  ['nothing', []],
])('asks to scan again when a dialog has opened during the lookup: %s', async (_what, late) => {
  const { user, address, orders } = await openDesk({ at: ([order]) => `/orders/${order?.id}` })
  const reject = await screen.findByRole('button', { name: 'Reject order' })
  const held = holdSearches()
  await scan(user, breadCode)
  await waitFor(() => expect(held).toHaveLength(1))
  await user.click(reject)
  const dialog = await screen.findByRole('dialog', { name: 'Reject order' })
  await held[0]?.(late)
  expect(address()).toBe(`/orders/${orders[0]?.id}`)
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Not scanned: close “Reject order” first')
  expect(told.read()).toEqual([])
})

test.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'repeat'])('ignores keys with %s', async (held) => {
  const { address, orders } = await openDesk()
  const press = (how: KeyboardEventInit) => {
    for (const key of [...milkCode, 'Enter']) fireEvent.keyDown(document.body, { key, ...how })
  }
  press({ [held]: true })
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(address()).toBe('/')
  press({})
  await waitFor(() => expect(address()).toBe(`/orders/${orders[0]?.id}`))
})

test('ignores a typing person and a code that is too short', async () => {
  const { user, address } = await openDesk()
  await typeKeys(user, milkCode, 80)
  await scan(user, milkCode.slice(0, 5))
  await vi.advanceTimersByTimeAsync(1000)
  expect(address()).toBe('/')
  expect(screen.queryByRole('log')).toBeNull()
})

test('types a scan into a text field', async () => {
  const { user, address } = await openDesk()
  const find = screen.getByRole('searchbox', { name: 'Search orders' })
  await user.click(find)
  await scan(user, milkCode)
  expect(find).toHaveValue(milkCode)
  await vi.advanceTimersByTimeAsync(1000)
  expect(address()).toBe('/')
})

test('replaces the text of a search field by a scan, but not by typing', async () => {
  const { user } = await openDesk()
  const find = screen.getByRole('searchbox', { name: 'Search orders' })
  await user.click(find)
  await typeKeys(user, 'a86', 80, '8')
  await scan(user, milkCode)
  expect(find).toHaveValue(milkCode)
  await scan(user, breadCode)
  expect(find).toHaveValue(breadCode)
  await typeKeys(user, '1234', 80, '5')
  expect(find).toHaveValue(`${breadCode}12345`)
})

test('ignores a scan under a dialog and says what to close first', async () => {
  const { user, address, orders } = await openDesk({
    at: ([order]) => `/orders/${order?.id}`,
    orders: [[[bread, 1]], [[milk, 3]]],
  })
  await user.click(await screen.findByRole('button', { name: 'Reject order' }))
  await screen.findByRole('dialog', { name: 'Reject order' })
  await scan(user, milkCode)
  await vi.advanceTimersByTimeAsync(1000)
  expect(address()).toBe(`/orders/${orders[0]?.id}`)
  const dialog = within(screen.getByRole('dialog', { name: 'Reject order' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Not scanned: close “Reject order” first, then scan again.')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await scan(user, milkCode)
  await waitFor(() => expect(address()).toBe(`/orders/${orders[1]?.id}`))
})

test('does not press the focused button by the Enter of a scan', async () => {
  const { user, vendor } = await openDesk({ at: ([order]) => `/orders/${order?.id}` })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  accept.focus()
  await scan(user, milkCode)
  await screen.findAllByRole('listitem', { current: true })
  expect(accept).toHaveFocus()
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('does not open the focused category by the Enter of a scan', async () => {
  const { user, address } = await openDesk()
  await user.click(screen.getByRole('link', { name: 'Catalog' }))
  await user.click(await screen.findByRole('link', { name: 'Categories' }))
  const [category] = await screen.findAllByRole('treeitem')
  category?.focus()
  searchFinds([])
  await scan(user, breadCode)
  expect(await screen.findByText(`No open order and no item has ${breadCode}.`)).toBeVisible()
  expect(address()).toBe('/catalog/categories')
})

test('neither submits a dialog nor changes its choice by a scan', async () => {
  const { user, vendor } = await openDesk({ at: ([order]) => `/orders/${order?.id}` })
  await user.click(await screen.findByRole('button', { name: 'Reject order' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reject order' })
  const reason = await within(dialog).findByRole('radio', { name: 'Closing soon' })
  await user.click(reason)
  expect(reason).toHaveFocus()
  await scan(user, milkCode)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(dialog).toBeVisible()
  expect(reason).toBeChecked()
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('says where to scan on a screen without goods', async () => {
  const { user, address } = await openDesk({ orders: [[[milk, 3]]] })
  await user.click(screen.getByRole('link', { name: 'Manage' }))
  screen.getByRole('link', { name: 'Catalog' }).focus()
  await scan(user, milkCode)
  expect(await screen.findByText(/^Scanning does not work on this screen/)).toBeVisible()
  expect(address()).toBe('/staff')
})
