import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { wrongTone } from '#web/api/preferences.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { OrderState } from '#simulator/order-life.ts'
import { catalogItem } from '#testing/catalog-vendor.ts'
import { createBreakableStore } from '#testing/desk.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { createTestScanner, type TestScanner } from '#testing/test-scanner.ts'

const milk = catalogItem(1, { id: 901, name: { en: 'Milk', ar: 'Milk' } })
const bread = catalogItem(2, { id: 902, name: { en: 'Bread', ar: 'Bread' } })
const salt = catalogItem(4, { id: 904, name: { en: 'Salt', ar: 'Salt' } })

let scanner: TestScanner
beforeEach(() => {
  scanner = createTestScanner()
})

const scan = (user: OpenPage['user'], code: string | null) => scanner.type(user, code ?? '')

type Options = Partial<Parameters<typeof openPage>[0]> & {
  readonly state?: OrderState
  readonly isScanned?: boolean
  readonly lines?: typeof twoMilkOneBread
}

const twoMilkOneBread = [
  { item: milk, quantity: 2, customizations: null },
  { item: bread, quantity: 1, customizations: null },
]

/** An order in packing, by default of two milk and one bread; `mark` acts as another tablet. */
async function openPacking({
  state = 'preparing',
  isScanned = false,
  lines = twoMilkOneBread,
  ...options
}: Options = {}) {
  let order: SimulatedOrder | undefined
  const page = await openPage({
    isLive: true,
    at(vendor) {
      order = vendor.placeOrder('ordinary', { lines })
      vendor.orders.move(order, state)
      return `/orders/${order.id}`
    },
    ...options,
  })
  if (!order) throw new Error('It was placed.')
  const { id } = order
  const headers = { 'Content-Type': 'application/json' }
  await page.ask('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: id }) })
  if (isScanned) await scanner.isWatched()
  return {
    ...page,
    order,
    row: async () =>
      ((await (await page.ask(`/api/desk/orders/${id}`)).json()) as { data: { picks: unknown[] } }).data.picks,
    mark: (line: number, picked: string | null) =>
      page.ask(`/api/desk/orders/${id}/picks/${order?.lines[line]?.id}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ state: picked }),
      }),
  }
}

/** Delays the answers to marks, or the marks themselves, until the test releases them. */
function holdMarks({ isHeard = true } = {}) {
  const desk = globalThis.fetch
  const marks = { sent: 0, release: (): void => undefined }
  const held = new Promise<void>((resolve) => (marks.release = resolve))
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!address.includes('/picks/')) return desk(address, init)
    if (!isHeard) {
      marks.sent += 1
      await held
      return desk(address, init)
    }
    const answer = await desk(address, init)
    marks.sent += 1
    await held
    return answer
  })
  return marks
}

const box = (name: string) => screen.findByRole('checkbox', { name: `Picked: ${name}` })

test('ticks a line for all tablets, with its person and the progress', async () => {
  const { user, row, order } = await openPacking()
  expect(await box('Milk')).not.toBeChecked()
  expect(screen.getByText('0 of 2 picked')).toBeVisible()
  // The answer's status is the screen's only `status`.
  expect(screen.getAllByRole('status')).toHaveLength(1)
  await user.click(await box('Milk'))
  await waitFor(async () => expect(await box('Milk')).toBeChecked())
  expect(await screen.findByText('1 of 2 picked')).toBeVisible()
  expect(screen.getByText(/^Picked · Sara · \d/)).toBeVisible()
  expect(await row()).toMatchObject([{ line: order.lines[0]?.id, state: 'picked', by: { person: 'Sara' } }])
  await user.click(await box('Milk'))
  await waitFor(async () => expect(await box('Milk')).not.toBeChecked())
  expect(await row()).toEqual([])
})

test('marks an unreadable quantity in its tick without a button of its own', async () => {
  await openPacking({
    async fetch(request, vendor) {
      const answer = (await (await vendor.fetch(request)).json()) as { readonly data: { readonly items?: object[] } }
      const items = answer.data.items?.map((item) => ({ ...item, quantity: 'many' }))
      return Response.json({ data: items ? { ...answer.data, items } : answer.data })
    },
  })
  const tick = await box('Milk')
  expect(tick).toHaveTextContent('unreadable')
  expect(within(tick).queryByRole('button')).toBeNull()
})

test('shows the marks of other tablets', async () => {
  const { mark } = await openPacking()
  await box('Bread')
  await mark(1, 'picked')
  await waitFor(async () => expect(await box('Bread')).toBeChecked())
  await mark(0, 'missing')
  await waitFor(async () => expect(await box('Milk')).toBePartiallyChecked())
  expect(screen.getByText('1 not found')).toBeVisible()
})

test('shows a pending tick until it is stored and ignores a second press', async () => {
  const { user } = await openPacking()
  const tick = await box('Milk')
  const marks = holdMarks({ isHeard: false })
  await user.click(tick)
  expect(await screen.findByText('Saving…')).toBeVisible()
  await user.click(tick)
  expect(screen.getByText('0 of 2 picked')).toBeVisible()
  marks.release()
  expect(await screen.findByText('1 of 2 picked')).toBeVisible()
  expect(screen.queryByText('Saving…')).toBeNull()
  expect(marks.sent).toBe(1)
})

test('takes back a failed tick and says why on its line', async () => {
  const store = createBreakableStore()
  const { user } = await openPacking({ store })
  const tick = await box('Milk')
  store.isDown = true
  await user.click(tick)
  const line = (await screen.findByText(/^Not saved\. Tap again/)).closest('li')
  expect(line).toHaveTextContent('Milk')
  expect(tick).not.toBeChecked()
  store.isDown = false
  await user.click(tick)
  await waitFor(() => expect(tick).toBeChecked())
  expect(screen.queryByText(/^Not saved/)).toBeNull()
})

test('asks for a sign-in with a button, until somebody has signed in', async () => {
  let id = ''
  const page = await openPage({
    who: 'nobody',
    isPolling: true,
    webhookSecret: 'a-webhook-secret-of-this-test',
    at(vendor) {
      const order = vendor.placeOrder()
      vendor.orders.move(order, 'preparing')
      id = order.id
      return `/orders/${order.id}`
    },
  })
  await page.notify(id)
  const [tick] = await screen.findAllByRole('checkbox')
  if (tick) await page.user.click(tick)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Sign in to tick lines.')
  await page.user.click(within(alert).getByRole('button', { name: 'Sign in' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in' }))
  await page.user.click(dialog.getByRole('button', { name: 'Sara' }))
  await page.user.type(dialog.getByLabelText('PIN'), '1234{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(alert).not.toBeInTheDocument())
})

test('opens the rejection with missing items chosen and no reason', async () => {
  const { user, row } = await openPacking()
  await box('Milk')
  await user.click(screen.getByRole('button', { name: 'Not found: Bread' }))
  const ask = await screen.findByRole('button', { name: '1 not found: ask the customer' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(ask)
  const dialog = await screen.findByRole('dialog', { name: 'Ask about missing items' })
  const reason = await within(dialog).findByRole('radio', { name: 'Some items are not available' })
  for (const radio of within(dialog).getAllByRole('radio')) expect(radio).not.toBeChecked()
  await user.click(reason)
  expect(within(dialog).getByRole('checkbox', { name: 'Bread' })).toBeChecked()
  expect(within(dialog).getByRole('checkbox', { name: 'Milk' })).not.toBeChecked()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(await row()).toMatchObject([{ state: 'missing' }])
  await user.click(screen.getByRole('button', { name: 'Found: Bread' }))
  await waitFor(async () => expect(await row()).toEqual([]))
  expect(screen.queryByRole('button', { name: /ask the customer/ })).toBeNull()
})

test('adds newly missing items to the rejection until the first choice', async () => {
  const { user, mark } = await openPacking()
  await box('Milk')
  await user.click(screen.getByRole('button', { name: 'Reject order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject order' }))
  await user.click(await dialog.findByRole('radio', { name: 'Some items are not available' }))
  await mark(1, 'missing')
  await vi.advanceTimersByTimeAsync(5000)
  await waitFor(() => expect(dialog.getByRole('checkbox', { name: 'Bread' })).toBeChecked())
  await user.click(dialog.getByRole('checkbox', { name: 'Bread' }))
  await mark(0, 'missing')
  await vi.advanceTimersByTimeAsync(5000)
  await screen.findByText('2 not found')
  for (const checkbox of dialog.getAllByRole('checkbox')) expect(checkbox).not.toBeChecked()
})

test('offers no rejection for missing items of a ready order', async () => {
  const { user, order, vendor, ask, row } = await openPacking()
  await box('Milk')
  const marks = holdMarks()
  await user.click(screen.getByRole('button', { name: 'Not found: Bread' }))
  await waitFor(() => expect(marks.sent).toBe(1))
  vendor.orders.move(order, 'ready')
  await vi.advanceTimersByTimeAsync(2000)
  await ask(`/api/developer/v1/orders/${order.id}`)
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  marks.release()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await row()).toMatchObject([{ state: 'missing' }])
  expect(screen.queryByText('Saving…')).toBeNull()
  expect(screen.queryByRole('button', { name: /ask the customer/ })).toBeNull()
})

test('warns about open lines before ready is held, and sends it', async () => {
  const { user, mark, order } = await openPacking()
  await box('Milk')
  await mark(0, 'picked')
  await screen.findByText('1 of 2 picked')
  expect(screen.getByText('1 line is not ticked.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Mark as ready' }))
  expect(screen.queryByText(/not ticked/)).toBeNull()
  await vi.advanceTimersByTimeAsync(6000)
  await waitFor(() => expect(order.state).toBe('ready'))
})

test('warns about unasked missing items while ready is held', async () => {
  const { user, mark } = await openPacking()
  await box('Milk')
  await mark(0, 'picked')
  await mark(1, 'missing')
  await screen.findByRole('button', { name: /ask the customer/ })
  await user.click(screen.getByRole('button', { name: 'Mark as ready' }))
  expect(await screen.findByText('1 line was not found, and the customer has not been asked.')).toBeVisible()
  expect(screen.queryByText(/not ticked/)).toBeNull()
})

test('says beside the ready button that all is picked', async () => {
  const { user, mark } = await openPacking()
  await box('Milk')
  await mark(0, 'picked')
  await mark(1, 'picked')
  const bar = within(screen.getByRole('region', { name: 'Answer this order' }))
  expect(await bar.findByText('All picked')).toBeVisible()
  expect(screen.queryByText(/not ticked/)).toBeNull()
  await user.click(bar.getByRole('button', { name: 'Mark as ready' }))
  expect(screen.queryByText(/not ticked/)).toBeNull()
})

test('ticks a line once its whole quantity was scanned', async () => {
  const { user, row, address, order } = await openPacking({ isScanned: true })
  await box('Milk')
  await scan(user, milk.barcode)
  expect(await screen.findByText('1 of 2', { selector: '[role=status] *' })).toBeVisible()
  expect(await row()).toEqual([])
  await scan(user, `0${milk.barcode}`)
  expect(await screen.findByText('2 of 2')).toBeVisible()
  expect(screen.getAllByRole('listitem', { current: true })).toEqual([(await box('Milk')).closest('li')])
  await waitFor(async () => expect(await box('Milk')).toBeChecked())
  expect(address()).toBe(`/orders/${order.id}`)
  await vi.advanceTimersByTimeAsync(9000)
  expect(screen.queryByText('2 of 2')).toBeNull()
  expect(screen.queryByRole('listitem', { current: true })).toBeNull()
})

test.each([2.5, 0])('ticks a line of quantity %d by one scan and shows the amount', async (quantity) => {
  const { user, row } = await openPacking({
    isScanned: true,
    lines: [{ item: milk, quantity, customizations: null }],
  })
  expect(await box('Milk')).toHaveTextContent(`${quantity} ×`)
  await scan(user, milk.barcode)
  expect(await screen.findByText('1 of 1')).toBeVisible()
  await waitFor(async () => expect(await row()).toHaveLength(1))
  await waitFor(async () => expect(await box('Milk')).toBeChecked())
})

const minced = catalogItem(5, { id: 905, name: { en: 'Minced beef', ar: '' }, barcode: '2100001000004' })
const label = '2100001027506'

test('ticks a whole line by a scale label and shows its amount', async () => {
  const { user, row } = await openPacking({
    isScanned: true,
    lines: [{ item: minced, quantity: 3, customizations: null }, ...twoMilkOneBread],
  })
  await box('Minced beef')
  await scan(user, label)
  expect(await screen.findByText('On the label: 2.750')).toBeVisible()
  expect(screen.getByText('Picked', { selector: '[role=status] *' })).toBeVisible()
  await waitFor(async () => expect(await box('Minced beef')).toBeChecked())
  expect(await row()).toHaveLength(1)
  await scan(user, label)
  expect(await screen.findByRole('alert')).toHaveTextContent('Already completeMinced beefOn the label: 2.750')
})

test('ticks no line if a scale label matches two', async () => {
  const line = { item: minced, quantity: 1, customizations: null }
  const { user, row } = await openPacking({ isScanned: true, lines: [line, line] })
  await screen.findAllByRole('checkbox')
  await scan(user, label)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Several lines have this item')
  expect(alert).toHaveTextContent('Tick the line by hand.')
  expect(screen.getAllByRole('listitem', { current: true })).toHaveLength(2)
  expect(await row()).toEqual([])
})

test('ticks nothing by a carton, whose number of pieces is unknown', async () => {
  const { user, row } = await openPacking({
    isScanned: true,
    lines: [{ item: { ...milk, barcode: '4006381333931' }, quantity: 1, customizations: null }],
  })
  await box('Milk')
  await scan(user, '14006381333938')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Milk')
  expect(alert).toHaveTextContent('This is the code of a carton, not of a single item.')
  expect(await row()).toEqual([])
  await scan(user, '4006381333931')
  await waitFor(async () => expect(await box('Milk')).toBeChecked())
})

test('counts UPC-E as a piece of the line with its UPC-A', async () => {
  const { user } = await openPacking({
    isScanned: true,
    lines: [{ item: { ...milk, barcode: '042100005264' }, quantity: 3, customizations: null }],
  })
  await box('Milk')
  await scan(user, '04252614')
  expect(await screen.findByText('1 of 3', { selector: '[role=status] *' })).toBeVisible()
})

test.each([
  ['a wrong check digit', '2100001027507', undefined],
  ['another item that has the code itself', label, { ...salt, barcode: label }],
])('rejects a label with %s', async (_what, code, other) => {
  const { user, row } = await openPacking({
    isScanned: true,
    lines: [{ item: minced, quantity: 1, customizations: null }],
  })
  const desk = globalThis.fetch
  const index = { have: 2, total: 2, fresh_at: '2026-11-20T11:55:00Z', is_whole: true, problem: null }
  const meta = { current_page: 1, last_page: 1, per_page: 100, total: 1 }
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.startsWith('/api/desk/catalog/items?')
      ? Promise.resolve(Response.json({ data: other ? [other] : [], meta, index }))
      : desk(address, init),
  )
  await box('Minced beef')
  await scan(user, code)
  expect(await screen.findByRole('alert')).toHaveTextContent(`Not in this order${code}`)
  expect(await row()).toEqual([])
})

test('reports a label that could not be looked up and ticks nothing', async () => {
  const { user, row } = await openPacking({
    isScanned: true,
    lines: [{ item: minced, quantity: 1, customizations: null }],
  })
  const desk = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.startsWith('/api/desk/catalog/') ? Promise.reject(new TypeError('fetch failed')) : desk(address, init),
  )
  await box('Minced beef')
  await scan(user, label)
  expect(await screen.findByText(`${label} could not be looked up. Scan it again in a moment.`)).toBeVisible()
  expect(await row()).toEqual([])
})

test('counts a pending tick as picked at the next scan', async () => {
  const { user, row } = await openPacking({ isScanned: true })
  await box('Bread')
  const marks = holdMarks({ isHeard: false })
  await scan(user, bread.barcode)
  await screen.findByText('Saving…')
  await scan(user, bread.barcode)
  expect(await screen.findByRole('alert')).toHaveTextContent('Already completeBread')
  marks.release()
  await waitFor(async () => expect(await row()).toHaveLength(1))
  expect(marks.sent).toBe(1)
})

test('counts a second scan for the second line although the first is still pending', async () => {
  const line = { item: bread, quantity: 1, customizations: null }
  const { user, row } = await openPacking({ isScanned: true, lines: [line, line] })
  await screen.findAllByRole('checkbox')
  const marks = holdMarks({ isHeard: false })
  await scan(user, bread.barcode)
  await screen.findByText('Saving…')
  await scan(user, bread.barcode)
  await waitFor(() => expect(screen.getAllByText('Saving…')).toHaveLength(2))
  marks.release()
  await waitFor(async () => expect(await row()).toHaveLength(2))
})

test.each([
  ['was kept', false],
  ['was not', true],
])('keeps a pending mark when an earlier one of the line %s', async (_what, isCut) => {
  const { user, row } = await openPacking({ isScanned: true })
  const tick = await box('Bread')
  const desk = globalThis.fetch
  const held: ((isCut: boolean) => void)[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.includes('/picks/') && (await new Promise<boolean>((resolve) => held.push(resolve))))
      throw new TypeError('cut')
    return desk(address, init)
  })
  await user.click(screen.getByRole('button', { name: 'Not found: Bread' }))
  await waitFor(() => expect(held).toHaveLength(1))
  await scan(user, bread.barcode)
  await waitFor(() => expect(tick).toBeChecked())
  // The second is sent once the first has ended, so that it cannot be overtaken.
  expect(held).toHaveLength(1)
  held[0]?.(isCut)
  await waitFor(() => expect(held).toHaveLength(2))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(tick).toBeChecked()
  expect(screen.getByText('Saving…')).toBeVisible()
  expect(screen.queryByText(/^Not saved:/)).toBeNull()
  held[1]?.(false)
  await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull())
  expect(tick).toBeChecked()
  expect(await row()).toMatchObject([{ state: 'picked' }])
})

test('keeps the count of a failed mark and retries at the next scan', async () => {
  const store = createBreakableStore()
  const { user, row } = await openPacking({ isScanned: true, store })
  const tick = await box('Milk')
  await scan(user, milk.barcode)
  await screen.findByText('1 of 2', { selector: '[role=status] *' })
  store.isDown = true
  await scan(user, milk.barcode)
  await screen.findByText(/^Not saved\. Tap again/)
  expect(tick).toHaveTextContent('2 of 2')
  store.isDown = false
  await scan(user, milk.barcode)
  await waitFor(() => expect(tick).toBeChecked())
  expect(screen.getByText('2 of 2')).toBeVisible()
  expect(await row()).toHaveLength(1)
  // After an undo it is counted from the start.
  await user.click(tick)
  await waitFor(async () => expect(await row()).toEqual([]))
  await scan(user, milk.barcode)
  expect(await screen.findByText('1 of 2', { selector: '[role=status] *' })).toBeVisible()
})

test('reports a scan of another product with the error tone and stays', async () => {
  const { user, address, order, row } = await openPacking({ isScanned: true })
  await screen.findByRole('button', { name: 'Turn on sound' })
  let tones = 0
  const before = wrongTone.read()
  wrongTone.set(() => (tones += 1))
  onTestFinished(() => wrongTone.set(before))
  await box('Milk')
  await scan(user, salt.barcode)
  expect(await screen.findByRole('alert')).toHaveTextContent(`Not in this order${salt.barcode}`)
  expect(tones).toBe(1)
  await scan(user, bread.barcode)
  expect(await screen.findByText('1 of 1')).toBeVisible()
  await waitFor(async () => expect(await box('Bread')).toBeChecked())
  await scan(user, bread.barcode)
  expect(await screen.findByRole('alert')).toHaveTextContent('Already completeBread')
  expect(tones).toBe(2)
  await scan(user, order.id)
  expect(await screen.findByText('This order’s own number')).toBeVisible()
  expect(tones).toBe(2)
  expect(address()).toBe(`/orders/${order.id}`)
  expect(await row()).toHaveLength(1)
})

test('shows the marks of a ready order read-only', async () => {
  const { mark, order, vendor, ask } = await openPacking()
  await box('Milk')
  await mark(0, 'picked')
  vendor.orders.move(order, 'ready')
  await vi.advanceTimersByTimeAsync(2000)
  await ask(`/api/developer/v1/orders/${order.id}`)
  expect(await screen.findByRole('img', { name: 'Picked: Milk' })).toBeVisible()
  expect(screen.getByRole('img', { name: 'Not ticked: Bread' })).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Not found/ })).toBeNull()
})

test('shows the packing progress on the card', async () => {
  const { user, mark, order } = await openPacking()
  await box('Milk')
  await mark(0, 'picked')
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  const card = await screen.findByRole('article', { name: order.printNumber })
  await waitFor(() => expect(card).toHaveTextContent('1 of 2 picked'))
  await mark(1, 'missing')
  await waitFor(() => expect(card).toHaveTextContent('1 not found'))
})

test('does not keep a late answer over a newer mark of another tablet', async () => {
  const { user, mark } = await openPacking()
  const marks = holdMarks()
  await user.click(await box('Milk'))
  await waitFor(() => expect(marks.sent).toBe(1))
  expect((await mark(0, 'missing')).status).toBe(200)
  expect(await screen.findByText('1 not found')).toBeVisible()
  marks.release()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await screen.findByText('1 not found')).toBeVisible()
  expect(await box('Milk')).not.toBeChecked()
})

test('keeps both of two ticks whose answers arrive in reverse order', async () => {
  const { user } = await openPacking()
  await box('Milk')
  const desk = globalThis.fetch
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const answer = await desk(address, init)
    if (address.includes('/picks/')) await new Promise<void>((release) => answers.push(release))
    // Reads caused by the feed would hide the effect of the answers.
    else if (address.includes('/api/desk/orders/')) await new Promise(() => undefined)
    return answer
  })
  await user.click(await box('Milk'))
  await waitFor(() => expect(answers).toHaveLength(1))
  await user.click(await box('Bread'))
  await waitFor(() => expect(answers).toHaveLength(2))
  for (const release of answers.toReversed()) {
    release()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(await box('Milk')).toBeChecked()
  expect(await box('Bread')).toBeChecked()
  expect(screen.getAllByText(/^Picked · Sara · \d/)).toHaveLength(2)
})
