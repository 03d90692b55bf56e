import { expect, test } from 'vitest'
import { VendorError } from '#contract/desk/failure.ts'
import { vendor } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { createTestClock } from '#testing/clock.ts'
import { ConnectionLost, type Fault, type FaultKind, faultKinds } from './faults.ts'
import { createSimulator } from './simulator.ts'

const token = 'token-of-the-tests'

function openShop() {
  const clock = createTestClock()
  const simulator = createSimulator({ clock, token })
  const order = simulator.placeOrder()
  const ask = (method: string, path: string, signal?: AbortSignal) =>
    simulator.fetch(
      new Request(`https://vendor.test${vendorPrefix}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        ...(signal && { signal }),
      }),
    )
  const accept = (signal?: AbortSignal) => ask('POST', `/orders/${order.id}/accept`, signal)
  const read = (signal?: AbortSignal) => ask('GET', `/orders/${order.id}`, signal)
  return { clock, simulator, order, ask, accept, read, fail: (fault: Fault) => simulator.faults.add(fault) }
}

/** Whether an accept has its effect despite this fault. */
const hasEffect: Readonly<Record<FaultKind, boolean>> = {
  slow: true,
  hang: false,
  drop: false,
  'drop-late': true,
  error: false,
  'error-late': true,
  'error-200': false,
  html: false,
  'html-late': true,
  half: true,
  empty: true,
  unauthenticated: false,
  forbidden: false,
  'forbidden-late': true,
  'too-many': false,
  'too-many-late': true,
  'another-order': true,
  redirect: false,
}

/** The text of the answer, or the error instead. */
const outcome = (answer: Promise<Response>): Promise<unknown> =>
  answer.then((response) => response.text()).catch((error: unknown) => error)

test.each(faultKinds)('leaves the order after %s as the kind of fault says', async (kind) => {
  const { clock, order, accept, fail } = openShop()
  fail({ kind })
  const given = new AbortController()
  const ended = outcome(accept(given.signal))
  await clock.advance(10_000)
  given.abort()
  await ended
  expect(order.state).toBe(hasEffect[kind] ? 'preparing' : 'pending')
})

test.each(faultKinds)('strikes once with %s and answers the next call', async (kind) => {
  const { clock, read, fail } = openShop()
  fail({ kind })
  const given = new AbortController()
  const ended = outcome(read(given.signal))
  await clock.advance(10_000)
  given.abort()
  await ended
  const next = await read()
  expect(next.status).toBe(200)
  vendor.getOrder.answer.parse(await next.json())
})

test.each([
  ['error', 500, 'An unexpected error occurred on the server'],
  ['error-late', 500, 'An unexpected error occurred on the server'],
  ['error-200', 200, 'An unexpected error occurred on the server'],
  ['unauthenticated', 401, 'Unauthenticated.'],
  ['forbidden', 403, 'Forbidden'],
  ['too-many', 429, 'Too Many Attempts.'],
] as const)('%s answers %i in the shape of an error', async (kind, status, message) => {
  const { read, fail } = openShop()
  fail({ kind })
  const answer = await read()
  expect(answer.status).toBe(status)
  expect(VendorError.parse(await answer.json())).toEqual({ status: 'error', message })
})

test('rejects a dropped connection as a failing fetch does', async () => {
  const { read, fail } = openShop()
  for (const kind of ['drop', 'drop-late'] as const) {
    fail({ kind })
    const error = await outcome(read())
    expect(error).toBeInstanceOf(ConnectionLost)
    expect(error).toBeInstanceOf(TypeError)
  }
})

test('answers 502 in HTML as a gateway does', async () => {
  const { read, fail } = openShop()
  for (const kind of ['html', 'html-late'] as const) {
    fail({ kind })
    const answer = await read()
    expect(answer.status).toBe(502)
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(await answer.text()).toMatch(/^<!doctype html>/)
  }
})

test('breaks a half answer off while its body is read', async () => {
  const { read, fail } = openShop()
  const whole = await (await read()).text()
  fail({ kind: 'half' })
  const answer = await read()
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  const text = new TextDecoder().decode(first?.value)
  expect(text.length).toBeGreaterThan(whole.length / 3)
  expect(text.length).toBeLessThan(whole.length)
  expect(whole.startsWith(text.slice(0, -1))).toBe(true)
  await expect(reader?.read()).rejects.toBeInstanceOf(ConnectionLost)
  fail({ kind: 'half' })
  await expect((await read()).text()).rejects.toBeInstanceOf(ConnectionLost)
})

test('answers an empty 200', async () => {
  const { read, fail } = openShop()
  fail({ kind: 'empty' })
  const answer = await read()
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('')
})

test('answers with another order’s body under another id', async () => {
  const { read, accept, fail } = openShop()
  fail({ kind: 'another-order', times: 2 })
  expect(vendor.getOrder.answer.parse(await (await read()).json()).data.id).toBe('another-1')
  expect(vendor.acceptOrder.answer.parse(await (await accept()).json()).data.id).toBe('another-1')
})

test('redirects to another address', async () => {
  const { read, fail } = openShop()
  fail({ kind: 'redirect' })
  const answer = await read()
  expect(answer.status).toBe(302)
  expect(answer.headers.get('Location')).toBe('/elsewhere')
})

test('sends a Retry-After in whole seconds with too many', async () => {
  const { read, fail } = openShop()
  for (const [ms, after] of [
    [undefined, '1'],
    [1500, '2'],
    [30_000, '30'],
  ] as const) {
    fail({ kind: 'too-many', ...(ms !== undefined && { ms }) })
    expect((await read()).headers.get('Retry-After')).toBe(after)
  }
})

test('answers a slow call late, and acts only then', async () => {
  const { clock, order, accept, fail } = openShop()
  fail({ kind: 'slow', ms: 5000 })
  let status: number | undefined
  const answered = accept().then((answer) => (status = answer.status))
  await clock.advance(4999)
  expect([status, order.state]).toEqual([undefined, 'pending'])
  await clock.advance(1)
  await answered
  expect([status, order.state]).toEqual([200, 'preparing'])
})

test('delays a slow call by three seconds by default', async () => {
  const { clock, read, fail } = openShop()
  fail({ kind: 'slow' })
  let isAnswered = false
  void read().then(() => (isAnswered = true))
  await clock.advance(2999)
  expect(isAnswered).toBe(false)
  await clock.advance(1)
  expect(isAnswered).toBe(true)
})

test('ends a hanging call when its caller aborts, and not before', async () => {
  const { clock, accept, fail } = openShop()
  fail({ kind: 'hang' })
  const given = new AbortController()
  let ended: unknown
  const end = outcome(accept(given.signal)).then((error) => (ended = error))
  await clock.advance(3_600_000)
  expect(ended).toBeUndefined()
  given.abort()
  await end
  expect(ended).toBeInstanceOf(ConnectionLost)
})

test('ends a call that was aborted before it hangs', async () => {
  const { read, fail } = openShop()
  fail({ kind: 'hang' })
  expect(await outcome(read(AbortSignal.abort()))).toBeInstanceOf(Error)
})

test('strikes as often as the fault says', async () => {
  const { read, fail } = openShop()
  fail({ kind: 'error', times: 3 })
  const statuses: number[] = []
  for (let count = 0; count < 5; count += 1) statuses.push((await read()).status)
  expect(statuses).toEqual([500, 500, 500, 200, 200])
})

test('strikes until an endless fault is cleared', async () => {
  const { simulator, read, fail } = openShop()
  fail({ kind: 'error', times: Infinity })
  for (let count = 0; count < 20; count += 1) expect((await read()).status).toBe(500)
  simulator.faults.clear()
  expect((await read()).status).toBe(200)
})

test('affects only the endpoint of the fault', async () => {
  const { ask, read, accept, fail } = openShop()
  fail({ kind: 'error', on: 'acceptOrder' })
  expect((await read()).status).toBe(200)
  expect((await ask('GET', '/items')).status).toBe(200)
  expect((await accept()).status).toBe(500)
  expect((await accept()).status).toBe(200)
})

test('applies one fault at a time, the oldest first', async () => {
  const { read, fail } = openShop()
  fail({ kind: 'error' })
  fail({ kind: 'forbidden' })
  expect([(await read()).status, (await read()).status, (await read()).status]).toEqual([500, 403, 200])
})

test('uses up no fault on a call without the token or endpoint', async () => {
  const { simulator, ask, read, fail } = openShop()
  fail({ kind: 'error' })
  expect((await simulator.fetch(new Request(`https://vendor.test${vendorPrefix}/items`))).status).toBe(401)
  expect((await ask('GET', '/nowhere')).status).toBe(404)
  expect((await read()).status).toBe(500)
})
