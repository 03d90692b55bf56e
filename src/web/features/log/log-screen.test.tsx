import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { notesBy, type Note } from '#server/auth/auth-outcomes.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { openPage } from '#testing/open-page.tsx'

let order: SimulatedOrder
const newOrder = (vendor: Simulator) => {
  order = vendor.placeOrder()
  return `/orders/${order.id}`
}

test('shows each action with its person and how it was confirmed', async () => {
  const { user } = await openPage({ at: newOrder })
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await screen.findByText(/^Accepted\./)
  await vi.advanceTimersByTimeAsync(2000)
  await user.click(await screen.findByRole('link', { name: 'Manage' }))
  await user.click(await screen.findByRole('link', { name: 'Log' }))
  const day = await screen.findByRole('region', { name: 'Friday, November 20, 2026' })
  const row = within(day).getByRole('listitem')
  expect(row).toHaveTextContent('Accepted')
  expect(row).toHaveTextContent('Sara · Counter')
  expect(row).toHaveTextContent('confirmed by the service')
  expect(within(row).getByRole('link', { name: order.printNumber })).toHaveAttribute('href', `/orders/${order.id}`)
})

test('links the log of one order to that order and to the whole log', async () => {
  await openPage({ at: (vendor) => `/log?order=${vendor.placeOrder().id}` })
  expect(await screen.findByText('Nothing has been done yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: /^Order\s/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'All orders' })).toHaveAttribute('href', '/log')
})

test('filters the log by day and person, and keeps both in the address', async () => {
  const store = createMemoryStore()
  for (const [person, at] of [
    ['Huda', '2026-11-19T18:00:00Z'],
    ['Sara', '2026-11-20T08:00:00Z'],
  ] as const)
    await store.appendLog(notesBy({ now: () => Date.parse(at) }, { person, tablet: 'Window' })('sign in', person))
  const { user, address } = await openPage({ store, at: () => '/log' })
  expect(await screen.findByRole('region', { name: 'Friday, November 20, 2026' })).toBeVisible()
  fireEvent.change(screen.getByLabelText('Up to and including'), { target: { value: '2026-11-19' } })
  expect(await screen.findByRole('region', { name: 'Thursday, November 19, 2026' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Friday, November 20, 2026' })).toBeNull())
  const who = screen.getByRole('combobox', { name: 'Who' })
  // She can no longer sign in.
  await user.selectOptions(who, 'Huda')
  expect(await screen.findByText(/Huda · Window/)).toBeVisible()
  await user.selectOptions(who, 'Sara')
  expect(address()).toBe('/log?day=2026-11-19&by=Sara')
  expect(await screen.findByText('Nothing matches.')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Up to and including'), { target: { value: '' } })
  expect(address()).toBe('/log?by=Sara')
})

test('shows the log to signed-in people only', async () => {
  await openPage({ at: () => '/log', who: 'nobody' })
  expect(await screen.findByText('Sign in to see who did what.')).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Sign in' }).at(-1)).toHaveAttribute('href', '/sign-in?from=%2Flog')
})

test('describes a rejection of items without a reason', async () => {
  const store = createMemoryStore()
  const by = { person: 'Sara', tablet: 'Counter' }
  const rejected = {
    at: Date.parse('2026-11-20T11:00:00Z'),
    what: 'reject',
    orderId: 'A1' as OrderId, // A valid id.
    by,
    vendor: null,
    outcome: 'done',
    settledBy: 'answer',
    tookMs: 100,
    posts: 1,
  } as const
  await store.appendLog({ ...rejected, sent: { reason_id: 3, has_text: true } })
  await store.appendLog({ ...rejected, sent: { reason_id: 1, item_ids: [5] } })
  await store.appendLog({ ...rejected, sent: { reason_id: 1, item_ids: [5, 6], items: ['Black tea', 'شاي'] } })
  await openPage({ store, at: () => '/log' })
  const day = await screen.findByRole('region', { name: 'Friday, November 20, 2026' })
  const [named, items, whole] = within(day).getAllByRole('listitem')
  expect(items).toHaveTextContent('Items missing: the customer is asked')
  expect(items).toHaveTextContent('1 missing item')
  expect(named).toHaveTextContent(/2 missing items: Black tea, \u2068شاي\u2069/)
  expect(whole).toHaveTextContent(/Rejected(?! for)/)
  expect(whole).toHaveTextContent('reason 3 · with a text')
  expect(items).not.toHaveTextContent('with a text')
})

test('says how a success was confirmed but not a failure, and how long it took only from a second on', async () => {
  const store = createMemoryStore()
  const by = { person: 'Sara', tablet: 'Counter' }
  const accept = {
    at: Date.parse('2026-11-20T11:00:00Z'),
    what: 'accept',
    orderId: 'A1' as OrderId, // A valid id.
    by,
    sent: null,
    vendor: null,
    settledBy: 'reread',
    posts: 1,
  } as const
  await store.appendLog({ ...accept, outcome: 'failed', tookMs: 91 })
  await store.appendLog({ ...accept, outcome: 'done', tookMs: 91 })
  await store.appendLog({ ...accept, outcome: 'done', tookMs: 4200 })
  await openPage({ store, at: () => '/log' })
  const day = await screen.findByRole('region', { name: 'Friday, November 20, 2026' })
  const [slow, quick, failed] = within(day).getAllByRole('listitem')
  expect(slow).toHaveTextContent(/Counterconfirmed by reading the order again · took 4\.2 s$/)
  expect(quick).toHaveTextContent(/Counterconfirmed by reading the order again$/)
  expect(failed).toHaveTextContent(/Accepting failed.*Counter$/)
})

test('describes changes of tablets and people', async () => {
  const store = createMemoryStore()
  const sara = { person: 'Sara', tablet: 'Counter' }
  const write = async (by: typeof sara | null, ...note: Parameters<Note>) =>
    store.appendLog(notesBy({ now: () => Date.parse('2026-11-20T11:00:00Z') }, by)(...note))
  await write(null, 'add person', 'Sara')
  await write(sara, 'make code')
  await write(null, 'let in', 'Kitchen')
  await write({ person: 'Omar', tablet: 'Kitchen' }, 'sign in', undefined, 'failed')
  await write({ person: 'Omar', tablet: 'Kitchen' }, 'sign in')
  await write(sara, 'cut off', 'Kitchen')
  await write(null, 'new pin', 'Omar')
  await write(sara, 'remove person', 'Omar')
  await openPage({ store, at: () => '/log' })
  const day = await screen.findByRole('region', { name: 'Friday, November 20, 2026' })
  const rows = within(day).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent.replace(/^[\d:]{8}/, ''))).toEqual([
    'Person removedOmarSara · Counter',
    'New PINOmardesk command',
    'Tablet removedKitchenSara · Counter',
    'Signed inOmar · Kitchen',
    'Wrong PINOmar · Kitchen',
    'Tablet pairedKitchen',
    'Created a code for a tabletSara · Counter',
    'Person addedSaradesk command',
  ])
})

test('shows hand-overs and whether the code was right', async () => {
  const { user, ask } = await openPage({ at: newOrder })
  await user.click(await screen.findByRole('button', { name: 'Accept order' }))
  await screen.findByText(/^Accepted\./)
  const headers = { 'Content-Type': 'application/json' }
  await ask('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: order.id }) })
  const send = (body: unknown) =>
    ask(`/api/desk/orders/${order.id}/handover`, { method: 'PUT', headers, body: JSON.stringify(body) })
  await send({ code_matched: true })
  await send({ state: null })
  await send({ kind: 'return' })
  await vi.advanceTimersByTimeAsync(2000)
  await user.click(await screen.findByRole('link', { name: 'Manage' }))
  await user.click(await screen.findByRole('link', { name: 'Log' }))
  const day = await screen.findByRole('region', { name: 'Friday, November 20, 2026' })
  const [back, undone, out] = within(day).getAllByRole('listitem')
  expect(out).toHaveTextContent('Handed over')
  expect(out).toHaveTextContent('the code was right')
  expect(undone).toHaveTextContent('Hand-over undone')
  expect(back).toHaveTextContent('Returned')
  expect(back).toHaveTextContent('without a matching code')
})

test('says that somebody opened an order by its number', async () => {
  const store = createMemoryStore()
  const by = { person: 'Till', tablet: '', key: true }
  await store.appendLog({ ...notesBy({ now: () => Date.parse('2026-11-20T08:00:00Z') }, by)('open'), orderId: '7' })
  await openPage({ store, at: () => '/log' })
  expect(await screen.findByText('Order opened by its number')).toBeVisible()
})
