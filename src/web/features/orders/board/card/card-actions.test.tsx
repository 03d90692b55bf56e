import type { OrderRow } from '#contract/desk/inbox.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { openPage } from '#testing/open-page.tsx'
import { tapOn } from '#testing/press-on.ts'
import { toasts } from '#web/api/toasts.ts'
import { shownLane } from '#web/features/orders/board/lanes.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

const webhookSecret = 'a-webhook-secret-of-this-test'

test('a digital order that is accepted on its card asks for its codes at once, and says that they come next', async () => {
  const { user, vendor, tell, address } = await openPage({ at: () => '/', webhookSecret, isWatching: true })
  // The catalog cannot tell that codes are sold on it.
  vendor.faults.add({ kind: 'error', on: 'listItems', times: Infinity })
  const order = vendor.placeOrder('digital')
  await tell(order.id)
  await vi.advanceTimersByTimeAsync(10_000)
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await user.click(await screen.findByRole('button', { name: 'Enter the codes' }))
  expect(address()).toBe(`/orders/${order.id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Accept digital order' })
  expect(within(dialog).getAllByRole('textbox', { name: 'Secret code' })).not.toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await vi.advanceTimersByTimeAsync(3000)
  expect(await screen.findByRole('switch', { name: 'Digital codes' })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Accept order' })).toHaveAccessibleDescription('You enter the codes next.')
})

test('where it is known that codes are sold on an order, its card asks for them before anything is sent', async () => {
  const { user, vendor, ask, tell, address } = await openPage({
    at: () => '/',
    webhookSecret,
    isWatching: true,
    isLive: true,
  })
  await ask('/api/desk/catalog/items?q=tea')
  await vi.advanceTimersByTimeAsync(10_000)
  const order = vendor.placeOrder('digital')
  await tell(order.id)
  const card = within(await screen.findByRole('article', { name: order.printNumber }))
  await card.findByText('Digital')
  await user.click(card.getByRole('button', { name: 'Accept order' }))
  expect(address()).toBe(`/orders/${order.id}`)
  expect(await screen.findByRole('dialog', { name: 'Accept digital order' })).toBeVisible()
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('who leaves before the order is there, and opens it again later, is not asked for codes', async () => {
  const { user, vendor, ask, tell } = await openPage({ at: () => '/', webhookSecret, isWatching: true, isLive: true })
  await ask('/api/desk/catalog/items?q=tea')
  await vi.advanceTimersByTimeAsync(10_000)
  const order = vendor.placeOrder('digital')
  await tell(order.id)
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

test('what was accepted on its card is said for a moment, with the way to it', async () => {
  const { user, vendor, tell, address } = await openPage({
    at: () => '/',
    webhookSecret,
    isWatching: true,
    isLive: true,
  })
  const order = vendor.placeOrder()
  await tell(order.id)
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  const toasts = within(await screen.findByRole('log'))
  expect(await toasts.findByText(`Order ${order.printNumber} is accepted.`)).toBeVisible()
  await user.click(toasts.getByRole('link', { name: 'Open it' }))
  expect(address()).toBe(`/orders/${order.id}`)
  await vi.advanceTimersByTimeAsync(6000)
  expect(screen.queryByText(`Order ${order.printNumber} is accepted.`)).toBeNull()
})

test.each(['/', 'its own screen'])(
  'an answer that takes its time is seen on the other tablets, at %s',
  async (place) => {
    let id = ''
    const { user, vendor, tell, ask } = await openPage({
      at: (vendor) => {
        id = vendor.placeOrder().id
        return place === '/' ? '/' : `/orders/${id}`
      },
      webhookSecret,
      isWatching: true,
      isLive: true,
    })
    await tell(id)
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
  },
)

test('who was faster with an order whose card goes away is told', async () => {
  const { user, vendor, tell, ask } = await openPage({ at: () => '/', webhookSecret, isWatching: true, isLive: true })
  const order = vendor.placeOrder()
  await tell(order.id)
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

test('who taps while another is just answering is told who it is, though the card goes away', async () => {
  const { user, vendor, tell, ask } = await openPage({ at: () => '/', webhookSecret, isWatching: true, isLive: true })
  const order = vendor.placeOrder()
  await tell(order.id)
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  vendor.faults.add({ kind: 'slow', on: 'acceptOrder', ms: 4000 })
  const headers = { 'Idempotency-Key': crypto.randomUUID(), Origin: 'http://desk.test' }
  const other = ask(`/api/developer/v1/orders/${order.id}/accept`, { method: 'POST', headers })
  await vi.advanceTimersByTimeAsync(500)
  await user.click(accept)
  const busy = new RegExp(`^Order ${order.printNumber}: Sara \\(Counter\\) answered this order`)
  expect(await screen.findByText(busy)).toBeVisible()
  // Until it is known what came of it.
  await vi.advanceTimersByTimeAsync(6000)
  expect((await other).status).toBe(200)
  await waitFor(() => expect(screen.queryByText(busy)).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

// An order that is packed is marked as ready on its card, as on its own screen: held, and once.

const page = { at: () => '/', webhookSecret: 'a-webhook-secret-of-this-test', isWatching: true, isLive: true } as const
const posts = (vendor: Simulator) =>
  vendor.requests.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1))

afterEach(() => {
  toasts.set([])
  shownLane.set('preparing')
})

const tab = (name: string) => within(screen.getByRole('group', { name: 'Lanes' })).getByRole('button', { name })

/** A screen that may be turned: on a wide one all lanes stand beside each other. */
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
  const opened = await openPage(page)
  const order = opened.vendor.placeOrder()
  await opened.tell(order.id)
  await opened.user.click(await screen.findByRole('button', { name: 'Accept order' }))
  const lane = within(await screen.findByRole('region', { name: 'Preparing' }))
  const card = within(await lane.findByRole('article', { name: order.printNumber }))
  await card.findByRole('button', { name: 'Mark as ready' })
  await vi.advanceTimersByTimeAsync(2000)
  return { ...opened, order, card }
}

test('an order is marked as ready on its card once the time for second thoughts is over', async () => {
  const { user, vendor, order, card } = await openPreparing()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  expect(card.getByRole('status')).toHaveTextContent('The order is marked as ready in 5 s.')
  expect(card.getByRole('button', { name: 'Undo' })).toHaveFocus()
  await vi.advanceTimersByTimeAsync(4000)
  expect(posts(vendor)).toEqual(['accept'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(posts(vendor)).toEqual(['accept', 'ready'])
  const ready = within(screen.getByRole('region', { name: 'Ready' }))
  expect(await ready.findByRole('article', { name: order.printNumber })).toBeVisible()
})

test('it is undone on its card, which says so', async () => {
  const { user, vendor, card } = await openPreparing()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await vi.advanceTimersByTimeAsync(2000)
  await user.click(card.getByRole('button', { name: 'Undo' }))
  expect(card.getByRole('status')).toHaveTextContent('Not sent.')
  expect(card.getByRole('button', { name: 'Mark as ready' })).toHaveFocus()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual(['accept'])
})

test('what is held on a card whose board is left is not sent, and that is said', async () => {
  const { user, vendor, order, card } = await openPreparing()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await user.click(screen.getByRole('link', { name: 'History' }))
  const notice = `Not sent: you left order ${order.printNumber} before the time was up.`
  expect(await within(await screen.findByRole('log')).findByText(notice)).toBeVisible()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual(['accept'])
})

test('nor is what is held on a card whose lane gives way to another', async () => {
  const { user, vendor, order, card } = await openPreparing()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await user.click(tab('Ready0'))
  const notice = `Not sent: you left order ${order.printNumber} before the time was up.`
  expect(await within(await screen.findByRole('log')).findByText(notice)).toBeVisible()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual(['accept'])
  await user.click(tab('Preparing1'))
  expect(card.getByRole('button', { name: 'Mark as ready' })).toBeEnabled()
  expect(card.queryByRole('status')).toBeNull()
})

test('where all lanes are in sight it is held whichever is chosen, until the tablet is turned', async () => {
  const screenWidth = stubWidth(true)
  const { user, vendor, card } = await openPreparing()
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await user.click(tab('Ready0'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(card.getByRole('status')).toHaveTextContent('The order is marked as ready in 3 s.')
  act(screenWidth.turn)
  expect(await within(await screen.findByRole('log')).findByText(/^Not sent: /)).toBeVisible()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(posts(vendor)).toEqual(['accept'])
})

test('that an order could not be marked as ready is told where somebody sees it, whichever lane is in sight', async () => {
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

test('while nobody knows whether an order was marked as ready its card has no dead button, and says why', async () => {
  const { user, vendor, card } = await openPreparing()
  vendor.faults.add({ kind: 'drop', on: 'markOrderReady' })
  vendor.faults.add({ kind: 'drop', on: 'getOrder', times: Infinity })
  await user.click(card.getByRole('button', { name: 'Mark as ready' }))
  await vi.advanceTimersByTimeAsync(40_000)
  expect(card.getByRole('status')).toHaveTextContent(/we are checking/)
  expect(card.queryByRole('button')).toBeNull()
  vendor.faults.clear()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(await card.findByRole('button', { name: 'Mark as ready' })).toBeEnabled()
})

test('the second half of a double tap does not undo what the first one began', async () => {
  const { vendor, card } = await openPreparing()
  tapOn(card.getByRole('button', { name: 'Mark as ready' }))
  tapOn(card.getByRole('button', { name: 'Undo' }))
  await vi.advanceTimersByTimeAsync(8000)
  expect(posts(vendor)).toEqual(['accept', 'ready'])
})

test('a card says for how long its order has been in preparation, and then ready', async () => {
  const { user, vendor, order, card } = await openPreparing()
  expect(card.getByText('0 min')).toBeVisible()
  await vi.advanceTimersByTimeAsync(7 * 60_000)
  expect(card.getByText('7 min')).toBeVisible()
  // A try that came to nothing takes nothing back.
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
