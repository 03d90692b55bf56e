import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { tellOtherTabs } from '#web/api/preferences/other-tabs.ts'
import { openPage } from '#testing/open-page.tsx'

const page = { webhookSecret: 'a-webhook-secret-of-this-test', isWatching: true, isLive: true } as const

test('who is answering an order is told to others, and never to their own tablet, signed in or not', async () => {
  const { vendor, tell, ask } = await openPage({ ...page, at: () => '/' })
  const order = vendor.placeOrder()
  await tell(order.id)
  const card = await screen.findByRole('article', { name: order.printNumber })
  const headers = { 'Content-Type': 'application/json', Origin: 'http://desk.test' }
  // As Sara, on this very tablet.
  await ask(`/api/desk/orders/${order.id}/lease`, { method: 'PUT', headers })
  await vi.advanceTimersByTimeAsync(1000)
  expect(card).not.toHaveTextContent('is answering it')
  await ask('/api/desk/session', { method: 'DELETE', headers })
  tellOtherTabs()
  await vi.advanceTimersByTimeAsync(5000)
  expect(card).not.toHaveTextContent('is answering it')
  const body = JSON.stringify({ name: 'Omar', pin: '5678' })
  await ask('/api/desk/session', { method: 'POST', headers, body })
  tellOtherTabs()
  await waitFor(() => expect(card).toHaveTextContent('Sara is answering it (Counter)'))
})
