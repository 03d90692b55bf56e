import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dismissToast, toasts as told } from '#web/api/toasts.ts'
import type { CatalogIndex } from '#contract/desk/catalog.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { catalogItem } from '#testing/catalog-vendor.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { rowOf } from '#testing/row-of.ts'
import { createTestScanner, type TestScanner } from '#testing/test-scanner.ts'

vi.setConfig({ testTimeout: 20_000 })

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

/** A desk that knows these orders, once its keyboard is watched. */
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

/** Puts a search of its own in the place of the desk's. */
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
/** An order's line may have the same text. */
const said = (text: string) =>
  waitFor(() => expect(screen.getAllByText(text).find((element) => element.closest('[role=status]'))).toBeVisible())

test('on an order, the line that was scanned is marked for some seconds, and said', async () => {
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

test('what is scanned again is brought into sight again', async () => {
  const { user } = await openDesk({ at: ([order]) => `/orders/${order?.id}` })
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => shown.mockRestore())
  await screen.findByText('Milk 1 l')
  await scan(user, milkCode)
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(1))
  await scan(user, milkCode)
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(2))
})

test('on the board, the one order that has it is opened with its line marked', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[bread, 1]], [[milk, 3]]] })
  await scan(user, `0${milkCode}`, '{Tab}')
  await waitFor(() => expect(address()).toBe(`/orders/${orders[1]?.id}`))
  const [line] = await screen.findAllByRole('listitem', { current: true })
  expect(line).toHaveTextContent('3 ×')
})

test('where several orders have it, a person says for which it is', async () => {
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

test('an order’s own number, scanned from its ticket, opens it', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[bread, 1]], [[milk, 3]]] })
  await scan(user, orders[1]?.id ?? '')
  await waitFor(() => expect(address()).toBe(`/orders/${orders[1]?.id}`))
  await said(`Order ${orders[1]?.printNumber}`)
})

test('what no order has is looked for in the catalog: the one item that has it is opened', async () => {
  const { user, address } = await openDesk()
  searchFinds([bread, catalogItem(3)])
  await scan(user, breadCode)
  await waitFor(() => expect(address()).toBe('/catalog/items/902'))
})

test('who looks at items means the item, also where an order has it', async () => {
  const { user, address } = await openDesk({ orders: [[[milk, 3]]] })
  await user.click(screen.getByRole('link', { name: 'Brands' }))
  searchFinds([milk])
  await scan(user, milkCode)
  await waitFor(() => expect(address()).toBe('/catalog/items/901'))
})

test('and an order’s own number leads to the order from there as well', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[milk, 3]]] })
  await user.click(screen.getByRole('link', { name: 'Brands' }))
  searchFinds([])
  await scan(user, orders[0]?.id ?? '')
  await waitFor(() => expect(address()).toBe(`/orders/${orders[0]?.id}`))
})

/** Orders that are over, in the place of the desk's. */
function closedAre(rows: readonly unknown[]): void {
  const desk = globalThis.fetch
  const meta = { version: 1, server_time: '2026-11-20T12:00:00Z', alarms: [] }
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.includes('view=closed') ? Promise.resolve(Response.json({ data: rows, meta })) : desk(address, init),
  )
}

test.each(['/', '/closed'])('the ticket of an order that is over leads to it, at %s', async (place) => {
  const { user, address } = await openDesk()
  if (place === '/closed') await user.click(screen.getByRole('link', { name: 'History' }))
  searchFinds([])
  closedAre([rowOf('770011', { lane: 'closed' }), rowOf('7700112', { lane: 'closed' })])
  await scan(user, '770011')
  await waitFor(() => expect(address()).toBe('/orders/770011'))
})

test('where several that are over have the number, they are listed', async () => {
  const { user, address } = await openDesk()
  searchFinds([])
  const numbered = (id: string) => rowOf(id, { lane: 'closed', order: { id, print_order_number: 'A-77001' } })
  closedAre([numbered('1'), numbered('2')])
  await scan(user, 'A-77001')
  await waitFor(() => expect(address()).toBe('/closed?q=A-77001'))
})

test('several items that have it are listed', async () => {
  const { user, address } = await openDesk()
  searchFinds([bread, { ...milk, barcode: breadCode }])
  await scan(user, breadCode)
  await waitFor(() => expect(address()).toBe(`/catalog/items?q=${breadCode}`))
})

const minced = catalogItem(5, { id: 905, name: { en: 'Minced beef', ar: '' }, barcode: '2100001000004' })

test('the label of a scale leads to the one line that it stands for, and says its amount', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[bread, 1]], [[minced, 3]]] })
  searchFinds([])
  await scan(user, '2100001027506')
  await waitFor(() => expect(address()).toBe(`/orders/${orders[1]?.id}`))
  await said('On the label: 2.750')
  const [line] = await screen.findAllByRole('listitem', { current: true })
  expect(line).toHaveTextContent('Minced beef')
})

test('of several orders that it may be for, a person chooses one', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[minced, 1]], [[minced, 3]]] })
  searchFinds([])
  await scan(user, '2100001027506')
  const dialog = await screen.findByRole('dialog', { name: 'Which order?' })
  expect(dialog).toHaveTextContent('On the label: 2.750')
  const [first] = within(within(dialog).getByRole('list')).getAllByRole('button')
  if (first) await user.click(first)
  expect(address()).toBe(`/orders/${orders[0]?.id}`)
})

