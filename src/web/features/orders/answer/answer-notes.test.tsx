import { openPage } from '#testing/open-page.tsx'
import { notifyOtherTabs } from '#web/api/other-tabs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

/** A tablet without an answer of its own, and an order that another tablet accepted with an unknown outcome. */
async function openUnreconciled(start: '/' | '/orders') {
  let id = ''
  const page = await openPage({
    at(vendor) {
      ;({ id } = vendor.placeOrder())
      return start === '/' ? start : `/orders/${id}`
    },
    isPolling: true,
    isLive: true,
    webhookSecret: 'a-webhook-secret-of-this-test',
  })
  await page.notify(id)
  await screen.findByRole('button', { name: 'Accept order' })
  page.vendor.faults.add({ kind: 'drop', on: 'acceptOrder' })
  page.vendor.faults.add({ kind: 'drop', on: 'getOrder', times: Infinity })
  const headers = { 'Idempotency-Key': crypto.randomUUID(), Origin: 'http://desk.test' }
  const answer = page.ask(`/api/developer/v1/orders/${id}/accept`, { method: 'POST', headers })
  await vi.advanceTimersByTimeAsync(31_000)
  expect((await answer).status).toBe(202)
  return page
}

const notKnown = /^Sara accepted this at 12:00:\d\d\. Checking whether it arrived…$/

test('shows on the board who gave an answer with an unknown outcome', async () => {
  await openUnreconciled('/')
  const card = within(await screen.findByRole('article'))
  expect(await card.findByText(notKnown)).toBeVisible()
  expect(card.queryByRole('button')).toBeNull()
})

test('shows an unknown outcome on the order’s own screen, and a retry once it has failed', async () => {
  const { vendor } = await openUnreconciled('/orders')
  const bar = within(screen.getByRole('region', { name: 'Answer this order' }))
  expect(await bar.findByText(notKnown)).toBeVisible()
  expect(bar.getByRole('status')).toHaveTextContent(notKnown)
  expect(bar.queryByRole('button', { name: 'Accept order' })).toBeNull()
  expect(bar.getByText('Wait: the result of the last answer is not known yet.')).toBeVisible()
  vendor.faults.clear()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(await bar.findByText(/^Sara’s accept did not arrive, and the order has not changed\./)).toBeVisible()
  expect(bar.getByRole('button', { name: 'Accept order' })).toBeEnabled()
})

test('shows an earlier failure only in the timeline', async () => {
  const { user, vendor } = await openUnreconciled('/')
  vendor.faults.clear()
  await vi.advanceTimersByTimeAsync(90_000)
  await user.click(screen.getByRole('link', { name: /A-/ }))
  expect(await screen.findByText('Accepting failed')).toBeVisible()
  expect(screen.queryByText(/did not arrive/)).toBeNull()
})

const page = { webhookSecret: 'a-webhook-secret-of-this-test', isPolling: true, isLive: true } as const

test('shows who is answering on other tablets, but never on their own', async () => {
  const { vendor, notify, ask } = await openPage({ ...page, at: () => '/' })
  const order = vendor.placeOrder()
  await notify(order.id)
  const card = await screen.findByRole('article', { name: order.printNumber })
  const headers = { 'Content-Type': 'application/json', Origin: 'http://desk.test' }
  // As Sara, on this tablet.
  await ask(`/api/desk/orders/${order.id}/lease`, { method: 'PUT', headers })
  await vi.advanceTimersByTimeAsync(1000)
  expect(card).not.toHaveTextContent('is answering')
  await ask('/api/desk/session', { method: 'DELETE', headers })
  notifyOtherTabs()
  await vi.advanceTimersByTimeAsync(5000)
  expect(card).not.toHaveTextContent('is answering')
  const body = JSON.stringify({ name: 'Omar', pin: '5678' })
  await ask('/api/desk/session', { method: 'POST', headers, body })
  notifyOtherTabs()
  await waitFor(() => expect(card).toHaveTextContent('Sara is answering (Counter)'))
})
