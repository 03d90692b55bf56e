import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { toasts } from '#web/api/toasts.ts'
import { dropTicket, tickets } from '#web/api/screen-state.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { createBreakableStore } from '#testing/desk.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'

/** A printer that records its pages. With `isPatient` a dialog stays open until `close`. */
function withPrinter({ isPatient = false } = {}) {
  const printed: string[] = []
  const print = vi.fn<() => void>(() => {
    printed.push(document.querySelector('.ticket-roll')?.textContent ?? 'the page itself')
    if (!isPatient) dispatchEvent(new Event('afterprint'))
  })
  vi.stubGlobal('print', print)
  return { printed, close: () => dispatchEvent(new Event('afterprint')) }
}

/** A vendor with some fields of its order changed. */
const showing = (change: (data: Record<string, unknown>) => void) => async (request: Request, vendor: Simulator) => {
  const answer = await vendor.fetch(request)
  const body = (await answer.clone().json()) as { data: unknown }
  if (request.method !== 'GET' || !/orders\/[^/]+$/.test(request.url)) return answer
  change(body.data as Record<string, unknown>)
  return Response.json(body)
}

// The queue belongs to the page and outlives a screen.
afterEach(() => {
  for (const request of tickets.read()) dropTicket(request)
  act(() => toasts.set([]))
  localStorage.clear()
})

let order: SimulatedOrder
const newOrder = (vendor: Simulator) => {
  order = vendor.placeOrder('ordinary')
  return `/orders/${order.id}`
}

const printButton = () => screen.findByRole('button', { name: 'Print ticket' })

test('prints the number, the customer, every line and the total as it was sent', async () => {
  const { printed } = withPrinter()
  const { user } = await openPage({ at: newOrder })
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(1))
  const [ticket = ''] = printed
  expect(ticket).toContain(order.printNumber)
  expect(ticket).toContain(order.customer.name)
  expect(ticket).toContain('NOT ACCEPTED YET')
  for (const { quantity, item } of order.lines) {
    expect(ticket).toContain(`${quantity} ×`)
    expect(ticket).toContain(item.id % 3 === 0 ? item.name.ar : item.name.en)
    expect(ticket).toContain(item.vendor_reference_id)
  }
  expect(document.querySelector('.ticket-roll')).toBeNull()
})

test.each([
  ['practice', true],
  ['live', false],
] as const)('a ticket of a store that is not real says so (%s)', async (mode, isSaid) => {
  const { printed } = withPrinter()
  const { user } = await openPage({ at: newOrder, mode })
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]?.includes('Practice store. Nothing here is real.')).toBe(isSaid)
})

test('prints no hand-over code and nothing of the payment form', async () => {
  const { printed } = withPrinter({ isPatient: true })
  const { user, ask } = await openPage({
    at: newOrder,
    fetch: showing((data) =>
      Object.assign(data, {
        pickup_otp: 'planted-pickup',
        return_otp: 'planted-return',
        payment_method: { key: 'cash', title: 'Cash', form: { card: 'planted-form' } },
      }),
    ),
  })
  await hearOf(ask, order)
  for (const show of await screen.findAllByRole('button', { name: 'Show code' })) await user.click(show)
  expect(await screen.findByText('planted-pickup')).toBeVisible()
  expect(await screen.findByText('planted-return')).toBeVisible()
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain('Cash')
  expect(document.querySelector('.ticket-roll')?.outerHTML).not.toContain('planted')
})

test('prints customer notes of any shape in a box, and unreadable lines too', async () => {
  const { printed } = withPrinter({ isPatient: true })
  const { user } = await openPage({
    at: newOrder,
    fetch: showing((data) => {
      const items = data['items'] as Record<string, unknown>[]
      Object.assign(items[0] ?? {}, { customizations: { Allergy: ['peanuts', { name: 'Size', value: 'L' }] } })
      items.push('garbled' as never)
    }),
  })
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(document.querySelector('.ticket-line .ticket-box')).toHaveTextContent(/notes.*Allergy.*peanuts.*Size: L/)
  expect(printed[0]).toContain('Unreadable line')
})

test('prints a numbered ticket for each bag', async () => {
  const { printed } = withPrinter({ isPatient: true })
  const { user } = await openPage({ at: newOrder })
  await printButton()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Bags' }), '3')
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(1))
  const tickets = [...document.querySelectorAll('.ticket')]
  expect(tickets.map((ticket) => /Bag \d of \d/.exec(ticket.textContent)?.[0])).toEqual([
    'Bag 1 of 3',
    'Bag 2 of 3',
    'Bag 3 of 3',
  ])
})

