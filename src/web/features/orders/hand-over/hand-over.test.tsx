import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toasts } from '#web/api/toasts.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { openPage } from '#testing/open-page.tsx'

/** The codes of the service, which replace the simulator's. */
interface Codes {
  pickup_otp?: unknown
  return_otp?: unknown
}

/** A ready order with these codes, which a test may change later. */
async function openReady(codes: Codes = { pickup_otp: '0417' }, isLive = false) {
  let order: SimulatedOrder | undefined
  const page = await openPage({
    isLive,
    at(vendor) {
      order = vendor.placeOrder()
      vendor.orders.move(order, 'ready')
      return `/orders/${order.id}`
    },
    async fetch(request, vendor) {
      const answer = await vendor.fetch(request)
      const body = (await answer.json()) as { data?: Record<string, unknown> }
      if (body.data && 'is_pickup' in body.data) {
        delete body.data['pickup_otp']
        Object.assign(body.data, codes)
      }
      return Response.json(body, { status: answer.status })
    },
  })
  if (!order) throw new Error('It was placed.')
  const at = `/api/desk/orders/${order.id}`
  await page.ask('/api/desk/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order_id: order.id }),
  })
  return {
    ...page,
    order,
    codes,
    row: async () =>
      ((await (await page.ask(at)).json()) as { data: { handed_over: unknown; returned: unknown } }).data,
  }
}

type Page = Awaited<ReturnType<typeof openReady>>

async function openDialog({ user, order }: Page, name = 'Hand over') {
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name: `${name} ${order.printNumber}` }))
  const field = dialog.getByRole('textbox')
  await waitFor(() => expect(field).toHaveFocus())
  return {
    dialog,
    field,
    async compare(typed: string) {
      await user.clear(field)
      await user.type(field, `${typed}{Enter}`)
    },
  }
}

