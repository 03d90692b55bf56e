import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'

const webhookSecret = 'a-webhook-secret-of-this-test'
const windowMs = 300_000

/** A desk with an expired order that its vendor does not know. */
async function openWithUnknown(address: string, options: Partial<Parameters<typeof openPage>[0]> = {}, id = 'A1') {
  let isKnown = false
  const data = { id: 'A1', is_active: true, print_order_number: 'P-1', status: { key: 'pending' } }
  const page = await openPage({
    webhookSecret,
    isPolling: true,
    at: () => address,
    fetch: async () => (isKnown ? Response.json({ data }) : Response.json({}, { status: 404 })),
    ...options,
  })
  await page.notify(id)
  await vi.advanceTimersByTimeAsync(windowMs + 40_000)
  return { ...page, know: () => (isKnown = true) }
}

const button = () => screen.findByRole('button', { name: 'Remove from the board' })
/** Waits longer, because the board's code loads when it is first shown. */
const card = async (name = 'A1') =>
  within(await screen.findByRole('region', { name: 'Unknown status' })).findByRole('article', { name })

test('dismisses an unknown order on its card and lists it as closed', async () => {
  const { user } = await openWithUnknown('/')
  await user.click(await within(await card()).findByRole('button', { name: 'Remove from the board' }))
  expect(await screen.findByText('Order A1 was removed from the board. You can find it in the history.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  await user.click(screen.getByRole('link', { name: 'History' }))
  const closed = await screen.findByRole('article', { name: 'A1' })
  expect(closed).toHaveTextContent('Removed from the board by Sara')
  expect(within(closed).queryByRole('button')).toBeNull()
})

test('dismisses an order on its own screen and shows by whom in the timeline', async () => {
  const { user } = await openWithUnknown('/orders/A1')
  const main = within(screen.getByRole('main'))
  const isSaid = () =>
    expect(main.getByRole('banner')).toHaveTextContent('The service does not know this order. Checking again…')
  await waitFor(isSaid)
  await user.click(await button())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove from the board' })).toBeNull())
  const timeline = await screen.findByRole('region', { name: 'Timeline' })
  await waitFor(() => expect(timeline).toHaveTextContent(/Removed from the board.*Sara · Counter/))
  expect(screen.queryByRole('button', { name: 'Accept order' })).toBeNull()
})

test('dismisses an order with an invalid id on its card', async () => {
  const { user } = await openWithUnknown('/', {}, '../1')
  const unusable = await card('../1')
  expect(unusable).toHaveTextContent('Your name is noted. The order stays in the history.')
  await user.click(within(unusable).getByRole('button', { name: 'Remove from the board' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
})

test('does not dismiss an order that the service has returned meanwhile', async () => {
  const { user, ask, know } = await openWithUnknown('/')
  const shown = await card()
  know()
  // Read without the page, which still shows the old state.
  await ask('/api/developer/v1/orders/A1')
  await user.click(within(shown).getByRole('button', { name: 'Remove from the board' }))
  expect(await screen.findByRole('button', { name: 'Accept order' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Remove from the board' })).toBeNull()
})

test('asks for a sign-in first', async () => {
  const { user } = await openWithUnknown('/', { who: 'nobody' })
  await user.click(await within(await card()).findByRole('button', { name: 'Remove from the board' }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test.each(['/', '/orders/A1'])(
  'dismisses an order in preparation that the service no longer returns, at %s',
  async (address) => {
    const order = { id: 'A1', is_active: true, can_mark_as_ready: true, status: { key: 'preparing' } }
    let isFirst = true
    const { user, ask } = await openWithUnknown(address, {
      fetch: async () => {
        const wasFirst = isFirst
        isFirst = false
        return wasFirst ? Response.json({ data: order }) : Response.json({}, { status: 404 })
      },
    })
    expect(await screen.findAllByText('The service does not know this order. Checking again…')).not.toEqual([])
    await user.click(await button())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove from the board' })).toBeNull())
    const closed: unknown = await (await ask('/api/desk/orders?view=closed')).json()
    expect(closed).toMatchObject({ data: [{ order_id: 'A1', lane: 'closed', problem: 'not_found' }] })
  },
)

test('offers no dismissal for an order that is unreadable for other reasons', async () => {
  await openWithUnknown('/', { fetch: async () => Response.json({}, { status: 500 }) })
  expect(await card()).toHaveTextContent('The service is not answering.')
  expect(screen.queryByRole('button', { name: 'Remove from the board' })).toBeNull()
})
