import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

const webhookSecret = 'a-webhook-secret-of-this-test'

test('a digital order that is accepted on its card asks for its codes at once, and says that they come next', async () => {
  const { user, vendor, tell, address } = await openPage({ at: () => '/', webhookSecret, isWatching: true })
  const order = vendor.placeOrder('digital')
  await tell(order.id)
  await vi.advanceTimersByTimeAsync(10_000)
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await user.click(await screen.findByRole('button', { name: 'Enter the codes' }))
  expect(address()).toBe(`/orders/${order.id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Accept digital order' }, { timeout: 5000 })
  expect(within(dialog).getAllByRole('textbox', { name: 'Secret code' })).not.toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await vi.advanceTimersByTimeAsync(3000)
  expect(await screen.findByRole('switch', { name: 'Digital codes' })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Accept order' })).toHaveAccessibleDescription('You enter the codes next.')
})
