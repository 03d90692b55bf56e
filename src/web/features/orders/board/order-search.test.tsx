import { catalogItem } from '#testing/catalog-vendor.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

const live = { webhookSecret: 'a-webhook-secret-of-this-test', isPolling: true, isLive: true } as const

test('trims the search', async () => {
  const page = await openPage({ at: () => '/', ...live })
  const order = page.vendor.placeOrder()
  await page.notify(order.id)
  await screen.findByRole('article', { name: order.printNumber })
  const field = screen.getByRole('searchbox', { name: 'Search orders' })
  await page.user.type(field, `${order.printNumber} `)
  expect(field).toHaveValue(`${order.printNumber} `)
  await vi.advanceTimersByTimeAsync(1000)
  expect(screen.getByRole('article', { name: order.printNumber })).toBeVisible()
  await page.user.clear(field)
  await page.user.type(field, ' ')
  await vi.advanceTimersByTimeAsync(1000)
  expect(screen.getByRole('article', { name: order.printNumber })).toBeVisible()
})

test('leads from another screen to the board, to the orders with an item of this name', async () => {
  const page = await openPage({ at: () => '/history', ...live })
  const lines = (id: number, name: string) => ({
    lines: [{ item: catalogItem(id, { name: { en: name, ar: name } }), quantity: 1, customizations: null }],
  })
  const rice = page.vendor.placeOrder('ordinary', lines(1, 'Basmati rice'))
  const milk = page.vendor.placeOrder('ordinary', lines(2, 'Milk'))
  for (const { id } of [rice, milk]) await page.notify(id)
  await page.user.type(await screen.findByRole('searchbox', { name: 'Search orders' }), 'basmati')
  expect(page.address()).toBe('/')
  expect(screen.getByRole('searchbox')).toHaveValue('basmati')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  expect(await screen.findByRole('article', { name: rice.printNumber })).toBeVisible()
  expect(screen.queryByRole('article', { name: milk.printNumber })).toBeNull()
  // A forgotten search would hide orders.
  await page.user.click(screen.getByRole('link', { name: 'Reports' }))
  expect(screen.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('')
})

test('counts the waiting orders that a search hides and shows all on request', async () => {
  const page = await openPage({ at: () => '/', ...live })
  const field = await screen.findByRole('searchbox', { name: 'Search orders' })
  await page.user.type(field, 'none-such')
  expect(await screen.findByText('No open order matches.')).toBeVisible()
  const { id, printNumber } = page.vendor.placeOrder()
  await page.notify(id)
  expect(await screen.findByText('1 new order does not match your search.')).toBeVisible()
  expect(screen.getByRole('region', { name: 'New' })).toHaveTextContent('No match.')
  expect(screen.queryByRole('article')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByRole('article', { name: printNumber })).toBeVisible()
  expect(field).toHaveValue('')
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

test('opens an unknown order by its id, regardless of the script of its digits', async () => {
  let id = ''
  const { user, address } = await openPage({
    at(vendor) {
      ;({ id } = vendor.placeOrder())
      return '/'
    },
  })
  const arabic = id.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
  await user.type(await screen.findByRole('searchbox', { name: 'Search orders' }), arabic)
  await user.click(await screen.findByRole('button', { name: `Look up ${id} in the service` }))
  await waitFor(() => expect(address()).toBe(`/orders/${id}`))
})

test('shows an unknown order only for the id that was requested', async () => {
  const { user } = await openPage({ at: () => '/' })
  const field = await screen.findByRole('searchbox', { name: 'Search orders' })
  await user.type(field, '99')
  await user.click(await screen.findByRole('button', { name: 'Look up 99 in the service' }))
  const unknown = 'The service does not know this order.'
  expect(await screen.findByRole('alert')).toHaveTextContent(unknown)
  await user.type(field, '8')
  expect(await screen.findByRole('button', { name: 'Look up 998 in the service' })).toBeEnabled()
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(field, '{Backspace}')
  expect(await screen.findByRole('alert')).toHaveTextContent(unknown)
})

test('links to closed orders for a number without an open order', async () => {
  const page = await openPage({ at: () => '/', ...live })
  const order = page.vendor.placeOrder()
  await page.notify(order.id)
  await screen.findByRole('article', { name: order.printNumber })
  page.vendor.orders.move(order, 'cancelled')
  await page.ask(`/api/developer/v1/orders/${order.id}`)
  await page.user.type(screen.getByRole('searchbox', { name: 'Search orders' }), order.printNumber)
  await page.user.click(await screen.findByRole('link', { name: 'Search the history' }))
  await waitFor(() => expect(page.address()).toBe(`/history?q=${order.printNumber}`))
  expect(await screen.findByRole('article', { name: order.printNumber })).toBeVisible()
})

test('does not navigate away from an order opened meanwhile', async () => {
  const { user, vendor, notify, address } = await openPage({ at: () => '/', ...live })
  const unheard = vendor.placeOrder()
  const other = vendor.placeOrder()
  await user.type(await screen.findByRole('searchbox', { name: 'Search orders' }), unheard.id)
  const open = await screen.findByRole('button', { name: `Look up ${unheard.id} in the service` })
  vendor.faults.add({ kind: 'slow', on: 'getOrder', ms: 7000 })
  await user.click(open)
  // While the request runs, another order arrives and is opened.
  await notify(other.id)
  await user.click(await screen.findByRole('button', { name: 'Show all' }))
  const card = await screen.findByRole('article', { name: new RegExp(other.printNumber) }, { timeout: 3000 })
  await user.click(within(card).getByRole('link'))
  await waitFor(() => expect(address()).toBe(`/orders/${other.id}`))
  await user.click(await screen.findByRole('button', { name: 'Reject order' }))
  await screen.findByRole('dialog', { name: 'Reject order' })
  await vi.advanceTimersByTimeAsync(12_000)
  expect(address()).toBe(`/orders/${other.id}`)
  expect(screen.getByRole('dialog', { name: 'Reject order' })).toBeVisible()
})

test('offers closed orders, but no opening by id, for a name', async () => {
  const { user } = await openPage({ at: () => '/' })
  await user.type(await screen.findByRole('searchbox', { name: 'Search orders' }), 'Ava')
  expect(await screen.findByRole('link', { name: 'Search the history' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /in the service/ })).toBeNull()
})
