import { openPage } from '#testing/open-page.tsx'
import { noteCallOutcome, noteSavedBoard } from '#web/api/http/connection-status.ts'
import { sendAction } from './send-action.ts'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

const done = () => Response.json({ data: { id: '7', status: { key: 'preparing' } } })

/** A connection that dies silently, with neither an answer nor an error. */
function openLine() {
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const time = new AbortController()
    setTimeout(() => time.abort(new DOMException('It took too long.', 'TimeoutError')), ms)
    return time.signal
  })
  onTestFinished(() => void vi.useRealTimers())
  const line = { isDead: true, keys: new Set<string | null>(), seen: new Set<string>(), asked: 0 }
  vi.stubGlobal('fetch', (_address: string, { headers, signal }: RequestInit) => {
    line.asked += 1
    line.keys.add(new Headers(headers).get('Idempotency-Key'))
    line.seen.add(new Headers(headers).get('X-Order-Version') ?? '')
    if (!line.isDead) return Promise.resolve(done())
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
  })
  return line
}

test('resends an attempt under the same key after a silent connection loss', async () => {
  const line = openLine()
  const told: boolean[] = []
  const sent = sendAction('7', { action: 'accept' }, 7, (isAway) => told.push(isAway))
  await vi.advanceTimersByTimeAsync(34_000)
  expect([line.asked, told]).toEqual([1, []])
  line.isDead = false
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await sent).toMatchObject({ order: { id: '7' } })
  expect([line.asked, line.keys.size, told]).toEqual([2, 1, [true]])
  // A later version was not on the screen at the press.
  expect([...line.seen]).toEqual(['7'])
})

test('gives up on an attempt while the connection stays dead, and never sends it later', async () => {
  const line = openLine()
  const failed = sendAction('7', { action: 'accept' }, 7, () => undefined).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(75_000)
  expect(await failed).toMatchObject({ code: 'no_contact' })
  const { asked } = line
  await vi.advanceTimersByTimeAsync(600_000)
  expect([asked, line.asked]).toEqual([2, 2])
})

test('does not send an attempt from a saved board', async () => {
  const line = openLine()
  line.isDead = false
  noteSavedBoard(0)
  onTestFinished(() => noteCallOutcome(undefined, true))
  await expect(sendAction('7', { action: 'accept' }, 7, () => undefined)).rejects.toMatchObject({ code: 'offline' })
  expect(line.asked).toBe(0)
})

test.each(['sign_in_required', 'not_enrolled'])('treats an earlier send as unknown after %s', async (code) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stranger = () => Response.json({ status: 'error', message: 'Sign in.', code }, { status: 403 })
  for (const first of [() => Response.json({ outcome: 'unknown', data: null }, { status: 202 }), Response.error]) {
    const answers = [first, stranger]
    vi.stubGlobal('fetch', async () => {
      const answer = (answers.shift() ?? stranger)()
      if (answer.type === 'error') throw new TypeError('The line broke.')
      return answer
    })
    const failed = sendAction('7', { action: 'accept' }, 7, () => undefined).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await failed).toMatchObject({ code: 'no_contact' })
  }
  vi.stubGlobal('fetch', async () => stranger())
  await expect(sendAction('7', { action: 'accept' }, 7, () => undefined)).rejects.toMatchObject({ code })
})

test('resends an attempt while the database is unavailable', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const away = () => Response.json({ status: 'error', message: 'Later.', code: 'store_unavailable' }, { status: 503 })
  const answers = [() => Response.json({ outcome: 'unknown', data: null }, { status: 202 }), away, away, done]
  vi.stubGlobal('fetch', async () => (answers.shift() ?? done)())
  const sent = sendAction('7', { action: 'accept' }, 7, () => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await sent).toMatchObject({ order: { id: '7' } })
  vi.stubGlobal('fetch', async () => away())
  await expect(sendAction('7', { action: 'accept' }, 7, () => undefined)).rejects.toMatchObject({
    code: 'store_unavailable',
  })
})

test('leaves an attempt to the desk after minutes with an unknown outcome', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ outcome: 'unknown', data: null }, { status: 202 })
  })
  const failed = sendAction('7', { action: 'accept' }, 7, () => undefined).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(310_000)
  expect(await failed).toMatchObject({ code: 'order_busy' })
  const asksUntilThen = asked
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toBe(asksUntilThen)
})

test('does not extend the retries when the tablet’s clock is set back', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T13:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  vi.stubGlobal('fetch', () => {
    asked += 1
    return Promise.reject(new TypeError('no way'))
  })
  void sendAction('7', { action: 'accept' }, 7, () => undefined).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.setSystemTime(Date.parse('2026-11-20T12:00:00Z'))
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  const before = asked
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect(asked - before).toBe(0)
})

test('shows a toast for an answer lost with the connection after the order was left', async () => {
  const { user } = await openPage({
    at: (vendor) => `/orders/${vendor.placeOrder().id}`,
  })
  const accept = await screen.findByRole('button', { name: 'Accept order' })
  const desk = fetch
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    init?.method === 'POST' ? Promise.reject(new TypeError('no way')) : desk(path, init),
  )
  await user.click(accept)
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await screen.findByRole('region', { name: 'New' })
  await vi.advanceTimersByTimeAsync(75_000)
  expect(await screen.findByRole('log')).toHaveTextContent(/may or may not/)
})
