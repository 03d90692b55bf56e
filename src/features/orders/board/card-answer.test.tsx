import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

const webhookSecret = 'a-webhook-secret-of-this-test'

test('a digital order that is accepted on its card leads to where its codes are entered', async () => {
  const { user, vendor, tell, address } = await openPage({ at: () => '/', webhookSecret, isWatching: true })
  const order = vendor.placeOrder('digital')
  await tell(order.id)
  await vi.advanceTimersByTimeAsync(10_000)
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await user.click(await screen.findByRole('button', { name: 'Enter the codes' }))
  expect(address()).toBe(`/orders/${order.id}`)
})
