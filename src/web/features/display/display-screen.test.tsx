import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { people } from '#contract/desk/people.ts'
import { presence } from '#contract/desk/session.ts'
import { tabletSettings } from '#contract/desk/tablet-settings.ts'
import type { OrderState } from '#simulator/order-life.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { openPage } from '#testing/open-page.tsx'
import { noteCallOutcome } from '#web/api/http/connection-status.ts'
import { tabletInstrument } from '#web/tablet/instrument.ts'

const headers = { 'Content-Type': 'application/json' }
const secondMs = 1000

/** Opens the display of a shop with orders in these states. */
async function openDisplay(
  states: readonly OrderState[],
  options: Partial<Parameters<typeof openPage>[0]> = {},
  before = () => undefined as void,
) {
  const orders: SimulatedOrder[] = []
  const page = await openPage({
    at(vendor) {
      before()
      for (const state of states) {
        const order = vendor.placeOrder()
        vendor.orders.move(order, state)
        orders.push(order)
      }
      return '/display'
    },
    ...options,
  })
  const know = async ({ id }: SimulatedOrder) =>
    page.ask('/api/desk/orders', { method: 'POST', headers, body: JSON.stringify({ order_id: id }) })
  for (const order of orders) await know(order)
  await screen.findByRole('main')
  const set = async (body: object) => {
    const answer = await page.ask(tabletSettings.saveDisplay.path, {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
  }
  const pass = async (seconds: number) => act(async () => vi.advanceTimersByTimeAsync(seconds * secondMs))
  async function become(order: SimulatedOrder, state: OrderState) {
    page.vendor.orders.move(order, state)
    await page.ask(`/api/developer/v1/orders/${order.id}`)
    await pass(6)
  }
  const numberOf = (index: number) => orders[index]?.printNumber ?? ''
  await pass(6)
  return { ...page, orders, set, pass, become, numberOf }
}

const column = (name: string) => within(screen.getByRole('region', { name }))
/** English has its turn in every third span of 10 s. */
async function untilEnglish() {
  for (let second = 0; second < 30 && !screen.queryByRole('region', { name: 'Preparing' }); second += 1)
    await act(async () => vi.advanceTimersByTimeAsync(secondMs))
}

test('shows the numbers of orders in preparation and of those ready, and nothing else of them', async () => {
  const { numberOf, orders } = await openDisplay(['preparing', 'ready', 'pending', 'contact'])
  await untilEnglish()
  expect(column('Preparing').getByRole('list')).toHaveTextContent(numberOf(0))
  expect(column('Ready').getByRole('list')).toHaveTextContent(numberOf(1))
  const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(shown).toEqual([numberOf(0), numberOf(1)])
  expect(screen.getByRole('main')).not.toHaveTextContent(orders[0]?.lines[0]?.item.name.en ?? 'no item')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('shows the number of an order that has just become ready large, for 20 s', async () => {
  const { become, pass, numberOf, orders } = await openDisplay(['preparing'])
  const large = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(large()).toEqual([''])
  if (orders[0]) await become(orders[0], 'ready')
  expect(large()).toEqual([numberOf(0)])
  await pass(20)
  expect(large()).toEqual([''])
  expect(screen.getByRole('listitem')).toHaveTextContent(numberOf(0))
})

test('announces nothing that was ready before', async () => {
  await openDisplay(['ready'])
  expect(screen.getByRole('status')).toHaveTextContent('')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('drops a ready order once it is handed over, or after the minutes of the shop', async () => {
  const { ask, set, pass, numberOf, orders } = await openDisplay(['ready', 'ready'], { isLive: true })
  await ask(`/api/desk/orders/${orders[0]?.id}/handover`, { method: 'PUT', headers, body: '{}' })
  await pass(6)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([numberOf(1)])
  await set({ ready_minutes: 2 })
  await pass(3 * 60)
  await pass(2)
  expect(screen.queryByRole('listitem')).toBeNull()
})

test('shows the languages of the shop in turn, and moves no number', async () => {
  const { set } = await openDisplay(['preparing', 'ready'], { language: 'fr', isLive: true })
  await set({ languages: ['en', 'ar'] })
  const seen = new Map<string, string>()
  const first = screen.getAllByRole('listitem')
  for (let second = 0; second < 40; second += 1) {
    await act(async () => vi.advanceTimersByTimeAsync(secondMs))
    const { lang, dir } = document.documentElement
    seen.set(
      `${lang} ${dir}`,
      screen
        .getAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent)
        .join(' '),
    )
  }
  expect(Object.fromEntries(seen)).toMatchObject({ 'en ltr': 'Preparing Ready', 'ar rtl': 'قيد التحضير جاهز للاستلام' })
  expect(screen.getByRole('main').dir).toBe('ltr')
  // The same elements, in the same place.
  expect(screen.getAllByRole('listitem')).toEqual(first)
})

test('asks customers to go to the counter half a minute after contact was lost, and comes back by itself', async () => {
  const { pass, ask, numberOf } = await openDisplay(['ready'])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')))
  await pass(24)
  expect(screen.getByRole('listitem')).toHaveTextContent(numberOf(0))
  await pass(16)
  expect(screen.queryByRole('listitem')).toBeNull()
  for (const text of ['Please ask at the counter', 'من فضلك اسأل عند الكاونتر', 'Merci de vous adresser au comptoir'])
    expect(screen.getByText(text)).toBeVisible()
  await pass(5 * 60)
  expect(screen.queryByRole('listitem')).toBeNull()
  vi.stubGlobal('fetch', ask)
  await pass(10)
  // It became ready in the evening.
  expect(screen.queryByText('Please ask at the counter')).toBeNull()
  noteCallOutcome(undefined, true)
})

test('asks customers to go to the counter if it starts without contact', async () => {
  let isCut = true
  const { pass, numberOf } = await openDisplay(['ready'], {}, () => {
    const desk = globalThis.fetch
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
      isCut ? Promise.reject(new TypeError('cut')) : desk(...call),
    )
  })
  expect(await screen.findByText('Please ask at the counter')).toBeVisible()
  isCut = false
  await pass(10)
  expect(screen.getByRole('listitem')).toHaveTextContent(numberOf(0))
})

test('shows no number on a tablet that is not paired any more, and leads to its pairing', async () => {
  const { ask, pass, user, address } = await openDisplay(['ready'])
  const { data } = people.tablets.answer.parse(await (await ask(people.tablets.path)).json())
  const own = data.find(({ is_this: isThis }) => isThis)
  await ask(`${people.tablets.path}/${own?.id}`, { method: 'DELETE' })
  await pass(70)
  expect(screen.getByText('Please ask at the counter')).toBeVisible()
  expect(screen.queryByRole('listitem')).toBeNull()
  await user.click(screen.getByRole('main'))
  await user.click(screen.getByRole('link', { name: 'Pair this tablet' }))
  expect(address()).toBe('/enrol')
})

test('neither rings on a counter nor counts as one that shows new orders', async () => {
  const instrument = tabletInstrument()
  await instrument.armAgain()
  const ring = vi.spyOn(instrument.sound, 'ring')
  const want = vi.spyOn(instrument.notification, 'want')
  const beats: unknown[] = []
  const { orders, pass } = await openDisplay(['pending', 'ready'], {}, () => {
    const desk = globalThis.fetch
    vi.stubGlobal('fetch', (...[path, init]: Parameters<typeof fetch>) => {
      if (path === presence.path && typeof init?.body === 'string') beats.push(JSON.parse(init.body))
      return desk(path, init)
    })
  })
  await pass(60)
  expect(beats.length).toBeGreaterThan(1)
  for (const beat of beats) expect(beat).toMatchObject({ armed: false, is_display: true })
  expect(ring).not.toHaveBeenCalled()
  expect(want).not.toHaveBeenCalled()
  expect(document.body).not.toHaveTextContent(orders[0]?.printNumber ?? '')
  for (const { customer } of orders) expect(document.body).not.toHaveTextContent(customer.name)
})

test('leads a counter back to the board after a touch, or with Escape', async () => {
  const { user, address, pass } = await openDisplay(['ready'])
  expect(screen.queryByRole('link')).toBeNull()
  await user.click(screen.getByRole('main'))
  expect(screen.getByRole('link', { name: 'Back to the board' })).toBeVisible()
  await pass(8)
  expect(screen.queryByRole('link')).toBeNull()
  await user.keyboard('{Escape}')
  expect(address()).toBe('/')
})

test('shows the name that the shop has set, or the one of the service', async () => {
  const { set, pass } = await openDisplay(['ready'], { isLive: true })
  await pass(60)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/\S/)
  await set({ shop_name: 'Corner Bakery' })
  await pass(2)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Corner Bakery')
})