test('what has the code of a label itself comes first: an item before the line of an order', async () => {
  const { user, address } = await openDesk({ orders: [[[minced, 3]]] })
  searchFinds([minced, { ...bread, sku: '2100001027506' }])
  await scan(user, '2100001027506')
  await waitFor(() => expect(address()).toBe('/catalog/items/902'))
  expect(told.read()).toEqual([])
})

test.each([
  ['the label of a scale', '2100001027506', '2100001000004', 'On the label: 2.750'],
  ['a carton', '14006381333938', '4006381333931', 'This is the code of a carton, not of a single item.'],
])('%s that no order has leads to its item, and says what it is', async (_what, code, barcode, words) => {
  const { user, address } = await openDesk()
  searchFinds([{ ...bread, barcode }])
  await scan(user, code)
  await waitFor(() => expect(address()).toBe('/catalog/items/902'))
  expect(await screen.findByText(words)).toBeVisible()
})

test('UPC-E leads to what has the UPC-A, without more words', async () => {
  const { user, orders, address } = await openDesk({ orders: [[[{ ...bread, barcode: '042100005264' }, 1]]] })
  searchFinds([])
  await scan(user, '425261')
  await waitFor(() => expect(address()).toBe(`/orders/${orders[0]?.id}`))
  await said('Bread')
})

test('what nothing has is said', async () => {
  const { user, address } = await openDesk()
  searchFinds([])
  await scan(user, '99999999')
  const toasts = within(await screen.findByRole('log')).getByRole('list')
  expect(toasts).toHaveTextContent('No open order and no item has 99999999.')
  searchFinds([], { ...whole, fresh_at: null })
  await scan(user, '88888888')
  expect(await screen.findByText(/No open order has 88888888, and no item that is known so far/)).toBeVisible()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await scan(user, '77777777')
  expect(await screen.findByText('77777777 could not be looked up. Scan it again in a moment.')).toBeVisible()
  expect(address()).toBe('/')
})

/** Searches that are answered later, each with what it finds, or with nothing where the line is cut. */
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
])('a second scan takes the place of one that is still looked for: %s comes too late', async (_what, late) => {
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
])(
  'who went on to another screen while a scan was looked for is neither led away nor told: %s',
  async (_what, late) => {
    const { user, address } = await openDesk()
    const held = holdSearches()
    await scan(user, breadCode)
    await waitFor(() => expect(held).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: 'Log' }))
    await held[0]?.(late)
    expect(address()).toBe('/log')
    expect(told.read()).toEqual([])
  },
)

test.each([
  ['an item', [bread]],
  ['items', [bread, { ...milk, barcode: breadCode }]],
  ['nothing', []],
])('who is asked something by then is not led away, but told to scan again: %s', async (_what, late) => {
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

test.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'repeat'])('keys with %s are no scan', async (held) => {
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

test('a person who types, and too short a code, scan nothing', async () => {
  const { user, address } = await openDesk()
  await typeKeys(user, milkCode, 80)
  await scan(user, milkCode.slice(0, 5))
  await vi.advanceTimersByTimeAsync(1000)
  expect(address()).toBe('/')
  expect(screen.queryByRole('log')).toBeNull()
})

test('in a text field a scan is text, and is caught by nobody', async () => {
  const { user, address } = await openDesk()
  const find = screen.getByRole('searchbox', { name: 'Find an order' })
  await user.click(find)
  await scan(user, milkCode)
  expect(find).toHaveValue(milkCode)
  await vi.advanceTimersByTimeAsync(1000)
  expect(address()).toBe('/')
})

test('in a field that searches, a scan takes the place of what stood there; what is typed by hand does not', async () => {
  const { user } = await openDesk()
  const find = screen.getByRole('searchbox', { name: 'Find an order' })
  await user.click(find)
  await typeKeys(user, 'a86', 80, '8')
  await scan(user, milkCode)
  expect(find).toHaveValue(milkCode)
  await scan(user, breadCode)
  expect(find).toHaveValue(breadCode)
  await typeKeys(user, '1234', 80, '5')
  expect(find).toHaveValue(`${breadCode}12345`)
})

test('a scan under a dialog leads nowhere, and the dialog says what to close first', async () => {
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

test('the Enter at the end of a scan does not press the button that has the focus', async () => {
  const { user, vendor } = await openDesk({ at: ([order]) => `/orders/${order?.id}` })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  accept.focus()
  await scan(user, milkCode)
  await screen.findAllByRole('listitem', { current: true })
  expect(accept).toHaveFocus()
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('nor does it open the category that has the focus', async () => {
  const { user, address } = await openDesk()
  await user.click(screen.getByRole('link', { name: 'Categories' }))
  const [category] = await screen.findAllByRole('treeitem')
  category?.focus()
  searchFinds([])
  await scan(user, breadCode)
  expect(await screen.findByText(`No open order and no item has ${breadCode}.`)).toBeVisible()
  expect(address()).toBe('/catalog/categories')
})

test('a scan neither answers a dialog nor chooses in it', async () => {
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

test('where nobody has a thing in the hand, a scan leads nowhere, presses nothing, and says where to scan', async () => {
  const { user, address } = await openDesk({ orders: [[[milk, 3]]] })
  await user.click(screen.getByRole('link', { name: 'Log' }))
  screen.getByRole('link', { name: 'Items' }).focus()
  await scan(user, milkCode)
  expect(await screen.findByText(/^Nothing is scanned on this screen/)).toBeVisible()
  expect(address()).toBe('/log')
})
