import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { marks } from '#contract/desk/board-actions.ts'
import { inbox } from '#contract/desk/inbox.ts'
import { people } from '#contract/desk/people.ts'
import { fillPath } from '#contract/endpoint.ts'
import type { CatalogItem } from '#contract/vendor/catalog.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { noteCallOutcome } from '#web/api/http/connection-status.ts'
import { toasts } from '#web/api/toasts.ts'
import { bumps } from './bumps.ts'

afterEach(() => {
  bumps.set([])
  toasts.set([])
  noteCallOutcome(undefined, true)
})

const headers = { 'Content-Type': 'application/json' }
const webhookSecret = 'a-webhook-secret-of-this-test'
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

type Ask = OpenPage['ask']

async function send(ask: Ask, method: string, path: string, body: object): Promise<void> {
  expect((await ask(path, { method, headers, body: JSON.stringify(body) })).status).toBe(200)
}

/** Items of the vendor's catalog that share no category. */
function itemsApart(vendor: Simulator, count: number): readonly CatalogItem[] {
  const found: CatalogItem[] = []
  for (let tries = 0; found.length < count && tries < 50; tries += 1) {
    for (const { item } of vendor.placeOrder('large').lines) {
      const isApart = found.every(({ category_ids: ids }) => !ids.some((id) => item.category_ids.includes(id)))
      if (item.category_ids.length > 0 && isApart && found.length < count) found.push(item)
    }
  }
  expect(found).toHaveLength(count)
  return found
}

const categoriesOf = ({ category_ids: ids }: CatalogItem): readonly string[] => ids.map(String)
const nameOf = ({ name }: CatalogItem): string => name.en ?? ''
const articleOf = async ({ printNumber }: SimulatedOrder) =>
  within(await screen.findByRole('article', { name: printNumber }))

/** An order in preparation at the station `Counter`, at which nobody is signed in, and a manager's counter. */
async function openStation(linesOf: (vendor: Simulator) => readonly CatalogItem[], isLive = true) {
  const placed: SimulatedOrder[] = []
  const page = await openPage({
    role: 'station',
    who: 'nobody',
    isLive,
    isPolling: true,
    webhookSecret,
    at(vendor) {
      const lines = linesOf(vendor).map((item) => ({ item, quantity: 2, customizations: null }))
      const order = vendor.placeOrder('ordinary', { lines })
      vendor.orders.move(order, 'preparing')
      placed.push(order)
      return '/station'
    },
  })
  const [order] = placed
  if (!order) throw new Error('No order was placed.')
  const till = await page.admit('Till', 'Sara')
  await page.notify(order.id)
  const tablets = people.tablets.answer.parse(await (await till(people.tablets.path)).json()).data
  /** Gives a station the lines of some categories. */
  async function assign(name: string, item: CatalogItem): Promise<void> {
    const { data } = people.tablets.answer.parse(await (await till(people.tablets.path)).json())
    const deviceId = data.find((each) => each.name === name)?.id ?? ''
    const body = { role: 'station', category_ids: categoriesOf(item) }
    await send(till, 'PATCH', fillPath(people.changeTablet.path, { deviceId }), body)
  }
  return { ...page, order, till, tablets, assign }
}

test('shares one order among two stations by their categories, and is done when both are', async () => {
  let items: readonly CatalogItem[] = []
  const { user, order, till, assign, admit } = await openStation((vendor) => (items = itemsApart(vendor, 3)))
  const [grilled, cold, others] = items
  if (!grilled || !cold || !others) throw new Error('No such items.')
  const coldStation = await admit('Cold', undefined, 'station')
  await assign('Counter', grilled)
  await assign('Cold', cold)
  await pass(10)
  const own = await articleOf(order)
  await waitFor(() => expect(own.queryByText(nameOf(cold))).toBeNull())
  expect(own.getByRole('checkbox', { name: `Picked: ${nameOf(grilled)}` })).toBeVisible()
  // No station has its category.
  await user.click(own.getByRole('checkbox', { name: `Picked: ${nameOf(others)}` }))
  await user.click(own.getByRole('checkbox', { name: `Picked: ${nameOf(grilled)}` }))
  expect(await own.findByText('Waiting for another station')).toBeVisible()
  expect(own.queryByRole('button', { name: 'Sign in to mark as ready' })).toBeNull()

  const seen = inbox.read.answer.parse(
    await (await coldStation(fillPath(inbox.read.path, { orderId: order.id }))).json(),
  )
  expect(seen.data.line_categories?.[order.lines[1]?.id ?? '']).toEqual(categoriesOf(cold))
  const itemId = order.lines[1]?.id ?? ''
  await send(coldStation, 'PUT', fillPath(marks.pick.path, { orderId: order.id, itemId }), { state: 'picked' })
  expect(await own.findByRole('button', { name: 'Sign in to mark as ready' })).toBeVisible()
  await send(till, 'PUT', fillPath(marks.pick.path, { orderId: order.id, itemId }), { state: 'missing' })
  expect(await own.findByText(/^Ask at the counter: 1 item not found/)).toBeVisible()
})

test('keeps its tickets without contact, says that ticks are not saved, and goes on once it has contact', async () => {
  let items: readonly CatalogItem[] = []
  const { user, order, ask } = await openStation((vendor) => (items = itemsApart(vendor, 2)), false)
  const [first] = items
  if (!first) throw new Error('No such item.')
  await pass(5)
  const own = await articleOf(order)
  const tick = own.getByRole('checkbox', { name: `Picked: ${nameOf(first)}` })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')))
  await pass(30)
  expect(screen.getByText(/^New orders do not appear here, and ticks are not saved/)).toBeVisible()
  expect(screen.getByText(/^No connection since/)).toBeVisible()
  await user.click(tick)
  await waitFor(() => expect(own.getByRole('alert')).toHaveTextContent(nameOf(first)))
  expect(tick).not.toBeChecked()
  vi.stubGlobal('fetch', ask)
  await pass(30)
  expect(screen.queryByText(/ticks are not saved/)).toBeNull()
  await user.click(tick)
  expect(tick).toBeChecked()
  await waitFor(() => expect(own.queryByRole('alert')).toBeNull())
  expect(await own.findByText('1 of 2 picked')).toBeVisible()
})
