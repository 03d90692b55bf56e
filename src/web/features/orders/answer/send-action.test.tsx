import { expect, onTestFinished, test, vi } from 'vitest'
import { noteCallOutcome, noteSavedBoard } from '#web/api/http/connection-status.ts'
import { sendAction } from './send-action.ts'

const done = () => Response.json({ data: { id: '7', status: { key: 'preparing' } } })

/** A line that dies without a word, as of a socket whose other end is gone: neither an answer comes nor an error. */
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

test('a tap on a line that died without a word is asked about again, under the same key', async () => {
  const line = openLine()
  const told: boolean[] = []
  const sent = sendAction('7', { action: 'accept' }, 7, (isAway) => told.push(isAway))
  await vi.advanceTimersByTimeAsync(34_000)
  expect([line.asked, told]).toEqual([1, []])
  line.isDead = false
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await sent).toMatchObject({ order: { id: '7' } })
  expect([line.asked, line.keys.size, told]).toEqual([2, 1, [true]])
  // What is shown by then nobody had seen who pressed.
  expect([...line.seen]).toEqual(['7'])
})

test('a tap on a line that stays dead is called lost, and never sent later', async () => {
  const line = openLine()
  const failed = sendAction('7', { action: 'accept' }, 7, () => undefined).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(75_000)
  expect(await failed).toMatchObject({ code: 'no_contact' })
  const { asked } = line
  await vi.advanceTimersByTimeAsync(600_000)
  expect([asked, line.asked]).toEqual([2, 2])
})

test('a tap on what this tablet kept is not sent: the order may be another by now', async () => {
  const line = openLine()
  line.isDead = false
  noteSavedBoard(0)
  onTestFinished(() => noteCallOutcome(undefined, true))
  await expect(sendAction('7', { action: 'accept' }, 7, () => undefined)).rejects.toMatchObject({ code: 'offline' })
  expect(line.asked).toBe(0)
})

test.each(['sign_in_required', 'not_enrolled'])('%s says nothing of what was sent before', async (code) => {
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

test('a store that cannot be asked for the moment says nothing of what was sent before, and is asked again', async () => {
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

test('a tap of which the desk does not know for minutes what came is left to the desk', async () => {
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

test('a tap is not sent again long afterwards, though the tablet’s clock was set back meanwhile', async () => {
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
