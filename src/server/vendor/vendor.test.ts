import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { type TestDesk, createTestDesk, testToken } from '#testing/desk.ts'
import { faultKinds } from '#simulator/faults.ts'
import { createVendor, type VendorDeps } from './vendor.ts'
import { Bug, VendorFailure } from './vendor-failure.ts'
import { NeverSent, overFetch } from './vendor-transport.ts'
import { words } from '#testing/words.ts'

function createTestVendor(fetch: Parameters<typeof overFetch>[0], deps: Partial<VendorDeps> = {}) {
  const clock = createTestClock()
  const logged: unknown[] = []
  return {
    clock,
    logged,
    vendor: createVendor({
      baseUrl: 'https://vendor.test',
      token: () => testToken,
      clock,
      log: (event, fields) => logged.push({ event, ...fields }),
      sendToVendor: overFetch(fetch),
      ...deps,
    }),
  }
}

/** The failure of a call. */
async function failureOf(call: Promise<unknown>): Promise<VendorFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof VendorFailure) return error
  throw new Error(`It did not fail as a vendor fails: ${String(error)}`)
}

const order = { params: { orderId: '1' } }
const fine = () => Response.json({ data: { id: '1' } })

test('builds a request from its address, our headers and the token only', async () => {
  const requests: Request[] = []
  const { vendor } = createTestVendor(async (request) => {
    requests.push(request)
    return fine()
  })
  await vendor.call('getOrder', order)
  await vendor.call('listItems', { params: {}, query: { page: '2' } })
  await vendor.call('acceptOrder', order)
  await vendor.call('rejectOrder', { ...order, body: { reason_code: 'TOO_BUSY' } })
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://vendor.test/api/developer/v1/orders/1',
    'GET https://vendor.test/api/developer/v1/items?page=2',
    'POST https://vendor.test/api/developer/v1/orders/1/accept',
    'POST https://vendor.test/api/developer/v1/orders/1/reject',
  ])
  const headers = { accept: 'application/json', authorization: `Bearer ${testToken}` }
  expect(requests.map((each) => Object.fromEntries(each.headers))).toEqual([
    headers,
    headers,
    headers,
    { ...headers, 'content-type': 'application/json' },
  ])
  expect(requests.every(({ redirect }) => redirect === 'error')).toBe(true)
})

test.each([
  ['https://vendor.test/', 'https://vendor.test/api/developer/v1/brands'],
  ['https://vendor.test/shops/1//', 'https://vendor.test/shops/1/api/developer/v1/brands'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/developer/v1/brands'],
])('requests below %s the address %s', async (baseUrl, address) => {
  const urls: string[] = []
  const fetch = async ({ url }: Request) => {
    urls.push(url)
    return fine()
  }
  await createTestVendor(fetch, { baseUrl }).vendor.call('listBrands', { params: {} })
  expect(urls).toEqual([address])
})

test.each(['..', '.'])('never requests an id of %s, even unchecked', async (orderId) => {
  let isAsked = false
  const { vendor } = createTestVendor(async () => {
    isAsked = true
    return fine()
  })
  expect((await failureOf(vendor.call('getOrder', { params: { orderId } }))).reason).toBe('silent')
  expect((await failureOf(vendor.call('acceptOrder', { params: { orderId } }))).reason).toBe('silent')
  expect(isAsked).toBe(false)
})

test.each(['../..', 'a/b', 'a?b', 'a#b', 'a%2fb', 'a b', '//evil.test', '\r\nX: 1', 'é'])(
  'encodes an id of %j',
  async (orderId) => {
    const urls: string[] = []
    const { vendor } = createTestVendor(async ({ url }) => {
      urls.push(url)
      return fine()
    })
    await vendor.call('getOrder', { params: { orderId } })
    expect(urls).toEqual([`https://vendor.test/api/developer/v1/orders/${encodeURIComponent(orderId)}`])
  },
)

test('reads the token at each call', async () => {
  const tokens = ['one', 'two']
  const sent: (string | null)[] = []
  const { vendor } = createTestVendor(
    async ({ headers }) => {
      sent.push(headers.get('Authorization'))
      return fine()
    },
    { token: () => tokens.shift() ?? '' },
  )
  await vendor.call('getOrder', order)
  await vendor.call('getOrder', order)
  expect(sent).toEqual(['Bearer one', 'Bearer two'])
})

// Time.

const hang: Parameters<typeof overFetch>[0] = (request) =>
  new Promise((_resolve, reject) => {
    request.signal.addEventListener('abort', () => reject(new TypeError('aborted')))
  })

test.each([
  ['getOrder', undefined, 8000],
  ['listItems', undefined, 8000],
  ['acceptOrder', undefined, 10_000],
  ['markOrderReady', undefined, 10_000],
  ['getOrder', 3000, 3000],
  ['acceptOrder', 1500, 1500],
] as const)('%s, given %s ms, is given up after %i ms, and aborted', async (name, timeLimitMs, limitMs) => {
  let signal: AbortSignal | undefined
  const { clock, vendor } = createTestVendor((request) => {
    ;({ signal } = request)
    return hang(request)
  })
  let failure: VendorFailure | undefined
  const call = failureOf(vendor.call(name, { ...order, ...(timeLimitMs && { timeLimitMs }) })).then(
    (each) => (failure = each),
  )
  await clock.advance(limitMs - 1)
  expect(failure).toBeUndefined()
  expect(signal?.aborted).toBe(false)
  await clock.advance(1)
  expect(await call).toMatchObject({ reason: 'silent', timedOut: true, isClear: false })
  expect(signal?.aborted).toBe(true)
})

test('reports a request as never sent if no connection was established in time', async () => {
  const { clock, vendor } = createTestVendor(hang, {
    sendToVendor: (_request, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new NeverSent(signal.reason)))),
  })
  const call = failureOf(vendor.call('rejectOrder', order))
  await clock.advance(10_000)
  expect(await call).toMatchObject({ reason: 'silent', timedOut: false, wasNeverSent: true, isClear: true })
})

