import { QueryObserver } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { boardQuery } from '#web/api/board.ts'
import { seenVersion } from '#web/api/feed/told-version.ts'
import { sessionQuery } from '#web/api/session.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { feedPath } from '#contract/desk/feed.ts'
import { openPage } from '#testing/open-page.tsx'
import { startLiveSync } from './live-sync.ts'

const live = { isLive: true, isWatching: true, webhookSecret: 'a-webhook-secret-of-this-test' }

test('an order that changes while its screen first reads it is read once more', async () => {
  const page = await openPage({ ...live, at: () => '/' })
  const order = page.vendor.placeOrder()
  await page.tell(order.id)
  const card = await screen.findByRole('article', { name: new RegExp(order.printNumber) })
  await vi.advanceTimersByTimeAsync(2000)
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
  const read: string[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await page.ask(path, init)
    if (path.startsWith(`/api/desk/orders/${order.id}`)) {
      read.push(path)
      // It left the desk before the order changed.
      if (!path.includes('?')) await isThere
    }
    return answer
  })
  const link = card.querySelector('a') ?? expect.fail('The card leads nowhere.')
  await page.user.click(link)
  await waitFor(() => expect(read).toHaveLength(1))
  page.vendor.orders.move(order, 'cancelled')
  await page.tell(order.id)
  await waitFor(() => expect(read).toContain(`/api/desk/orders/${order.id}?only=row`))
  await vi.advanceTimersByTimeAsync(1000)
  arrive()
  expect(await screen.findByText('Cancelled')).toBeVisible()
  await vi.advanceTimersByTimeAsync(2000)
  expect(read.filter((path) => !path.includes('?'))).toHaveLength(2)
})

const deskTime = '2026-11-20T12:00:00.000Z'
const session = {
  device: { id: 'a', name: 'Counter' },
  staff: null,
  staff_names: [],
  mode: 'live',
  server_time: deskTime,
  response_window_seconds: 300,
}
const emptyBoard = (version: number) => ({ data: [], meta: { version, server_time: deskTime, alarms: [] } })

/** A page that is told by its feed while the first reading of its board is under way. @returns how often it asks for it. */
async function openWhileRead(tell: readonly (readonly [name: string, data: object])[], answers: readonly number[]) {
  const { promise: isTold, resolve: noteTold } = Promise.withResolvers<void>()
  let asks = 0
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/api/desk/session') return Response.json(session)
    if (path === '/api/desk/orders') {
      asks += 1
      const version = answers[Math.min(asks, answers.length) - 1] ?? 0
      if (asks === 1) await isTold
      return Response.json(emptyBoard(version))
    }
    if (path !== feedPath) return new Response('Not here', { status: 404 })
    const lines = tell.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(lines))
        init?.signal?.addEventListener('abort', () => stream.error(new DOMException('Left.', 'AbortError')))
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  })
  const queries = createQueryClient()
  onTestFinished(new QueryObserver(queries, boardQuery()).subscribe(() => undefined))
  onTestFinished(startLiveSync(queries))
  await queries.prefetchQuery(sessionQuery())
  await new Promise((resolve) => setTimeout(resolve, 50))
  noteTold()
  await new Promise((resolve) => setTimeout(resolve, 200))
  return asks
}

const connected = (version: number) => ['snapshot', { version, server_time: deskTime }] as const

test('a board that was asked for before the feed was there is read once more where it is older', async () => {
  expect(await openWhileRead([connected(1_000_002)], [1_000_001, 1_000_002])).toBe(2)
  expect(seenVersion()).toBe(1_000_002)
})

test('and not where it is as new', async () => {
  expect(await openWhileRead([connected(1_000_003)], [1_000_003])).toBe(1)
})

test('nor for ever, where a desk goes on answering with less', async () => {
  expect(await openWhileRead([connected(1_000_005)], [1_000_004])).toBe(2)
})

test('an alarm that is told while the board is first read leads to it once more', async () => {
  expect(await openWhileRead([connected(1_000_006), ['alarm', { code: 'disk_full' }]], [1_000_006])).toBe(2)
})
