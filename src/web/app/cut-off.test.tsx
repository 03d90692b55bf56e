import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { boardQuery, leftBoard, noteLeft } from '#web/api/board.ts'
import { sessionQuery, wasCutOff } from '#web/api/session.ts'
import { toasts, notify } from '#web/api/toasts.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { people } from '#contract/desk/people.ts'
import type { Session } from '#contract/desk/session.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { openPage } from '#testing/open-page.tsx'
import { rowOf } from '#testing/row-of.ts'
import { startLiveSync } from './live-sync.ts'

// Only a wide screen shows the board beside an order.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: media === '(width >= 64rem)' }) as MediaQueryList // The only members used.

test('hides the board when the tablet is removed while an order is open', async () => {
  const orders: SimulatedOrder[] = []
  const { notify, ask } = await openPage({
    at(vendor) {
      orders.push(vendor.placeOrder(), vendor.placeOrder())
      return `/orders/${orders[0]?.id}`
    },
    isLive: true,
    isPolling: true,
    webhookSecret: 'a-webhook-secret-of-this-test',
  })
  for (const { id } of orders) await notify(id)
  await vi.advanceTimersByTimeAsync(5000)
  const beside = { name: orders[1]?.printNumber ?? '' }
  expect(await screen.findByRole('article', beside)).toBeVisible()
  const { data } = people.tablets.answer.parse(await (await ask(people.tablets.path)).json())
  const own = data.find(({ is_this: isThis }) => isThis)
  expect((await ask(`${people.tablets.path}/${own?.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await screen.findByRole('textbox', { name: 'Pairing code' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This tablet was removed and does not ring')
  expect(screen.queryByRole('article', beside)).toBeNull()
})

test('drops orders and toasts when the tablet is removed, and reads all again once it is paired', async () => {
  const queries = createQueryClient()
  onTestFinished(startLiveSync(queries))
  const stranger: Session = {
    device: null,
    staff: null,
    staff_names: [],
    mode: 'live',
    response_window_seconds: 300,
    server_time: '2026-11-20T12:00:00Z',
  }
  const letIn: Session = { ...stranger, device: { id: 'd1', name: 'Counter' } }
  queries.setQueryData(sessionQuery().queryKey, letIn)
  queries.setQueryData(boardQuery().queryKey, { data: [rowOf('1')], meta: { version: 1, server_time: '', alarms: [] } })
  queries.setQueryData(['order', '1'], 'An order')
  noteLeft(rowOf('2'))
  notify('Order 2: it was cancelled.')
  queries.setQueryData(sessionQuery().queryKey, stranger)
  const kept = queries.getQueryCache().getAll()
  expect(kept.map(({ queryKey }) => queryKey)).toEqual([sessionQuery().queryKey])
  expect([leftBoard.size, toasts.read(), wasCutOff.read()]).toEqual([0, [], true])
  queries.setQueryData(sessionQuery().queryKey, { ...letIn })
  expect(wasCutOff.read()).toBe(false)
})

test('drops orders and toasts when the tablet gets another role', async () => {
  const queries = createQueryClient()
  onTestFinished(startLiveSync(queries))
  const session = (role?: 'counter' | 'station'): Session => ({
    device: { id: 'd1', name: 'Kitchen', ...(role && { role }) },
    staff: null,
    staff_names: [],
    mode: 'live',
    response_window_seconds: 300,
    server_time: '2026-11-20T12:00:00Z',
  })
  queries.setQueryData(sessionQuery().queryKey, session())
  queries.setQueryData(['order', '1'], 'An order')
  noteLeft(rowOf('2'))
  queries.setQueryData(sessionQuery().queryKey, session('counter'))
  expect([queries.getQueryData(['order', '1']), leftBoard.size]).toEqual(['An order', 1])
  queries.setQueryData(sessionQuery().queryKey, session('station'))
  expect([queries.getQueryData(['order', '1']), leftBoard.size, wasCutOff.read()]).toEqual([undefined, 0, false])
})