test.each(['0417', ' 04 17 ', '٠٤١٧', '۰۴۱۷', '04-17'])(
  'accepts the code %s, marks the hand-over and can undo it',
  async (typed) => {
    const page = await openReady()
    const { dialog, compare } = await openDialog(page)
    await compare(typed)
    expect(await dialog.findByRole('alert')).toHaveTextContent('MATCHThe code is right.')
    await page.user.click(dialog.getByRole('button', { name: 'Handed over' }))
    const undo = await screen.findByRole('button', { name: 'Undo hand-over' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('The code was right.')).toBeVisible()
    expect(await page.row()).toMatchObject({ handed_over: { by: { person: 'Sara' }, code_matched: true } })
    await page.user.click(undo)
    expect(await screen.findByRole('button', { name: 'Hand over' })).toBeVisible()
    expect(await page.row()).toMatchObject({ handed_over: null })
  },
)

test.each(['417', '0471', '00417', '4170'])('rejects the code %s and marks nothing', async (typed) => {
  const page = await openReady()
  const { dialog, field, compare } = await openDialog(page)
  await compare(typed)
  expect(await dialog.findByRole('alert')).toHaveTextContent('NO MATCH')
  expect(dialog.queryByRole('button', { name: 'Handed over' })).toBeNull()
  expect(await page.row()).toMatchObject({ handed_over: null })
  // A verdict only applies to the text in the field.
  await page.user.type(field, '1')
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('compares with the service’s current code', async () => {
  const page = await openReady()
  const { dialog, compare } = await openDialog(page)
  await vi.advanceTimersByTimeAsync(2000)
  page.codes.pickup_otp = '9999'
  await compare('0417')
  expect(await dialog.findByRole('alert')).toHaveTextContent('NO MATCH')
  await vi.advanceTimersByTimeAsync(2000)
  await compare('9999')
  expect(await dialog.findByText('MATCH')).toBeVisible()
  page.codes.pickup_otp = '1234'
  await vi.advanceTimersByTimeAsync(2000)
  await compare('9999')
  expect(await dialog.findByText('NO MATCH')).toBeVisible()
})

/** Delays the answers to reads of the order until the test releases each. */
function holdReadings() {
  const desk = globalThis.fetch
  const held: (() => void)[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const answer = await desk(address, init)
    if (/\/developer\/v1\/orders\/[^/]+$/.test(address)) await new Promise<void>((resolve) => held.push(resolve))
    return answer
  })
  return held
}

/** Compares another code, whose refusal arrives before the answer that is held already. */
async function refuseBefore(held: readonly (() => void)[], compare: (typed: string) => Promise<void>) {
  await vi.advanceTimersByTimeAsync(2000)
  await compare('9999')
  await waitFor(() => expect(held).toHaveLength(2))
  held[1]?.()
  expect(await screen.findByText('NO MATCH')).toBeVisible()
  held[0]?.()
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(screen.getByText('NO MATCH')).toBeVisible()
}

test('drops a result for an older text', async () => {
  const page = await openReady()
  const { dialog, field, compare } = await openDialog(page)
  const held = holdReadings()
  await compare('0417')
  await waitFor(() => expect(held).toHaveLength(1))
  await page.user.type(field, '9')
  held[0]?.()
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(dialog.queryByText('MATCH')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Handed over' })).toBeNull()
})

test('shows the result for the current text, whichever answer arrives last', async () => {
  const page = await openReady()
  const { dialog, compare } = await openDialog(page)
  const held = holdReadings()
  await compare('0417')
  await waitFor(() => expect(held).toHaveLength(1))
  await refuseBefore(held, compare)
  expect(dialog.queryByRole('button', { name: 'Handed over' })).toBeNull()
})

test('keeps a verdict when an older read without a code arrives', async () => {
  const page = await openReady({})
  const held = holdReadings()
  const { dialog, compare } = await openDialog(page)
  await waitFor(() => expect(held).toHaveLength(1))
  page.codes.pickup_otp = '0417'
  await refuseBefore(held, compare)
  expect(dialog.queryByText(/^The service has no code/)).toBeNull()
})

test('reports an empty field', async () => {
  const page = await openReady()
  const { dialog, compare } = await openDialog(page)
  await compare(' - ')
  expect(dialog.getByText('Enter the code first.')).toBeVisible()
  expect(dialog.queryByRole('alert')).toBeNull()
})

test.each([{}, { pickup_otp: ' ' }])(
  'allows a hand-over without a code if the service has none (%j)',
  async (codes) => {
    const page = await openReady(codes)
    const { dialog, field } = await openDialog(page)
    expect(await dialog.findByText(/^The service has no code for this order/)).toBeVisible()
    // It applies to any text.
    await page.user.type(field, '04')
    expect(dialog.getByText(/^The service has no code for this order/)).toBeVisible()
    await page.user.click(dialog.getByRole('button', { name: 'Hand over without a match' }))
    expect(await screen.findByText('Without a matching code.')).toBeVisible()
    expect(await page.row()).toMatchObject({ handed_over: { code_matched: false } })
  },
)

test('compares with a code that is issued late', async () => {
  const page = await openReady({})
  const { dialog, compare } = await openDialog(page)
  await dialog.findByText(/^The service has no code/)
  await vi.advanceTimersByTimeAsync(2000)
  page.codes.pickup_otp = 417
  await compare('417')
  expect(await dialog.findByText('MATCH')).toBeVisible()
})

test('reports a failed comparison if the service does not answer', async () => {
  const page = await openReady()
  const { dialog, compare } = await openDialog(page)
  await vi.advanceTimersByTimeAsync(2000)
  page.vendor.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
  await compare('0417')
  expect(await dialog.findByRole('alert')).toHaveTextContent('The code could not be checked')
  expect(dialog.queryByText('MATCH')).toBeNull()
  page.vendor.faults.clear()
  await vi.advanceTimersByTimeAsync(2000)
  await compare('0417')
  expect(await dialog.findByText('MATCH')).toBeVisible()
})

test('reports a failed comparison for an unreadable code', async () => {
  const page = await openReady({ pickup_otp: { is: 'odd' } })
  const { dialog, compare } = await openDialog(page)
  await compare('0417')
  expect(await dialog.findByRole('alert')).toHaveTextContent('The code could not be checked')
})

test('sends the typed text nowhere', async () => {
  const page = await openReady()
  const desk = globalThis.fetch
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    sent.push(address, init?.body)
    return desk(address, init)
  })
  const { dialog, compare } = await openDialog(page)
  await compare('5823')
  await dialog.findByRole('alert')
  await page.user.click(dialog.getByRole('button', { name: 'Hand over without a match' }))
  await screen.findByText('Without a matching code.')
  expect(sent.some((text) => String(text).includes('/handover'))).toBe(true)
  expect(JSON.stringify(sent)).not.toContain('5823')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('5823')
})

test('marks a return with its return code', async () => {
  const page = await openReady({ return_otp: '0099' })
  const { dialog, compare } = await openDialog(page, 'Take back')
  await compare('0099')
  await dialog.findByText('MATCH')
  await page.user.click(dialog.getByRole('button', { name: 'Taken back' }))
  expect(await screen.findByRole('button', { name: 'Undo return' })).toBeVisible()
  expect(await page.row()).toMatchObject({ handed_over: null, returned: { code_matched: true } })
  await page.user.click(screen.getByRole('link', { name: 'Orders' }))
  const card = await screen.findByRole('article', { name: page.order.printNumber })
  await waitFor(() => expect(card).toHaveTextContent(/Returned at \d/))
})

test('shows a hand-over and its person in the timeline', async () => {
  const page = await openReady()
  const { dialog, compare } = await openDialog(page)
  await compare('0417')
  await page.user.click(await dialog.findByRole('button', { name: 'Handed over' }))
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
  const entry = await timeline.findByText('Handed over')
  expect(entry.closest('li')).toHaveTextContent('Sara · Counter')
})

test('hands a ready order over from its card', async () => {
  const page = await openReady()
  await page.user.click(screen.getByRole('link', { name: 'Orders' }))
  const card = await screen.findByRole('article', { name: page.order.printNumber })
  await page.user.click(await within(card).findByRole('button', { name: 'Hand over' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.type(dialog.getByRole('textbox'), '0417{Enter}')
  await page.user.click(await dialog.findByRole('button', { name: 'Handed over' }))
  await waitFor(() => expect(card).toHaveTextContent(/Handed over at \d/))
  expect(within(card).queryByRole('button')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('reports that nothing was marked when the order closes during the dialog', async () => {
  const page = await openReady({ pickup_otp: '0417' }, true)
  const { field } = await openDialog(page)
  await page.user.type(field, '04')
  page.vendor.orders.move(page.order, 'completed')
  delete page.codes.pickup_otp
  // Reads within a second share one answer.
  await vi.advanceTimersByTimeAsync(2000)
  await page.ask(`/api/developer/v1/orders/${page.order.id}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const word = `Order ${page.order.printNumber} was not marked as handed over.`
  expect(await screen.findByText(word)).toBeVisible()
  act(() => toasts.set([]))
})

test('reports that nothing was marked after a failed mark', async () => {
  const page = await openReady({ pickup_otp: '0417' }, true)
  const { dialog, compare } = await openDialog(page)
  await compare('0417')
  await dialog.findByText('MATCH')
  const desk = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.endsWith('/handover') ? Promise.reject(new TypeError('cut')) : desk(address, init),
  )
  await page.user.click(dialog.getByRole('button', { name: 'Handed over' }))
  expect(await dialog.findByText(/^Not saved/)).toBeVisible()
  page.vendor.orders.move(page.order, 'completed')
  delete page.codes.pickup_otp
  await vi.advanceTimersByTimeAsync(2000)
  await page.ask(`/api/developer/v1/orders/${page.order.id}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(`Order ${page.order.printNumber} was not marked as handed over.`)).toBeVisible()
  act(() => toasts.set([]))
})

test('drops a verdict when the kind of hand-over changes', async () => {
  const page = await openReady({ pickup_otp: '0417' }, true)
  const { dialog, compare } = await openDialog(page)
  await compare('0417')
  await dialog.findByText('MATCH')
  delete page.codes.pickup_otp
  page.codes.return_otp = '0099'
  await vi.advanceTimersByTimeAsync(2000)
  await page.ask(`/api/developer/v1/orders/${page.order.id}`)
  expect(await screen.findByText(`Order ${page.order.printNumber} was not marked as handed over.`)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Take back' })).toBeVisible()
  expect(screen.queryByText('MATCH')).toBeNull()
  act(() => toasts.set([]))
})

test('reports nothing when the dialog is closed by hand', async () => {
  const page = await openReady()
  const { dialog } = await openDialog(page)
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toasts.read()).toEqual([])
})

test('reports nothing when the order is handed over on another tablet', async () => {
  const page = await openReady({ pickup_otp: '0417' }, true)
  await page.user.click(screen.getByRole('link', { name: 'Orders' }))
  const card = await screen.findByRole('article', { name: page.order.printNumber })
  await page.user.click(await within(card).findByRole('button', { name: 'Hand over' }))
  await screen.findByRole('dialog')
  const headers = { 'Content-Type': 'application/json' }
  await page.ask(`/api/desk/orders/${page.order.id}/handover`, { method: 'PUT', headers, body: '{}' })
  await waitFor(() => expect(card).toHaveTextContent(/Handed over at \d/))
  await vi.advanceTimersByTimeAsync(1000)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toasts.read()).toEqual([])
})

test('hides a code until somebody asks for it, and notes who did', async () => {
  const { user } = await openReady()
  await user.click(await screen.findByRole('button', { name: 'Show code' }))
  expect(await screen.findByText('0417')).toBeVisible()
  expect(await screen.findByText('Hand-over code shown')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show code' })).toBeNull()
})
