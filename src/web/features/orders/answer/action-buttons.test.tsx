import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OrderState } from '#simulator/order-life.ts'
import { openPage } from '#testing/open-page.tsx'

// The bar only shows the available actions, and one text explains why the next step is impossible.

const names = ['Accept order', 'Reject order', 'Mark as ready']
const whys = [
  'Accept the order first.',
  'Already accepted.',
  'The customer is deciding.',
  'Already marked as ready.',
  'This order is closed.',
]
const bar = async () => within(await screen.findByRole('region', { name: 'Answer this order' }))
const offered = (inside: { queryAllByRole(role: 'button'): HTMLElement[] }) =>
  inside
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((name) => names.includes(name))

async function openOrder(state: OrderState) {
  let id = ''
  const page = await openPage({
    at(vendor) {
      const order = vendor.placeOrder()
      ;({ id } = order)
      if (state !== 'pending') vendor.orders.move(order, state)
      return `/orders/${id}`
    },
    isPolling: true,
    isLive: true,
    webhookSecret: 'a-webhook-secret-of-this-test',
  })
  await page.notify(id)
  return { ...page, id }
}

test.each<[OrderState, readonly string[], string | undefined]>([
  ['pending', ['Reject order', 'Accept order'], undefined],
  ['contact', ['Reject order'], 'The customer is deciding.'],
  ['preparing', ['Reject order', 'Mark as ready'], undefined],
  ['ready', [], 'Already marked as ready.'],
  ['rejected', [], 'This order is closed.'],
  ['cancelled', [], 'This order is closed.'],
])('offers the available actions of an order that is %s', async (state, buttons, why) => {
  await openOrder(state)
  const inside = await bar()
  await waitFor(() => expect(offered(inside)).toEqual(buttons))
  const told = whys.filter((text) => inside.queryByText(text))
  expect(told).toEqual(why === undefined ? [] : [why])
  for (const name of buttons) expect(inside.getByRole('button', { name })).toBeEnabled()
})

test('shows no dead button after an accept', async () => {
  const { user } = await openOrder('pending')
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  const inside = await bar()
  expect(await inside.findByRole('button', { name: 'Mark as ready' })).toBeEnabled()
  expect(offered(inside)).toEqual(['Reject order', 'Mark as ready'])
})

test('keeps the buttons in place while an answer is sent and explains why they ignore presses', async () => {
  const { user, vendor } = await openOrder('pending')
  vendor.faults.add({ kind: 'slow', on: 'acceptOrder', ms: 3000 })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  await user.click(accept)
  const inside = await bar()
  expect(inside.getByRole('status')).toHaveTextContent('Accepting…')
  expect(offered(inside)).toEqual(['Reject order', 'Accept order'])
  for (const name of ['Reject order', 'Accept order']) {
    expect(inside.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
    expect(inside.getByRole('button', { name })).toHaveAccessibleDescription('One moment.')
  }
  expect(inside.getAllByText('One moment.')).toHaveLength(1)
  expect(accept).toHaveFocus()
})

const onlyWhen = 'Wait: the result of the last answer is not known yet.'

test('offers nothing while an outcome is unknown and keeps the focus in the bar', async () => {
  const { user, vendor } = await openOrder('pending')
  vendor.faults.add({ kind: 'drop', on: 'acceptOrder' })
  vendor.faults.add({ kind: 'drop', on: 'getOrder', times: Infinity })
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await vi.advanceTimersByTimeAsync(31_000)
  const inside = await bar()
  expect(await inside.findByText(onlyWhen)).toBeVisible()
  expect(inside.getByRole('status')).toHaveTextContent(/Checking whether your answer arrived/)
  expect(offered(inside)).toEqual([])
  expect(screen.getByRole('region', { name: 'Answer this order' })).toContainElement(
    document.activeElement as HTMLElement,
  )
  vendor.faults.clear()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(await inside.findByRole('button', { name: 'Accept order' })).toBeEnabled()
  expect(inside.queryByText(onlyWhen)).toBeNull()
})
