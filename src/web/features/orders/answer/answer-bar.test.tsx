import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { tapOn } from '#testing/press-on.ts'
import { secondTapMs } from '#web/components/misclick-guard.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'

const live = { webhookSecret: 'a-webhook-secret-of-this-test', isPolling: true, isLive: true } as const

let order: SimulatedOrder
const newOrder = (vendor: Simulator) => {
  order = vendor.placeOrder()
  return `/orders/${order.id}`
}
const acceptedOrder = (vendor: Simulator) => {
  const address = newOrder(vendor)
  vendor.orders.move(order, 'preparing')
  return address
}
const digitalOrder = (vendor: Simulator) => {
  order = vendor.placeOrder('digital')
  return `/orders/${order.id}`
}
/** The text beside the buttons, not in the order's timeline. */
const inBar = () => within(screen.getByRole('region', { name: 'Answer this order' }))
const posts = (vendor: Simulator) =>
  vendor.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.split('/').at(-1), body])

async function openRejection(user: OpenPage['user']) {
  await user.click(await screen.findByRole('button', { name: 'Reject order' }))
  return within(await screen.findByRole('dialog', { name: 'Reject order' }))
}

test('sends ready after five seconds unless it is undone', async () => {
  const { user, vendor } = await openPage({ at: acceptedOrder })
  await user.click(await screen.findByRole('button', { name: 'Mark as ready' }))
  await vi.advanceTimersByTimeAsync(4000)
  expect(posts(vendor)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Mark as ready' }))
  await vi.advanceTimersByTimeAsync(6000)
  expect(posts(vendor)).toEqual([['ready', '']])
  expect(await screen.findByText(/^Marked as ready/, { selector: '[role=status]' })).toBeVisible()
})

test('ignores a double press on accept for the ready button', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  tapOn(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await inBar().findByText(/^Accepted/)).toBeVisible()
  const touchedAt = performance.now()
  tapOn(screen.getByRole('button', { name: 'Mark as ready' }), { at: touchedAt })
  expect(await screen.findByText(/^Tap ignored/)).toBeVisible()
  tapOn(screen.getByRole('button', { name: 'Mark as ready' }), { pointerType: 'mouse', at: touchedAt, detail: 2 })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await vi.advanceTimersByTimeAsync(secondTapMs)
  tapOn(screen.getByRole('button', { name: 'Mark as ready' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(posts(vendor)).toEqual([['accept', '']])
})

test('does not accept an order by the second half of the double tap that opened it', async () => {
  const { vendor, notify } = await openPage({ at: () => '/', ...live })
  const placed = vendor.placeOrder()
  await notify(placed.id)
  const card = await screen.findByRole('article', { name: new RegExp(placed.printNumber) })
  const link = within(card).getByRole('link')
  const touchedAt = performance.now()
  tapOn(link)
  expect(await screen.findByRole('heading', { level: 1, name: placed.printNumber })).toBeVisible()
  const bar = within(screen.getByRole('region', { name: 'Answer this order' }))
  // Before the bar appeared, and as soon as it is there.
  tapOn(await bar.findByRole('button', { name: 'Accept order' }), { at: touchedAt, clientY: 300 })
  tapOn(bar.getByRole('button', { name: 'Accept order' }))
  expect(await screen.findByText(/^Tap ignored/)).toBeVisible()
  expect(posts(vendor)).toEqual([])
  // Elsewhere it is a new press.
  tapOn(bar.getByRole('button', { name: 'Accept order' }), { clientY: 500 })
  expect(await inBar().findByText(/^Accepted/)).toBeVisible()
})

test('does not undo ready by the second half of a double tap', async () => {
  const { vendor } = await openPage({ at: acceptedOrder })
  tapOn(await screen.findByRole('button', { name: 'Mark as ready' }))
  tapOn(screen.getByRole('button', { name: 'Undo' }))
  await vi.advanceTimersByTimeAsync(6000)
  expect(posts(vendor)).toEqual([['ready', '']])
})

test('takes a held answer back and reports it when the screen is left', async () => {
  const { user, vendor } = await openPage({ at: acceptedOrder })
  await user.click(await screen.findByRole('button', { name: 'Mark as ready' }))
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  expect(await screen.findByText(`Not sent: you left order ${order.printNumber} too soon.`)).toBeVisible()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual([])
})

test('clears the accepted status when the order waits again', async () => {
  const { user, vendor, ask } = await openPage({ at: newOrder, isPolling: true, isLive: true })
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await inBar().findByText(/^Accepted/)).toBeVisible()
  async function move(to: 'contact' | 'pending') {
    vendor.orders.move(order, to)
    await ask(`/api/developer/v1/orders/${order.id}`)
    await vi.advanceTimersByTimeAsync(1000)
  }
  await move('contact')
  expect(inBar().getByText(/^Accepted/)).toBeVisible()
  await move('pending')
  expect(screen.getByRole('button', { name: 'Accept order' })).toBeEnabled()
  expect(inBar().queryByText(/^Accepted/)).toBeNull()
})

test('clears an offline failure once the order moves to another lane', async () => {
  const { user, vendor } = await openPage({ at: acceptedOrder })
  const ready = await screen.findByRole('button', { name: 'Mark as ready' })
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await user.click(ready)
  await vi.advanceTimersByTimeAsync(6000)
  expect(await screen.findByRole('alert')).toHaveTextContent('This tablet is offline')
  line.mockRestore()
  vendor.orders.move(order, 'cancelled')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await screen.findByText('Cancelled')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('clears a retryable failure once the main button changes', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  vendor.faults.add({ kind: 'error', on: 'acceptOrder', times: Infinity })
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await vi.advanceTimersByTimeAsync(40_000)
  expect(screen.getByRole('alert')).toHaveTextContent('Tap again')
  vendor.orders.move(order, 'preparing')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(screen.getByRole('button', { name: 'Mark as ready' })).toBeEnabled()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('keeps the service’s refusal on a closed order and offers no codes', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  vendor.orders.move(order, 'cancelled')
  await user.click(accept)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(screen.getByText('Cancelled')).toBeVisible()
  expect(screen.getByRole('alert')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Enter the codes' })).toBeNull()
})

test('asks for codes of a digital order while the catalog is unavailable', async () => {
  const { user, vendor, ask, notify } = await openPage({ at: () => '/', ...live })
  await ask('/api/desk/catalog/items?q=tea')
  await vi.advanceTimersByTimeAsync(10_000)
  const { id, printNumber } = vendor.placeOrder('digital')
  await notify(id)
  const card = within(await screen.findByRole('article', { name: printNumber }))
  expect(await card.findByText('Digital')).toBeVisible()
  const desk = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const answer = await desk(address, init)
    if (address !== `/api/desk/orders/${id}`) return answer
    const { data } = (await answer.json()) as { data: object } // The answer while the catalog is delayed.
    return Response.json({ data: { ...data, matches: [], codes_pending: true } })
  })
  await user.click(card.getByRole('link'))
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await screen.findByRole('dialog', { name: 'Accept digital order' })).toBeVisible()
  expect(posts(vendor)).toEqual([])
})

test('clears the notice of another’s answer once its outcome is known', async () => {
  const { user, vendor, ask } = await openPage({ at: newOrder })
  vendor.faults.add({ kind: 'slow', on: 'acceptOrder', times: 1 })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const theirs = ask(`/api/developer/v1/orders/${order.id}/accept`, { method: 'POST', headers })
  await user.click(accept)
  expect(await screen.findByRole('alert')).toHaveTextContent('is already answering this order')
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await theirs).status).toBe(200)
  expect(await screen.findByRole('button', { name: 'Mark as ready' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('clears the accepted status when somebody else closes the order', async () => {
  const { user, vendor } = await openPage({ at: newOrder, isPolling: true, isLive: true })
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await inBar().findByText(/^Accepted/)).toBeVisible()
  vendor.orders.move(order, 'rejected')
  await vi.advanceTimersByTimeAsync(35_000)
  // The dialog about the cancellation covers it.
  const bar = screen.getByRole('region', { name: 'Answer this order', hidden: true })
  expect(within(bar).queryByText(/^Accepted/)).toBeNull()
})

test('resets the rejection form and warns when somebody else accepts the order', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  const dialog = await openRejection(user)
  const closing = () => dialog.getByRole('radio', { name: 'Closing soon' })
  await user.click(await dialog.findByRole('radio', { name: 'Closing soon' }))
  vendor.orders.move(order, 'preparing')
  expect(await dialog.findByRole('alert')).toHaveTextContent('Somebody has accepted this order.')
  expect(closing()).not.toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual([])
  await user.click(closing())
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(6000)
  expect(posts(vendor)).toHaveLength(1)
})

test('resets the rejection form and warns when the customer changes the order', async () => {
  const { user, vendor } = await openPage({
    at(simulator) {
      const address = newOrder(simulator)
      simulator.orders.move(order, 'contact')
      return address
    },
  })
  const dialog = await openRejection(user)
  const closing = () => dialog.getByRole('radio', { name: 'Closing soon' })
  await user.click(await dialog.findByRole('radio', { name: 'Closing soon' }))
  // The customer removes the missing item, so the order waits for a new answer.
  order.lines = order.lines.slice(1)
  vendor.orders.move(order, 'pending')
  await vi.advanceTimersByTimeAsync(8000)
  expect(dialog.getByRole('alert')).toHaveTextContent('The order has changed.')
  expect(closing()).not.toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual([])
})

test('shows in the timeline and on the lines which items the customer is asked about', async () => {
  const { user, notify } = await openPage({
    at: newOrder,
    webhookSecret: 'a-secret-of-24-characters',
    isPolling: true,
  })
  await notify(order.id)
  await vi.advanceTimersByTimeAsync(6000)
  const dialog = await openRejection(user)
  await user.click(await dialog.findByRole('radio', { name: 'Some items are not available' }))
  const [first] = dialog.getAllByRole('checkbox')
  if (!first) throw new Error('There is no item to choose.')
  await user.click(first)
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(6000)
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
  const entry = (await timeline.findByText('Asked about:')).closest('li')
  const [line] = order.lines
  const isNamed = (text = '') => [line?.item.name.en, line?.item.name.ar].some((name) => name && text.includes(name))
  expect(isNamed(entry?.textContent)).toBe(true)
  const marks = await screen.findAllByText('The customer is asked about this item')
  expect(marks.map((mark) => isNamed(mark.closest('li')?.textContent))).toEqual([true])
})

test('prefills the form with an undone rejection', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  let dialog = await openRejection(user)
  await user.click(await dialog.findByRole('radio', { name: 'Closing soon' }))
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  dialog = await openRejection(user)
  expect(await dialog.findByRole('radio', { name: 'Closing soon' })).toBeChecked()
  expect(posts(vendor)).toEqual([])
})

test('prefills the form with a failed rejection', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  vendor.faults.add({ kind: 'error', on: 'rejectOrder' })
  let dialog = await openRejection(user)
  await user.click(await dialog.findByRole('radio', { name: 'Closing soon' }))
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await screen.findByRole('alert')).toBeVisible()
  dialog = await openRejection(user)
  expect(await dialog.findByRole('radio', { name: 'Closing soon' })).toBeChecked()
})

