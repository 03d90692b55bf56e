import { openPage } from '#testing/open-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

const signIn = async () => within(await screen.findByRole('dialog', { name: 'Sign in' }))

/** The board of a tablet where nobody is signed in and an order waits. */
async function openWaiting() {
  const page = await openPage({
    at: () => '/',
    who: 'nobody',
    webhookSecret: 'a-webhook-secret-of-this-test',
    isPolling: true,
    isLive: true,
  })
  const order = page.vendor.placeOrder()
  await page.notify(order.id)
  return { ...page, order }
}

test('switches the person in two presses and a PIN, and leaves the screen as it is', async () => {
  const { user, address } = await openPage({ at: () => '/catalog/items?q=tea' })
  await user.click(await screen.findByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('button', { name: /Omar/ }))
  const dialog = await signIn()
  expect(dialog.getByRole('button', { name: /Omar/ })).toHaveAttribute('aria-pressed', 'true')
  await user.type(dialog.getByLabelText('PIN'), '5678{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getAllByRole('banner')[0]).toHaveTextContent('Omar')
  expect(address()).toBe('/catalog/items?q=tea')
})

test('offers first who signed in on this tablet last', async () => {
  localStorage.setItem('last-person', 'Omar')
  const { user, order } = await openWaiting()
  // Six presses: accept, four digits, sign in.
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  const dialog = await signIn()
  await user.type(dialog.getByLabelText('PIN'), '5678')
  await user.click(dialog.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText(`Order ${order.printNumber} is accepted.`)).toBeVisible()
})

test('sends nothing if nobody signs in, and says so', async () => {
  const { user, vendor } = await openWaiting()
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await user.click((await signIn()).getByRole('button', { name: 'Not now' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was sent')
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
})
