import type { OrderRow } from '#contract/desk/inbox.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { openPage } from '#testing/open-page.tsx'
import { tapOn } from '#testing/press-on.ts'
import { toasts } from '#web/api/toasts.ts'
import { shownColumn } from '#web/features/orders/board/lanes.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

const webhookSecret = 'a-webhook-secret-of-this-test'
const live = { webhookSecret, isPolling: true, isLive: true } as const

test('opens the codes dialog at once for a digital order refused on its card', async () => {
  const { user, vendor, notify, address } = await openPage({ at: () => '/', webhookSecret, isPolling: true })
  // The catalog does not know that it has codes.
  vendor.faults.add({ kind: 'error', on: 'listItems', times: Infinity })
  const order = vendor.placeOrder('digital')
  await notify(order.id)
  await vi.advanceTimersByTimeAsync(10_000)
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await user.click(await screen.findByRole('button', { name: 'Enter the codes' }))
  expect(address()).toBe(`/orders/${order.id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Accept digital order' })
  expect(within(dialog).getAllByRole('textbox', { name: 'Secret code' })).not.toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await vi.advanceTimersByTimeAsync(3000)
  expect(await screen.findByRole('switch', { name: 'Digital codes' })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Accept order' })).toHaveAccessibleDescription('Next: enter the codes.')
})

test('asks for the codes of a known digital order before anything is sent', async () => {
  const { user, vendor, ask, notify, address } = await openPage({ at: () => '/', ...live })
  await ask('/api/desk/catalog/items?q=tea')
  await vi.advanceTimersByTimeAsync(10_000)
  const order = vendor.placeOrder('digital')
  await notify(order.id)
  const card = within(await screen.findByRole('article', { name: order.printNumber }))
  await card.findByText('Digital')
  await user.click(card.getByRole('button', { name: 'Accept order' }))
  expect(address()).toBe(`/orders/${order.id}`)
  expect(await screen.findByRole('dialog', { name: 'Accept digital order' })).toBeVisible()
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('does not ask for codes when an order is opened again later', async () => {
  const { user, vendor, ask, notify } = await openPage({ at: () => '/', ...live })
  await ask('/api/desk/catalog/items?q=tea')
  await vi.advanceTimersByTimeAsync(10_000)
  const order = vendor.placeOrder('digital')
  await notify(order.id)
  const card = async () => within(await screen.findByRole('article', { name: order.printNumber }))
  await (await card()).findByText('Digital')
  let isHanging = true
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (isHanging && path.endsWith(`/orders/${order.id}`)) await new Promise(() => undefined)
    return ask(path, init)
  })
  await user.click((await card()).getByRole('button', { name: 'Accept order' }))
  isHanging = false
  await user.click(await screen.findByRole('link', { name: /^Orders/ }))
  await user.click((await card()).getByRole('link'))
  await screen.findByRole('button', { name: 'Reject order' })
  await vi.advanceTimersByTimeAsync(3000)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks for the reason of a rejection on the order’s own screen, and sends nothing before', async () => {
  const { user, vendor, notify, address } = await openPage({ at: () => '/', ...live })
  const [order, other] = [vendor.placeOrder(), vendor.placeOrder()]
  for (const { id } of [order, other]) await notify(id)
  const card = within(await screen.findByRole('article', { name: order.printNumber }))
  await user.click(card.getByRole('button', { name: 'Reject order' }))
  expect(address()).toBe(`/orders/${order.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject order' }))
  expect(await dialog.findByRole('radio', { name: 'Closing soon' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: order.printNumber, hidden: true })).toBeVisible()
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
  // The dialog was asked for once.
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await user.click(within(await screen.findByRole('article', { name: other.printNumber })).getByRole('link'))
  expect(await screen.findByRole('heading', { level: 1, name: other.printNumber })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows a brief toast with a link after an accept on a card', async () => {
  const { user, vendor, notify, address } = await openPage({ at: () => '/', ...live })
  const order = vendor.placeOrder()
  await notify(order.id)
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  const toasts = within(await screen.findByRole('log'))
  expect(await toasts.findByText(`Order ${order.printNumber} is accepted.`)).toBeVisible()
  await user.click(toasts.getByRole('link', { name: 'Open' }))
  expect(address()).toBe(`/orders/${order.id}`)
  await vi.advanceTimersByTimeAsync(6000)
  expect(screen.queryByText(`Order ${order.printNumber} is accepted.`)).toBeNull()
})

test.each(['/', 'its own screen'])('shows a slow answer on other tablets, at %s', async (place) => {
  let id = ''
  const { user, vendor, notify, ask } = await openPage({
    at: (vendor) => {
      id = vendor.placeOrder().id
      return place === '/' ? '/' : `/orders/${id}`
    },
    ...live,
  })
  await notify(id)
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  vendor.faults.add({ kind: 'slow', on: 'acceptOrder', ms: 4000 })
  const answering = async () => {
    const { data } = (await (await ask(`/api/desk/orders/${id}`)).json()) as { data: OrderRow }
    return data.answering?.by.person
  }
  await user.click(accept)
  expect(await answering()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await answering()).toBe('Sara')
  await vi.advanceTimersByTimeAsync(4000)
  expect(await answering()).toBeUndefined()
})

test('shows who answered first when the card disappears', async () => {
  const { user, vendor, notify, ask } = await openPage({ at: () => '/', ...live })
  const order = vendor.placeOrder()
  await notify(order.id)
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  const desk = fetch
  // Another tablet's accept arrives first.
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST' && path.endsWith('/accept')) {
      const headers = { 'Idempotency-Key': crypto.randomUUID(), Origin: 'http://desk.test' }
      expect((await ask(path, { method: 'POST', headers })).status).toBe(200)
    }
    return desk(path, init)
  })
  await user.click(accept)
  const notice = new RegExp(`^Sara on Counter accepted ${order.printNumber} at 12:00:\\d\\d\\.$`)
  expect(await within(await screen.findByRole('log')).findByText(notice)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept order' })).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows who is answering when a press comes second, although the card disappears', async () => {
  const { user, vendor, notify, ask } = await openPage({ at: () => '/', ...live })
  const order = vendor.placeOrder()
  await notify(order.id)
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  vendor.faults.add({ kind: 'slow', on: 'acceptOrder', ms: 4000 })
  const headers = { 'Idempotency-Key': crypto.randomUUID(), Origin: 'http://desk.test' }
  const other = ask(`/api/developer/v1/orders/${order.id}/accept`, { method: 'POST', headers })
  await vi.advanceTimersByTimeAsync(500)
  await user.click(accept)
  const busy = new RegExp(`^Order ${order.printNumber}: Sara \\(Counter\\) is already answering this order`)
  expect(await screen.findByText(busy)).toBeVisible()
  // Until its outcome is known.
  await vi.advanceTimersByTimeAsync(6000)
  expect((await other).status).toBe(200)
  await waitFor(() => expect(screen.queryByText(busy)).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

// A packed order is marked ready on its card as on its own screen: after a hold, and once.

const posts = (vendor: Simulator) =>
  vendor.requests.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1))

afterEach(() => {
  toasts.set([])
  shownColumn.set('preparing')
})

const tab = (name: string) => within(screen.getByRole('group', { name: 'Columns' })).getByRole('button', { name })

/** A screen that can be turned; a wide one shows all lanes side by side. */
function stubWidth(isWide: boolean): { turn: () => void } {
  const media = Object.assign(new EventTarget(), { media: '', matches: isWide })
  const asked = vi.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList) // All that is used.
  onTestFinished(() => asked.mockRestore())
  return {
    turn() {
      media.matches = !media.matches
      media.dispatchEvent(new Event('change'))
    },
  }
}

async function openPreparing() {
  const opened = await openPage({ at: () => '/', ...live })
  const order = opened.vendor.placeOrder()
  await opened.notify(order.id)
  await opened.user.click(await screen.findByRole('button', { name: 'Accept order' }))
  const lane = within(await screen.findByRole('region', { name: 'In progress' }))
  const card = within(await lane.findByRole('article', { name: order.printNumber }))
  await card.findByRole('button', { name: 'Mark as ready' })
  await vi.advanceTimersByTimeAsync(2000)
  return { ...opened, order, card }
}

test('marks an order ready on its card after the hold', async () => {
  const { user, vendor, order, card } = await openPreparing()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  expect(card.getByRole('status')).toHaveTextContent('Marking as ready in 5 s')
  expect(card.getByRole('button', { name: 'Undo' })).toHaveFocus()
  await vi.advanceTimersByTimeAsync(4000)
  expect(posts(vendor)).toEqual(['accept'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(posts(vendor)).toEqual(['accept', 'ready'])
  const ready = within(screen.getByRole('region', { name: 'Ready' }))
  expect(await ready.findByRole('article', { name: order.printNumber })).toBeVisible()
})

test('undoes ready on the card and says so', async () => {
  const { user, vendor, card } = await openPreparing()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await vi.advanceTimersByTimeAsync(2000)
  await user.click(card.getByRole('button', { name: 'Undo' }))
  expect(card.getByRole('status')).toHaveTextContent('Not sent.')
  expect(card.getByRole('button', { name: 'Mark as ready' })).toHaveFocus()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual(['accept'])
})

test('takes a held ready back and reports it when the board is left', async () => {
  const { user, vendor, order, card } = await openPreparing()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await user.click(screen.getByRole('link', { name: 'History' }))
  const notice = `Not sent: you left order ${order.printNumber} too soon.`
  expect(await within(await screen.findByRole('log')).findByText(notice)).toBeVisible()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual(['accept'])
})

test('takes a held ready back when its lane is hidden', async () => {
  const { user, vendor, order, card } = await openPreparing()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await user.click(tab('Ready0'))
  const notice = `Not sent: you left order ${order.printNumber} too soon.`
  expect(await within(await screen.findByRole('log')).findByText(notice)).toBeVisible()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual(['accept'])
  await user.click(tab('In progress1'))
  expect(card.getByRole('button', { name: 'Mark as ready' })).toBeEnabled()
  expect(card.queryByRole('status')).toBeNull()
})

test('keeps a hold on a wide screen until the tablet is turned', async () => {
  const screenWidth = stubWidth(true)
  const { user, vendor, card } = await openPreparing()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await user.click(tab('Ready0'))
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(card.getByRole('status')).toHaveTextContent('Marking as ready in 3 s'))
  act(screenWidth.turn)
  expect(await within(await screen.findByRole('log')).findByText(/^Not sent: /)).toBeVisible()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual(['accept'])
})

test('shows a failed ready as a toast when its lane is hidden', async () => {
  const { user, vendor, order, card } = await openPreparing()
  vendor.faults.add({ kind: 'error', on: 'markOrderReady', times: Infinity })
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await vi.advanceTimersByTimeAsync(5500)
  expect(posts(vendor)).toEqual(['accept', 'ready'])
  await user.click(tab('Ready0'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(
    await within(await screen.findByRole('log')).findByText(new RegExp(`^Order ${order.printNumber}: `)),
  ).toBeVisible()
})

test('replaces the ready button by an explanation while the outcome is unknown', async () => {
  const { user, vendor, card } = await openPreparing()
  vendor.faults.add({ kind: 'drop', on: 'markOrderReady' })
  vendor.faults.add({ kind: 'drop', on: 'getOrder', times: Infinity })
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await vi.advanceTimersByTimeAsync(40_000)
  expect(card.getByRole('status')).toHaveTextContent(/Checking whether your answer arrived/)
  expect(card.queryByRole('button')).toBeNull()
  vendor.faults.clear()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(await card.findByRole('button', { name: 'Mark as ready' })).toBeEnabled()
})

test('does not undo ready by the second half of a double tap', async () => {
  const { vendor, card } = await openPreparing()
  tapOn(card.getByRole('button', { name: 'Mark as ready' }))
  tapOn(card.getByRole('button', { name: 'Undo' }))
  await vi.advanceTimersByTimeAsync(8000)
  expect(posts(vendor)).toEqual(['accept', 'ready'])
})

test('shows how long an order has been in preparation that was accepted in the service itself', async () => {
  const { vendor, notify } = await openPage({ at: () => '/', ...live })
  const order = vendor.placeOrder()
  await notify(order.id)
  vendor.orders.move(order, 'preparing')
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  const column = within(screen.getByRole('region', { name: 'In progress' }))
  const card = within(await column.findByRole('article', { name: order.printNumber }))
  expect(card.getByTitle(/^In progress for [56] min$/)).toBeVisible()
})

test('shows how long an order has been in preparation and then ready', async () => {
  const { user, vendor, order, card } = await openPreparing()
  expect(card.getByText('0 min')).toBeVisible()
  await vi.advanceTimersByTimeAsync(7 * 60_000)
  expect(card.getByText('7 min')).toBeVisible()
  // A failed attempt does not reset it.
  vendor.faults.add({ kind: 'forbidden', on: 'markOrderReady' })
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await vi.advanceTimersByTimeAsync(8000)
  expect(await card.findByRole('alert')).toBeVisible()
  expect(card.getByText('7 min')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await vi.advanceTimersByTimeAsync(8000)
  const ready = within(screen.getByRole('region', { name: 'Ready' }))
  const readyCard = within(await ready.findByRole('article', { name: order.printNumber }))
  expect(await readyCard.findByTitle('Ready for 0 min')).toBeVisible()
})