test('does not send a held answer that has become impossible', async () => {
  const { user, vendor } = await openPage({ at: acceptedOrder })
  await user.click(await screen.findByRole('button', { name: 'Mark as ready' }))
  vendor.orders.move(order, 'cancelled')
  for (let seconds = 0; seconds < 20; seconds += 1) {
    await vi.advanceTimersByTimeAsync(200)
    if (!screen.queryByRole('button', { name: 'Undo' })) break
  }
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual([])
  expect(screen.getByText('Not sent: the order was cancelled.')).toBeVisible()
})

test.each([
  ['Reject order', 'Reject order', newOrder],
  ['Accept order', 'Accept digital order', digitalOrder],
])('closes the dialog of a closed order and says why (%s)', async (button, name, at) => {
  const { user, vendor } = await openPage({ at })
  if (name === 'Accept digital order') await user.click(await screen.findByRole('switch', { name: 'Digital codes' }))
  await user.click(await screen.findByRole('button', { name: button }))
  expect(await screen.findByRole('dialog', { name })).toBeVisible()
  vendor.orders.move(order, 'cancelled')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByText('Not sent: the order was cancelled.')).toBeVisible()
  expect(inBar().getByText('This order is closed.')).toBeVisible()
  expect(posts(vendor)).toEqual([])
})