test('gives up a stalled body at the same timeout', async () => {
  const stalled = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"data":')),
  })
  const { clock, vendor } = createTestVendor(async () => new Response(stalled))
  const call = failureOf(vendor.call('getOrder', order))
  await clock.advance(8000)
  expect(await call).toMatchObject({ reason: 'silent', timedOut: true })
})

test('reports a lost connection as no answer, and not as a timeout', async () => {
  const { vendor } = createTestVendor(async () => {
    throw new TypeError('The connection was lost.')
  })
  expect(await failureOf(vendor.call('getOrder', order))).toMatchObject({ reason: 'silent', timedOut: false })
})

test('does not abort an answered call at its timeout', async () => {
  const signals: AbortSignal[] = []
  const { clock, vendor } = createTestVendor(async ({ signal }) => {
    signals.push(signal)
    return fine()
  })
  await vendor.call('getOrder', order)
  await clock.advance(60_000)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
})

// Bugs

const slip = () => {
  throw new TypeError(`It is not a function: ${testToken}`)
}

test.each<readonly [string, Partial<VendorDeps>, string]>([
  ['before the request', { token: slip }, '1'],
  ['in the address', {}, '..'],
  ['on the way', { sendToVendor: async () => slip() }, '1'],
  [
    'in what came',
    {
      sendToVendor: async () => ({
        status: 200,
        retryAfter: undefined,
        date: undefined,
        isFromCache: false,
        body: 1 as never,
      }),
    },
    '1',
  ],
])('leaves an action unclear after a bug %s, and logs it without its message', async (_, deps, orderId) => {
  const { vendor, logged } = createTestVendor(async () => fine(), deps)
  const failure = await failureOf(vendor.call('rejectOrder', { params: { orderId } }))
  expect(failure).toMatchObject({ reason: 'silent', isClear: false, wasNeverSent: false, timedOut: false })
  expect(failure).toBeInstanceOf(Bug)
  expect(failure.message).not.toContain('did not answer')
  const bug = { event: 'failed', where: 'rejectOrder', error: expect.any(String), stack: expect.any(Array) }
  expect(logged).toEqual([bug])
  expect(JSON.stringify([failure.message, logged])).not.toContain(testToken)
})

test('does not log a network failure as a bug', async () => {
  const lost = createTestVendor(async () => slip())
  expect(await failureOf(lost.vendor.call('getOrder', order))).not.toBeInstanceOf(Bug)
  const never = createTestVendor(() => Promise.reject(new NeverSent('unplugged')))
  expect(await failureOf(never.vendor.call('getOrder', order))).toMatchObject({ wasNeverSent: true })
  const late = createTestVendor(hang)
  const call = failureOf(late.vendor.call('getOrder', order))
  await late.clock.advance(8000)
  expect(await call).toMatchObject({ timedOut: true })
  expect([lost, never, late].flatMap(({ logged }) => logged)).toEqual([])
})

