import { loadMessages } from '#web/i18n/catalogs.ts'
import { Translations } from '#web/i18n/translations.tsx'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { FindOrder } from './find-order.tsx'

const live = { webhookSecret: 'a-webhook-secret-of-this-test', isPolling: true, isLive: true } as const

test('trims the search', async () => {
  const searched: string[] = []
  render(
    <Translations language="en" messages={await loadMessages('en')}>
      <FindOrder search="" hasFound hidden={0} onSearch={(search) => searched.push(search)} />
    </Translations>,
  )
  const field = screen.getByRole('searchbox', { name: 'Find an order' })
  fireEvent.change(field, { target: { value: 'A-1 ' } })
  expect(field).toHaveValue('A-1 ')
  await expect.poll(() => searched).toEqual(['A-1'])
})

test('counts the waiting orders that a search hides and shows all on request', async () => {
  const page = await openPage({ at: () => '/', ...live })
  const field = await screen.findByRole('searchbox', { name: 'Find an order' })
  await page.user.type(field, 'none-such')
  const lane = await screen.findByRole('region', { name: 'Needs an answer' })
  await waitFor(() => expect(lane).toHaveTextContent('No match.'))
  const { id, printNumber } = page.vendor.placeOrder()
  await page.notify(id)
  expect(await screen.findByText(/1 order waits for an answer, and does not match/)).toBeVisible()
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
  await user.type(await screen.findByRole('searchbox', { name: 'Find an order' }), arabic)
  await user.click(await screen.findByRole('button', { name: `Open ${id} at the service` }))
  await waitFor(() => expect(address()).toBe(`/orders/${id}`))
})

test('shows an unknown order only for the id that was requested', async () => {
  const { user } = await openPage({ at: () => '/' })
  const field = await screen.findByRole('searchbox', { name: 'Find an order' })
  await user.type(field, '99')
  await user.click(await screen.findByRole('button', { name: 'Open 99 at the service' }))
  const unknown = 'The service does not know this order.'
  expect(await screen.findByRole('alert')).toHaveTextContent(unknown)
  await user.type(field, '8')
  expect(await screen.findByRole('button', { name: 'Open 998 at the service' })).toBeEnabled()
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
  await page.user.type(screen.getByRole('searchbox', { name: 'Find an order' }), order.printNumber)
  await page.user.click(await screen.findByRole('link', { name: 'Look among the closed orders' }))
  await waitFor(() => expect(page.address()).toBe(`/closed?q=${order.printNumber}`))
  expect(await screen.findByRole('article', { name: order.printNumber })).toBeVisible()
})

test('does not navigate away from an order opened meanwhile', async () => {
  const { user, vendor, notify, address } = await openPage({ at: () => '/', ...live })
  const unheard = vendor.placeOrder()
  const other = vendor.placeOrder()
  await user.type(await screen.findByRole('searchbox', { name: 'Find an order' }), unheard.id)
  const open = await screen.findByRole('button', { name: `Open ${unheard.id} at the service` })
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
  await user.type(await screen.findByRole('searchbox', { name: 'Find an order' }), 'Ava')
  expect(await screen.findByRole('link', { name: 'Look among the closed orders' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /at the service/ })).toBeNull()
})