test('explains once why a closed order has no actions', async () => {
  await openPage({
    at: (vendor) => {
      const address = newOrder(vendor)
      vendor.orders.move(order, 'rejected')
      return address
    },
  })
  expect(await screen.findByText('This order is closed.')).toBeVisible()
  expect(inBar().queryByRole('button')).toBeNull()
  expect(screen.getAllByText('This order is closed.')).toHaveLength(1)
})

test('does not send codes after another’s answer and says why', async () => {
  const { user, vendor } = await openPage({ at: digitalOrder })
  await user.click(await screen.findByRole('switch', { name: 'Digital codes' }))
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  expect(await screen.findByRole('dialog', { name: 'Accept digital order' })).toBeVisible()
  vendor.orders.move(order, 'preparing')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByText('Not sent. Already accepted.')).toBeVisible()
  expect(posts(vendor)).toEqual([])
})

test('names a held rejection', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  const dialog = await openRejection(user)
  await user.click(await dialog.findByRole('radio', { name: 'Closing soon' }))
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  expect(await screen.findByText(/^Rejecting in \d s$/)).toBeVisible()
  expect(posts(vendor)).toEqual([])
})

test('sends a rejection without a hold when seconds are left', async () => {
  const { user, vendor } = await openPage({ at: newOrder, responseWindowSeconds: 12 })
  const dialog = await openRejection(user)
  await user.click(await dialog.findByRole('radio', { name: 'Closing soon' }))
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(500)
  expect(posts(vendor)).toEqual([['reject', '{"cancel_reason_id":3}']])
})