/** A server with a bug in reading answers to actions, after the vendor has done them. */
function deskThatStumbles() {
  const desk: TestDesk = createTestDesk({
    fetch: async (request) => {
      const answer = await desk.vendor.fetch(request)
      if (request.method === 'POST') Object.defineProperty(answer, 'status', { get: slip })
      return answer
    },
  })
  return desk
}

test.each([
  ['accept', undefined],
  ['reject', { cancel_reason_id: 3 }],
] as const)(
  'sends %s once despite a bug in reading its answer, and finds the outcome on the order',
  async (action, body) => {
    const desk = deskThatStumbles()
    const { id } = desk.vendor.placeOrder()
    expect((await desk.during(30_000, desk.act(id, action, body))).status).toBe(200)
    expect(desk.asked('POST')).toHaveLength(1)
    expect(desk.logged.filter(({ event }) => event === 'failed')).toHaveLength(1)
  },
)

test('concludes nothing about the vendor from a bug', async () => {
  const desk = deskThatStumbles()
  const tapped = desk.act(desk.vendor.placeOrder().id, 'reject', { cancel_reason_id: 3 })
  await desk.clock.advance(1000)
  expect(desk.logged).toMatchObject([{ event: 'failed', where: 'rejectOrder' }])
  expect(await (await desk.ask('/api/desk/vendor')).json()).toMatchObject({ data: { line: 'answers' } })
  await desk.clock.advance(30_000)
  expect((await tapped).status).toBe(200)
})

// Size.

const limit = 8 * 1024 * 1024
const bodyOf = (bytes: number) => `{"data":"${'x'.repeat(bytes - 11)}"}`

test('reads an answer of 8 MiB, and treats one byte more as unreadable', async () => {
  const good = createTestVendor(async () => new Response(bodyOf(limit)))
  expect((await good.vendor.call('getOrder', order)).text).toHaveLength(limit)
  const bad = createTestVendor(async () => new Response(bodyOf(limit + 1)))
  expect((await failureOf(bad.vendor.call('getOrder', order))).reason).toBe('unreadable')
})

test('does not wait for an endless answer', async () => {
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const { vendor } = createTestVendor(async () => new Response(endless))
  expect((await failureOf(vendor.call('getOrder', order))).reason).toBe('unreadable')
  expect(pulled).toBeLessThan(140)
})

test('does not read an answer whose declared length is too large', async () => {
  const { vendor } = createTestVendor(
    async () => new Response(new ReadableStream(), { headers: { 'Content-Length': String(limit + 1) } }),
  )
  expect((await failureOf(vendor.call('getOrder', order))).reason).toBe('unreadable')
})

// Answers.

test.each([
  [400, 'refused', true],
  [401, 'unauthenticated', true],
  [402, 'rejected', false],
  [403, 'rejected', false],
  [404, 'not-found', true],
  [409, 'rejected', false],
  [422, 'rejected', false],
  [429, 'too-many', false],
  [499, 'rejected', false],
  [500, 'failing', false],
  [502, 'failing', false],
  [503, 'failing', false],
  [599, 'failing', false],
  [301, 'unreadable', false],
  [302, 'unreadable', false],
  [304, 'unreadable', false],
  [307, 'unreadable', false],
  [204, 'unreadable', false],
] as const)('treats a %i as %s by its status alone', async (status, reason, isClear) => {
  const isEmpty = status === 204 || status === 304
  for (const text of ['<h1>No</h1>', '{"data":{"id":"1"}}', '']) {
    const { vendor } = createTestVendor(
      async () => new Response(isEmpty ? null : text, { status, headers: { Location: '/else' } }),
    )
    expect(await failureOf(vendor.call('acceptOrder', order))).toMatchObject({ reason, isClear, status })
  }
})

test.each([
  '',
  ' ',
  '<!doctype html>',
  ...words`{ {"data": null [] "x" {} {"data":null} {"status":"error","message":"x"}
  {"status":"error","data":{"id":"1"}}`,
  '\u0000',
])('treats a 200 with %j as unreadable', async (text) => {
  const { vendor } = createTestVendor(async () => new Response(text))
  expect((await failureOf(vendor.call('getOrder', order))).reason).toBe('unreadable')
})

