import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'

type Fetch = NonNullable<Parameters<typeof openPage>[0]['fetch']>

/** The text beside the buttons, not in the order's timeline. */
const inBar = () => within(screen.getByRole('region', { name: 'Answer this order' }))
const offer = { name: 'Send without the text' }

/** Opens an order and its rejection dialog. */
async function openDialog(prepare: (vendor: Simulator) => void = () => undefined, fetch?: Fetch) {
  const placed: SimulatedOrder[] = []
  const page = await openPage({
    at(vendor) {
      prepare(vendor)
      const order = vendor.placeOrder()
      placed.push(order)
      return `/orders/${order.id}`
    },
    ...(fetch && { fetch }),
  })
  const [order] = placed
  if (!order) throw new Error('No order was placed.')
  const reject = async () => {
    await page.user.click(await screen.findByRole('button', { name: 'Reject order' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject order' }))
    await dialog.findByRole('radio', { name: 'Another reason' })
    return dialog
  }
  const send = async (reason: string, text: string) => {
    const dialog = await reject()
    await page.user.click(dialog.getByRole('radio', { name: reason }))
    if (text !== '') await page.user.type(dialog.getByRole('textbox', { name: 'In your own words (optional)' }), text)
    await page.user.click(dialog.getByRole('button', { name: 'Send rejection' }))
    // The five seconds of the hold.
    await vi.advanceTimersByTimeAsync(6000)
  }
  const sent = () => page.vendor.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
  return { ...page, order, reject, send, sent }
}

const refusesBoth = ({ rejectionHabits }: Simulator) => {
  rejectionHabits.refusesTextBesideReason = true
}

test('sends a listed reason with its text', async () => {
  const { send, sent } = await openDialog()
  await send('Another reason', '  The oven is broken ')
  expect(sent()).toEqual(['{"cancel_reason_id":7,"reason_text":"The oven is broken"}'])
  expect(await inBar().findByText(/^Sent\. Status: Rejected/)).toBeVisible()
})

test('sends a reason with items and text', async () => {
  const { user, reject, order, sent } = await openDialog()
  const dialog = await reject()
  await user.click(dialog.getByRole('radio', { name: 'Some items are not available' }))
  const [box] = dialog.getAllByRole('checkbox')
  if (box) await user.click(box)
  await user.type(dialog.getByRole('textbox'), 'The rest is packed')
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(6000)
  const items = [{ id: Number(order.lines[0]?.id) }]
  expect(sent()).toEqual([JSON.stringify({ cancel_reason_id: 1, items, reason_text: 'The rest is packed' })])
})

test('does not send a text that is too long, and focuses it', async () => {
  const { user, reject, sent } = await openDialog()
  const dialog = await reject()
  await user.click(dialog.getByRole('radio', { name: 'Another reason' }))
  const text = dialog.getByRole('textbox')
  await user.click(text)
  await user.paste('x'.repeat(501))
  expect(text).toHaveAccessibleDescription('At most 500 characters.')
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  expect(text).toHaveFocus()
  await vi.advanceTimersByTimeAsync(6000)
  expect(sent()).toEqual([])
})

test('offers to resend a refused reason without its text', async () => {
  const { user, send, sent } = await openDialog(refusesBoth)
  await send('Another reason', 'The oven is broken')
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid rejection reason provided')
  await user.click(screen.getByRole('button', offer))
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(screen.queryByRole('button', offer)).toBeNull()
  await vi.advanceTimersByTimeAsync(6000)
  expect(sent().slice(1)).toEqual(['{"cancel_reason_id":7}'])
  expect(await inBar().findByText(/^Sent\. Status: Rejected/)).toBeVisible()
})

test('offers to resend without the text after any refusal of the service', async () => {
  const { user, send, sent } = await openDialog(undefined, async (request, vendor) => {
    const isPair = request.method === 'POST' && (await request.clone().text()).includes('reason_text')
    return isPair ? Response.json({ message: 'Not both.' }, { status: 422 }) : vendor.fetch(request)
  })
  await send('Another reason', 'The oven is broken')
  await vi.advanceTimersByTimeAsync(4000)
  await user.click(await screen.findByRole('button', offer))
  await vi.advanceTimersByTimeAsync(6000)
  expect(sent()).toEqual(['{"cancel_reason_id":7}'])
})

test('resends chosen items without the text', async () => {
  const { user, reject, order, sent } = await openDialog(refusesBoth)
  const dialog = await reject()
  await user.click(dialog.getByRole('radio', { name: 'Some items are not available' }))
  const [box] = dialog.getAllByRole('checkbox')
  if (box) await user.click(box)
  await user.type(dialog.getByRole('textbox'), 'The rest is packed')
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(6000)
  await user.click(await screen.findByRole('button', offer))
  await vi.advanceTimersByTimeAsync(6000)
  expect(sent().slice(1)).toEqual([
    JSON.stringify({ cancel_reason_id: 1, items: [{ id: Number(order.lines[0]?.id) }] }),
  ])
})

test('prefills the form with a refused rejection', async () => {
  const { send, reject } = await openDialog(refusesBoth)
  await send('Another reason', 'The oven is broken')
  await screen.findByRole('alert')
  const dialog = await reject()
  expect(dialog.getByRole('radio', { name: 'Another reason' })).toBeChecked()
  expect(dialog.getByRole('textbox')).toHaveValue('The oven is broken')
})

test.each([
  ['for a refused reason without a text', 'forbidden', ''],
  ['when the service did not answer', 'error', 'The oven is broken'],
] as const)('offers no resend %s', async (_when, kind, text) => {
  const { vendor, send } = await openDialog()
  vendor.faults.add({ kind, on: 'rejectOrder' })
  await send('Another reason', text)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.queryByRole('button', offer)).toBeNull()
})

test('reports a reason that is no longer listed and sends nothing', async () => {
  let isListed = true
  const { user, reject, sent } = await openDialog(undefined, async (request, vendor) => {
    if (isListed || !request.url.endsWith('/cancel-reasons')) return vendor.fetch(request)
    return Response.json({ data: [{ id: 7, name: 'Another reason', should_select_items: false }] })
  })
  const dialog = await reject()
  await user.click(dialog.getByRole('radio', { name: 'Closing soon' }))
  isListed = false
  // The desk reads the list again once it is a minute old.
  await vi.advanceTimersByTimeAsync(61_000)
  await user.click(dialog.getByRole('button', { name: 'Send rejection' }))
  await vi.advanceTimersByTimeAsync(6000)
  expect(await screen.findByRole('alert')).toHaveTextContent('The service does not accept this reason.')
  expect(sent()).toEqual([])
  const again = await reject()
  expect(again.getAllByRole('radio')).toHaveLength(1)
  expect(again.getByRole('radio')).not.toBeChecked()
})
