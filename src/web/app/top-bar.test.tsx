import { openPage } from '#testing/open-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

test('names the practice store on every screen, and opens its controls', async () => {
  const { user } = await openPage({ at: () => '/history', mode: 'practice' })
  await user.click(await screen.findByRole('button', { name: 'Practice store' }))
  const controls = within(await screen.findByRole('dialog', { name: 'Practice store' }))
  expect(await controls.findByText('Practice store. Nothing here is real.')).toBeVisible()
  expect(controls.getByRole('button', { name: 'Place an order' })).toBeEnabled()
})

test('has no controls of a practice store on a live desk', async () => {
  await openPage({ at: () => '/history' })
  expect(await screen.findByRole('button', { name: 'Account' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Practice store' })).toBeNull()
})

test('leads from an order back to the board', async () => {
  const { user, address } = await openPage({ at: (vendor) => `/orders/${vendor.placeOrder().id}` })
  await screen.findByRole('button', { name: 'Account' })
  await user.click(screen.getByRole('link', { name: 'Back to orders' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(screen.queryByRole('link', { name: 'Back to orders' })).toBeNull()
})