test('reads a byte-order mark and broken UTF-8', async () => {
  const bytes = new Uint8Array([
    0xef,
    0xbb,
    0xbf,
    ...new TextEncoder().encode('{"data":"'),
    0xff,
    ...new TextEncoder().encode('"}'),
  ])
  const { vendor } = createTestVendor(async () => new Response(bytes))
  expect((await vendor.call('getOrder', order)).body.data).toBe('\uFFFD')
})

test('joins a character that is split between chunks', async () => {
  const bytes = new TextEncoder().encode('{"data":"طلب 😀"}')
  const chunks = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
      controller.close()
    },
  })
  const { vendor } = createTestVendor(async () => new Response(chunks))
  expect((await vendor.call('getOrder', order)).body.data).toBe('طلب 😀')
})

test('returns a large number as its digits', async () => {
  const { vendor } = createTestVendor(async () => new Response('{"data":{"id":12345678901234567890}}'))
  expect((await vendor.call('getOrder', order)).body.data).toEqual({ id: '12345678901234567890' })
})

test('forwards a message up to a readable length', async () => {
  const { vendor } = createTestVendor(async () =>
    Response.json({ status: 'error', message: 'x'.repeat(5000) }, { status: 400 }),
  )
  expect((await failureOf(vendor.call('acceptOrder', order))).message).toBe('x'.repeat(300))
})

test('treats an endlessly nested answer as unreadable, and an action with it as unknown', async () => {
  const deep = `{"data":{"id":"1","status":{"key":"preparing"},"customizations":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`
  const desk: TestDesk = createTestDesk({ fetch: async () => new Response(deep) })
  expect((await desk.ask('/api/developer/v1/orders/1')).status).toBe(502)
  expect((await desk.during(30_000, desk.act('1', 'accept'))).status).toBe(202)
})

test('calls a vendor that asks for a pause of years again within the hour', async () => {
  const headers = { 'Retry-After': '99999999999' }
  const desk = createTestDesk({ fetch: async () => Response.json({ message: 'Later' }, { status: 429, headers }) })
  const { headers: told } = await desk.ask('/api/developer/v1/orders/1')
  expect(told.get('Retry-After')).toBe('3600')
})

// The token.

test('never puts the token into an answer or a log line', async () => {
  const desk = createTestDesk()
  const told: string[] = []
  const keep = async (response: Promise<Response>) => {
    await desk.clock.advance(30_000)
    const { status, headers } = await response
    told.push(JSON.stringify([status, [...headers]]), await (await response).text())
  }
  for (const kind of [undefined, ...faultKinds]) {
    for (const times of [1, Number.POSITIVE_INFINITY]) {
      desk.vendor.faults.clear()
      if (kind) desk.vendor.faults.add({ kind, times })
      const { id } = desk.vendor.placeOrder()
      await keep(desk.ask(`/api/developer/v1/orders/${id}`))
      await keep(desk.act(id, 'accept'))
      await keep(desk.act(id, 'ready'))
      await keep(desk.act(id, 'reject', { cancel_reason_id: 2 }))
      await keep(desk.ask('/api/developer/v1/items?page=x'))
      await keep(desk.ask('/api/developer/v1/cancel-reasons'))
    }
  }
  expect(told.length).toBeGreaterThan(300)
  expect(desk.logged.length).toBeGreaterThan(40)
  expect(told.join('\n')).not.toContain(testToken)
  expect(JSON.stringify(desk.logged)).not.toContain(testToken)
})

test('removes the token from a message that repeats it', async () => {
  const desk = createTestDesk({
    fetch: async ({ headers }) =>
      Response.json({ status: 'error', message: `Bad token: ${headers.get('Authorization')}` }, { status: 400 }),
  })
  expect(await (await desk.ask('/api/developer/v1/brands')).text()).not.toContain(testToken)
  expect(await (await desk.act('1', 'accept')).text()).not.toContain(testToken)
})

test('removes a repeated code whole where a message is cut', async () => {
  const { vendor } = createTestVendor(async () =>
    Response.json({ status: 'error', message: `${'x'.repeat(295)}CODE-123456` }, { status: 400 }),
  )
  const failure = await failureOf(vendor.call('acceptOrder', { ...order, secrets: ['CODE-123456'] }))
  expect(failure.message).toBe(`${'x'.repeat(295)}…`)
})

test('reports a missing token as any failure, without its value', async () => {
  const { vendor } = createTestVendor(async () => fine(), {
    token: () => {
      throw new Error(`Cannot read ${testToken}`)
    },
  })
  const { message } = await failureOf(vendor.call('getOrder', order))
  expect(message).not.toContain(testToken)
})