test('repeats the order’s number on every sheet, but not on a roll', async () => {
  const { printed, close } = withPrinter({ isPatient: true })
  localStorage.setItem('paper', 'A4')
  const { user } = await openPage({ at: newOrder })
  await printButton()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Bags' }), '2')
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(1))
  const heads = () => [...document.querySelectorAll('.ticket-sheet-head')].map(({ textContent }) => textContent)
  expect(heads()).toEqual([`${order.printNumber} · Bag 1 of 2`, `${order.printNumber} · Bag 2 of 2`])
  act(() => void close())
  localStorage.setItem('paper', '80')
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(2))
  expect(heads()).toEqual([])
})

test('does not print automatically while an answer is held', async () => {
  const { printed } = withPrinter()
  const { user } = await openPage({ at: newOrder })
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await user.click(await screen.findByRole('button', { name: 'Mark as ready' }))
  await user.click(await printButton())
  expect(await screen.findByText('1 ticket will print once your answer has arrived.')).toBeVisible()
  expect(printed).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(printed).toHaveLength(1))
})

test('prints automatically only on tablets where that is chosen', async () => {
  const { printed } = withPrinter()
  const { user } = await openPage({ at: newOrder })
  await printButton()
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await screen.findByText(/^Accepted\./)).toBeVisible()
  await vi.advanceTimersByTimeAsync(5000)
  expect(printed).toEqual([])
})

test('waits with a printer dialog until no order waits or a person confirms', async () => {
  localStorage.setItem('print-by-itself', 'dialog')
  const { printed } = withPrinter()
  const { user, vendor, ask } = await openPage({ at: newOrder })
  await hearOf(ask, vendor.placeOrder())
  await hearOf(ask, order)
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await screen.findByText('1 ticket will print once no order is waiting.')).toBeVisible()
  expect(printed).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Print now' }))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain(order.printNumber)
})

test('prints at once without a dialog after the accept is confirmed, with who accepted it', async () => {
  localStorage.setItem('print-by-itself', 'silent')
  const { printed } = withPrinter()
  const { user, vendor, ask } = await openPage({ at: newOrder })
  await hearOf(ask, vendor.placeOrder())
  await hearOf(ask, order)
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toMatch(/Accepted.* · Sara/)
  expect(printed[0]).not.toContain('NOT ACCEPTED')
})

test('numbers the copies over all tablets', async () => {
  const { printed } = withPrinter()
  const { user, ask } = await openPage({ at: newOrder })
  await hearOf(ask, order)
  await post(ask, `/api/desk/orders/${order.id}/prints`, { automatic: false })
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(1))
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(2))
  expect(printed[0]).toContain('REPRINT 2')
  expect(printed[1]).toContain('REPRINT 3')
  expect(await screen.findByText(/^Printed 3 times\./)).toBeVisible()
})

test('does not print automatically what another tablet has printed', async () => {
  localStorage.setItem('print-by-itself', 'silent')
  const { printed } = withPrinter()
  const { user, ask } = await openPage({ at: newOrder })
  await hearOf(ask, order)
  await post(ask, `/api/desk/orders/${order.id}/prints`, { automatic: true })
  await printButton()
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await screen.findByText(/^Accepted\./)).toBeVisible()
  await waitFor(() => expect(tickets.read()).toEqual([]))
  expect(printed).toEqual([])
})

test.each([
  ['before', 1],
  ['after', 0],
])('reprints a ticket printed %s its order changed automatically %i times', async (when, times) => {
  localStorage.setItem('print-by-itself', 'silent')
  withPrinter()
  const watched = { webhookSecret: 'a-webhook-secret-of-this-test', isPolling: true, isLive: true }
  const { user, vendor, notify, ask } = await openPage({ at: newOrder, ...watched })
  const print = () => post(ask, `/api/desk/orders/${order.id}/prints`, { automatic: false })
  const read = async () => {
    await ask(`/api/developer/v1/orders/${order.id}`)
    await vi.advanceTimersByTimeAsync(1000)
  }
  await notify(order.id)
  await read()
  if (when === 'before') await print()
  vendor.orders.move(order, 'contact')
  await read()
  order.lines = order.lines.map((line) => ({ ...line, quantity: line.quantity + 1 }))
  vendor.orders.move(order, 'pending')
  await read()
  if (when === 'after') await print()
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await screen.findByText(/^Accepted\./)).toBeVisible()
  await waitFor(() => expect(tickets.read()).toEqual([]))
  await vi.advanceTimersByTimeAsync(10_000)
  const said = () => screen.queryAllByText(/changed after its ticket was printed/)
  await waitFor(() => expect(said()).toHaveLength(times))
})

test('prints a requested ticket with a note if the copies cannot be counted', async () => {
  const { printed } = withPrinter()
  const store = createBreakableStore()
  const { user, ask } = await openPage({ at: newOrder, store })
  await hearOf(ask, order)
  await printButton()
  store.isDown = true
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain('COPY UNKNOWN')
})