test('shows the order’s number and time left in a dialog', async () => {
  const { user } = await openPage({ at: newOrder })
  const dialog = await openRejection(user)
  expect(dialog.getByText(order.printNumber)).toBeVisible()
  expect(dialog.getByRole('timer', { name: 'Time left to answer' })).toHaveTextContent(/^(?:5:00|4:5\d)$/)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(dialog.getByRole('timer')).toHaveTextContent(/^(?:4:00|3:5\d)$/)
})

test('asks for a sign-in before a dialog is filled in', async () => {
  const { user, address } = await openPage({ at: newOrder, who: 'nobody' })
  const dialog = await openRejection(user)
  expect(await dialog.findByText(/^Sign in to accept or reject orders\./)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Sign in' }))
  const signIn = within(await screen.findByRole('dialog', { name: 'Sign in' }))
  await user.click(signIn.getByRole('button', { name: 'Not now' }))
  expect(dialog.getByRole('button', { name: 'Send rejection' })).toBeVisible()
  expect(address()).toBe(`/orders/${order.id}`)
})

test('reports a reason that needs items on an order without lines', async () => {
  const { user } = await openPage({
    at(simulator) {
      const address = newOrder(simulator)
      order.lines = []
      return address
    },
  })
  const dialog = await openRejection(user)
  await user.click(await dialog.findByRole('radio', { name: 'Some items are not available' }))
  expect(dialog.getByText(/^This order has no items to choose from/)).toBeVisible()
})

test('requires a chosen reason, and items if the reason needs them', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  const dialog = await openRejection(user)
  await user.click(await dialog.findByRole('button', { name: 'Send rejection' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose a reason.')
  await user.click(dialog.getByRole('radio', { name: 'Some items are not available' }))
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose the missing items.')
  expect(dialog.getAllByRole('checkbox')[0]).toHaveFocus()
  for (const checkbox of dialog.getAllByRole('checkbox')) await user.click(checkbox)
  expect(dialog.getByText(/You chose every item/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(6000)
  const items = order.lines.map(({ id }) => ({ id: Number(id) }))
  expect(posts(vendor)).toEqual([['reject', JSON.stringify({ cancel_reason_id: 1, items })]])
})

test('allows a rejection in own words without the list of reasons', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  vendor.faults.add({ kind: 'html', on: 'listCancelReasons', times: Infinity })
  const dialog = await openRejection(user)
  await user.click(await dialog.findByRole('button', { name: 'Reject without the list' }))
  await user.click(dialog.getByRole('radio', { name: 'Out of stock' }))
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(6000)
  expect(posts(vendor)).toEqual([['reject', '{"reason_code":"OUT_OF_STOCK"}']])
})

test('uses a recent list of reasons when it cannot be read again, but not an old one', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  const reason = { name: 'Some items are not available' }
  const first = await openRejection(user)
  await first.findByRole('radio', reason)
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  vendor.faults.add({ kind: 'html', on: 'listCancelReasons', times: Infinity })
  await vi.advanceTimersByTimeAsync(50_000)
  const second = await openRejection(user)
  expect(await second.findByRole('radio', reason)).toBeVisible()
  await user.click(second.getByRole('button', { name: 'Cancel' }))
  await vi.advanceTimersByTimeAsync(70_000)
  const third = await openRejection(user)
  expect(await third.findByRole('button', { name: 'Reject without the list' })).toBeVisible()
  expect(third.queryByRole('radio', reason)).toBeNull()
})

test('spreads pasted codes and asks about a duplicate', async () => {
  const { user, vendor } = await openPage({
    at(vendor) {
      order = vendor.placeOrder('digital')
      order.lines = order.lines.slice(0, 1).map((line) => ({ ...line, quantity: 2 }))
      return `/orders/${order.id}`
    },
  })
  await user.click(await screen.findByRole('switch', { name: 'Digital codes' }))
  await user.click(screen.getByRole('button', { name: 'Accept order' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accept digital order' })
  const [first] = within(dialog).getAllByRole('textbox', { name: 'Secret code' })
  await user.click(first as HTMLElement)
  await user.paste('0012-a\tS1\n0012-a\tS2\n')
  const send = within(dialog).getByRole('button', { name: 'Accept order' })
  await user.click(send)
  expect(within(dialog).getByRole('alert')).toHaveTextContent('The same code appears twice.')
  expect(posts(vendor)).toEqual([])
  await user.click(send)
  await vi.advanceTimersByTimeAsync(500)
  const order_item_id = order.lines[0]?.id
  expect(posts(vendor)).toEqual([
    [
      'accept',
      JSON.stringify({
        items: [
          { order_item_id, secret_code: '0012-a', serial_number: 'S1' },
          { order_item_id, secret_code: '0012-a', serial_number: 'S2' },
        ],
      }),
    ],
  ])
})

test('rejects a press at once when offline and sends nothing later', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await user.click(accept)
  expect(await screen.findByRole('alert')).toHaveTextContent('This tablet is offline, so nothing was sent.')
  online.mockRestore()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(posts(vendor)).toEqual([])
})

test('distinguishes a silent desk from a silent vendor and resends the same attempt', async () => {
  const { user, vendor } = await openPage({ at: newOrder })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  const reachable = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no way')))
  await user.click(accept)
  expect(await screen.findByText(/^No connection\. Checking/)).toBeVisible()
  vi.stubGlobal('fetch', reachable)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await inBar().findByText(/^Accepted/)).toBeVisible()
  expect(posts(vendor)).toEqual([['accept', '']])
})
