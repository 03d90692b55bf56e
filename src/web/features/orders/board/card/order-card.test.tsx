import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

const live = { webhookSecret: 'a-webhook-secret-of-this-test', isPolling: true, isLive: true } as const

test('marks an unreadable field in the card’s link without a button', async () => {
  const { vendor, ask } = await openPage({
    at: () => '/',
    async fetch(request, shop) {
      const answer = (await (await shop.fetch(request)).json()) as { readonly data: object }
      return Response.json({
        data: { ...answer.data, total: {}, customer: { id: 'C1', name: ['Mona'] }, items: 'some' },
      })
    },
  })
  const { id } = vendor.placeOrder()
  const headers = { 'Content-Type': 'application/json' }
  await ask('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: id }) })
  await vi.advanceTimersByTimeAsync(6000)
  const card = await screen.findByRole('article')
  const link = within(card).getByRole('link')
  expect(within(link).getAllByText('unreadable')).toHaveLength(2)
  // The total stands outside the link.
  expect(within(card).getAllByText('unreadable')).toHaveLength(3)
  expect(within(link).queryByRole('button')).toBeNull()
})

test('names the number first and shows the payment method', async () => {
  const { vendor, ask } = await openPage({ at: () => '/' })
  const { id, payment, printNumber } = vendor.placeOrder()
  const headers = { 'Content-Type': 'application/json' }
  await ask('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: id }) })
  await vi.advanceTimersByTimeAsync(6000)
  const card = await screen.findByRole('article')
  expect(within(card).getByText(payment.title)).toHaveAttribute('dir', 'auto')
  expect(within(card).getByRole('link')).toHaveAccessibleName(new RegExp(`^${printNumber}`))
})

test('marks a digital order known from the catalog', async () => {
  const { vendor, ask, notify } = await openPage({ at: () => '/', ...live })
  await ask('/api/desk/catalog/items?q=tea')
  await vi.advanceTimersByTimeAsync(10_000)
  const [digital, other] = [vendor.placeOrder('digital'), vendor.placeOrder()]
  await notify(digital.id)
  await notify(other.id)
  const card = await screen.findByRole('article', { name: digital.printNumber })
  expect(await within(card).findByText('Digital')).toBeVisible()
  const plain = await screen.findByRole('article', { name: other.printNumber })
  expect(within(plain).queryByText('Digital')).toBeNull()
})

test('clears the silenced mark once the order rings again', async () => {
  const { user, vendor, notify } = await openPage({ at: () => '/', ...live })
  const { id, printNumber } = vendor.placeOrder()
  await notify(id)
  const card = within(await screen.findByRole('article', { name: printNumber }))
  await user.click(await screen.findByRole('button', { name: 'Silence' }))
  expect(await card.findByText(/^Silenced by /)).toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await screen.findByRole('button', { name: 'Silence' })).toBeVisible()
  expect(card.queryByText(/^Silenced by /)).toBeNull()
})