test('prints none automatically then, because every other tablet would print one too', async () => {
  localStorage.setItem('print-by-itself', 'silent')
  const { printed } = withPrinter()
  const { user, ask } = await openPage({ at: newOrder })
  await hearOf(ask, order)
  await printButton()
  const desk = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.endsWith('/prints') ? Promise.reject(new TypeError('fetch failed')) : desk(address, init),
  )
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await screen.findByText(/^Accepted\./)).toBeVisible()
  await waitFor(() => expect(tickets.read()).toEqual([]))
  await vi.advanceTimersByTimeAsync(1000)
  expect(printed).toEqual([])
})

/** The desk does not count copies until it is released. */
function slowToCount() {
  const desk = globalThis.fetch
  const asked: string[] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.endsWith('/prints')) {
      asked.push(address)
      await Promise.race([held, aborted(init?.signal)])
    }
    return desk(address, init)
  })
  return { asked, release: () => release() }
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<void>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))) // As fetch does.

test('waits for an answer that began to be held while the ticket was prepared', async () => {
  const { printed } = withPrinter()
  const { user } = await openPage({ at: newOrder })
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  const ready = await screen.findByRole('button', { name: 'Mark as ready' })
  const { asked, release } = slowToCount()
  await user.click(await printButton())
  await waitFor(() => expect(asked).toHaveLength(1))
  await user.click(ready)
  release()
  expect(await screen.findByText('1 ticket will print once your answer has arrived.')).toBeVisible()
  await vi.advanceTimersByTimeAsync(2000)
  expect(printed).toEqual([])
  expect(document.querySelector('.ticket-roll')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(printed).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(1000)
  expect([printed.length, asked.length]).toEqual([1, 1])
})

test('keeps printing a ticket that the printer has, whatever is answered meanwhile', async () => {
  const { printed, close } = withPrinter({ isPatient: true })
  const { user } = await openPage({ at: newOrder })
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  const ready = await screen.findByRole('button', { name: 'Mark as ready' })
  await user.click(await printButton())
  await waitFor(() => expect(printed).toHaveLength(1))
  await user.click(ready)
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  expect(document.querySelector('.ticket-roll')).not.toBeNull()
  act(() => void close())
  await waitFor(() => expect(document.querySelector('.ticket-roll')).toBeNull())
  expect(tickets.read()).toEqual([])
})

test('prints two ready tickets one after the other, each with its own copy number', async () => {
  const { printed } = withPrinter()
  const { user, ask } = await openPage({ at: newOrder })
  await hearOf(ask, order)
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await user.click(await screen.findByRole('button', { name: 'Mark as ready' }))
  const button = await printButton()
  await user.click(button)
  await user.click(button)
  expect(await screen.findByText('2 tickets will print once your answer has arrived.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(printed).toHaveLength(2))
  expect(printed[0]).not.toContain('REPRINT')
  expect(printed[1]).toContain('REPRINT 2')
})

test('prints without a copy number if the desk does not answer', async () => {
  const limits: AbortController[] = []
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    if (ms === 15_000) limits.push(limit)
    return limit.signal
  })
  onTestFinished(() => spy.mockRestore())
  const { printed } = withPrinter()
  const { user } = await openPage({ at: newOrder })
  const button = await printButton()
  const { asked } = slowToCount()
  await user.click(button)
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(printed).toEqual([])
  for (const limit of limits) limit.abort(new DOMException('Too late.', 'TimeoutError'))
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain('COPY UNKNOWN')
})

const hearOf = (ask: OpenPage['ask'], { id }: SimulatedOrder) => post(ask, '/api/desk/orders', { order_id: id })

const post = (ask: OpenPage['ask'], path: string, body: object) =>
  ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

test('prints the current order after a wait', async () => {
  localStorage.setItem('print-by-itself', 'dialog')
  const { printed } = withPrinter()
  const { user, vendor, ask } = await openPage({ at: newOrder })
  await hearOf(ask, order)
  const { asked, release } = slowToCount()
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await waitFor(() => expect(asked).toHaveLength(1), { timeout: 12_000 })
  // While its copies are being counted another order arrives, which goes first.
  const other = vendor.placeOrder()
  await hearOf(ask, other)
  await vi.advanceTimersByTimeAsync(6000)
  release()
  expect(await screen.findByText('1 ticket will print once no order is waiting.')).toBeVisible()
  vendor.orders.move(order, 'cancelled')
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  await ask(`/api/developer/v1/orders/${order.id}`)
  expect(printed).toEqual([])
  vendor.orders.move(other, 'preparing')
  await ask(`/api/developer/v1/orders/${other.id}`)
  await vi.advanceTimersByTimeAsync(15_000)
  await waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain('Cancelled')
})
