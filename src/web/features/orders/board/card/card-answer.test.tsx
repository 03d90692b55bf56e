import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { openPage } from '#testing/open-page.tsx'

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
  const notices = within(await screen.findByRole('log'))
  expect(await notices.findByText(`Order ${order.printNumber} is accepted.`)).toBeVisible()
  await user.click(notices.getByRole('link', { name: 'Open it' }))
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
