import { expect, test } from 'vitest'
import { actions, type Action } from '#contract/desk/action.ts'
import { NeverSent } from '#server/vendor/vendor-transport.ts'
import type { FaultKind } from '#simulator/faults.ts'
import { type TestDesk, codeOf, createDeskWithOrder, createTestDesk, read, testToken } from '#testing/desk.ts'

type Way = 'plain accept' | 'digital accept' | 'reject' | 'ready'
const onceOnly = ['digital accept', 'reject', 'ready'] as const
const everyWay = ['plain accept', ...onceOnly] as const

const endpointOf = { accept: 'acceptOrder', reject: 'rejectOrder', ready: 'markOrderReady' } as const

interface Prepared {
  readonly desk: TestDesk
  readonly action: Action
  readonly id: string
  readonly body: unknown
  readonly key: string
  send(): Promise<Response>
}

/** A waiting order, and an attempt on it. */
function prepare(way: Way, desk = createTestDesk()): Prepared {
  const order = desk.vendor.placeOrder(way === 'digital accept' ? 'digital' : 'ordinary')
  if (way === 'ready') desk.vendor.orders.move(order, 'preparing')
  const action: Action = way === 'reject' || way === 'ready' ? way : 'accept'
  const codes = order.lines.flatMap((line) =>
    Array.from({ length: line.quantity }, (_, unit) => ({
      order_item_id: line.id,
      secret_code: `00${unit} a`,
      serial_number: `S${unit}`,
    })),
  )
  const bodies: Record<Way, unknown> = {
    'plain accept': undefined,
    'digital accept': { items: codes },
    reject: { reason_code: 'TOO_BUSY' },
    ready: undefined,
  }
  const tap = { action, id: order.id, body: bodies[way], key: crypto.randomUUID() }
  return { ...tap, desk, send: () => desk.act(tap.id, action, tap.body, tap.key) }
}

/** The answer to an attempt, after its full time limit. */
async function within30s(desk: TestDesk, tap: Promise<Response>): Promise<Response> {
  let isAnswered = false
  void tap.then(() => (isAnswered = true))
  await desk.clock.advance(30_000)
  expect(isAnswered, 'answered within 30 s').toBe(true)
  return tap
}

const sara = { person: 'Sara', tablet: 'Counter' }
const posts = (desk: TestDesk) => desk.asked('POST').length

/** The calls to the vendor, each with its time in milliseconds since the first. */
function deskWithTimes() {
  const times: { method: string; ms: number }[] = []
  const desk: TestDesk = createTestDesk({
    fetch: (request) => {
      times.push({ method: request.method, ms: desk.clock.now() })
      return desk.vendor.fetch(request)
    },
  })
  const start = desk.clock.now()
  return { desk, times: () => times.map(({ method, ms }) => ({ method, ms: ms - start })) }
}

test('sends a plain accept without a read before, because the order may have seconds left', async () => {
  const { desk, id, send } = prepare('plain accept')
  await send()
  const order = `/api/developer/v1/orders/${id}`
  expect(desk.asked()).toEqual([`POST ${order}/accept`, `GET ${order}`])
})

test.each([
  ['plain accept', 'preparing'],
  ['digital accept', 'preparing'],
  ['reject', 'rejected'],
  ['ready', 'ready'],
] as const)('performs a %s once, and answers with the whole order, which is %s', async (way, key) => {
  const { desk, id, send } = prepare(way)
  const { http, body } = await read(await send())
  expect(http).toBe(200)
  expect(body).toMatchObject({ data: { id, status: { key }, customer: { name: expect.any(String) } } })
  expect(posts(desk)).toBe(1)
})

test('moves an order to contact after a rejection with items, and lists the question in timeline and log', async () => {
  const desk = createTestDesk()
  const order = await desk.order()
  const [line] = order.lines
  const answered = await read(await desk.act(order.id, 'reject', { cancel_reason_id: 1, items: [{ id: line?.id }] }))
  expect(answered).toMatchObject({ http: 200, body: { data: { status: { key: 'contact' } } } })
  const { timeline, last_action: last } = await desk.row(order.id)
  const names = [line?.item.name.en, line?.item.name.ar]
  expect(timeline).toContainEqual(expect.objectContaining({ what: 'reject', detail: 'asked' }))
  expect(timeline).toContainEqual(expect.objectContaining({ what: 'about', detail: expect.toBeOneOf(names) }))
  expect(last).toMatchObject({ action: 'reject', outcome: 'done' })
  const [entry] = (await desk.store.readLog({ limit: 1 })).entries
  expect(entry?.sent).toMatchObject({ item_ids: [Number(line?.id)], items: [expect.toBeOneOf(names)] })
})

test('lists a whole rejection as such in the timeline, whatever status follows', async () => {
  const desk = createTestDesk()
  const order = await desk.order()
  expect((await desk.act(order.id, 'reject', { cancel_reason_id: 3 })).status).toBe(200)
  desk.vendor.orders.move(order, 'contact')
  const { timeline } = await desk.row(order.id)
  expect(timeline.filter(({ what }) => what === 'reject')).toMatchObject([{ detail: 'done' }])
})

// The bytes sent.

const ownHeaders = { accept: 'application/json', authorization: `Bearer ${testToken}` }

test.each(['plain accept', 'ready'] as const)('sends a %s without body and Content-Type', async (way) => {
  const desk = createTestDesk()
  await prepare(way, desk).send()
  const [sent] = desk.vendor.requests.filter(({ method }) => method === 'POST')
  expect(sent?.body).toBe('')
  expect(sent?.headers).toEqual(ownHeaders)
})

test('sends a rejection with integers, and only known fields', async () => {
  const { desk, order } = createDeskWithOrder()
  const [line] = order.lines
  await desk.act(order.id, 'reject', {
    cancel_reason_id: '1',
    items: [{ id: line?.id, name: 'x' }],
    order_id: 'other',
    status: 'x',
  })
  const [sent] = desk.vendor.requests.filter(({ method }) => method === 'POST')
  expect(sent?.body).toBe(`{"cancel_reason_id":1,"items":[{"id":${line?.id}}]}`)
  expect(sent?.headers).toEqual({ ...ownHeaders, 'content-type': 'application/json' })
})

test('sends a digital accept with strings', async () => {
  const { desk, body, send } = prepare('digital accept')
  await send()
  const [sent] = desk.vendor.requests.filter(({ method }) => method === 'POST')
  expect(sent?.body).toBe(JSON.stringify(body))
  expect(sent?.headers).toEqual({ ...ownHeaders, 'content-type': 'application/json' })
})

test('sends nothing of the tablet’s request to the vendor', async () => {
  const { desk, id, key } = prepare('plain accept')
  await desk.ask(`/api/developer/v1/orders/${id}/accept?token=tablet`, {
    method: 'POST',
    headers: {
      'Idempotency-Key': key,
      Cookie: 'desk_person=tablet',
      'User-Agent': 'tablet',
      'X-Forwarded-For': '10.0.0.1',
      Authorization: 'Basic tablet',
      'Accept-Language': 'fr',
      'Accept-Encoding': 'gzip',
      Referer: 'http://desk.test/orders/1',
      'X-HTTP-Method-Override': 'DELETE',
    },
  })
  expect(desk.vendor.requests).toHaveLength(2)
  for (const { headers, path } of desk.vendor.requests) {
    expect(headers).toEqual(ownHeaders)
    expect(path).not.toContain('token')
  }
})

test('drops the body of a ready', async () => {
  const { desk, id } = prepare('ready')
  expect((await desk.act(id, 'ready', { status: 'cancelled' })).status).toBe(200)
  const [sent] = desk.vendor.requests.filter(({ method }) => method === 'POST')
  expect(sent).toMatchObject({ body: '', headers: ownHeaders })
})

// Idempotency keys.

test.each(actions)('%s: refuses a missing or invalid key, and sends nothing', async (action) => {
  const { desk, id } = createDeskWithOrder()
  const address = `/api/developer/v1/orders/${id}/${action}`
  for (const key of [
    undefined,
    '',
    'tap-1',
    '123e4567-e89b-12d3-a456-42661417400',
    `${crypto.randomUUID()},${crypto.randomUUID()}`,
  ]) {
    const response = await desk.ask(address, {
      method: 'POST',
      ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    })
    expect(await codeOf(response)).toBe('400 idempotency_key_required')
  }
  expect(desk.asked()).toEqual([])
})

test.each(everyWay)('%s: gives the same answer for the same key after one POST', async (way) => {
  const { desk, send } = prepare(way)
  const first = await read(await send())
  await desk.clock.advance(60_000)
  expect(await read(send())).toEqual(first)
  expect(await read(send())).toEqual(first)
  expect(posts(desk)).toBe(1)
})

test('ignores the case of a key', async () => {
  const { desk, id, key, send } = prepare('plain accept')
  const first = await read(await send())
  expect(await read(desk.act(id, 'accept', undefined, key.toUpperCase()))).toEqual(first)
  expect(posts(desk)).toBe(1)
})

test('sends one POST for a request received twice at once, with equal answers', async () => {
  const { desk, send } = prepare('plain accept')
  const [one, other] = await Promise.all([send(), send()])
  expect(await read(one)).toEqual(await read(other))
  expect(one.status).toBe(200)
  expect(posts(desk)).toBe(1)
})

test('repeats a failure for its key', async () => {
  const { desk, send } = prepare('ready')
  desk.vendor.faults.add({ kind: 'error', on: 'markOrderReady' })
  const first = await read(await within30s(desk, send()))
  expect(first).toMatchObject({ http: 503, body: { code: 'vendor_busy' } })
  expect(await read(send())).toEqual(first)
  expect(posts(desk)).toBe(1)
})

test('refuses a key again with another body, order or action', async () => {
  const { desk, id, key, send } = prepare('reject')
  const other = desk.vendor.placeOrder()
  await send()
  const reused = { http: 422, body: { code: 'key_reused' } }
  expect(await read(desk.act(id, 'reject', { reason_code: 'CLOSING_SOON' }, key))).toMatchObject(reused)
  expect(await read(desk.act(other.id, 'reject', { reason_code: 'TOO_BUSY' }, key))).toMatchObject(reused)
  expect(await read(desk.act(id, 'accept', undefined, key))).toMatchObject(reused)
  expect(posts(desk)).toBe(1)
})

test('refuses a ready again with another body', async () => {
  const { desk, id, key, send } = prepare('ready')
  await send()
  const reused = { http: 422, body: { code: 'key_reused' } }
  expect(await read(desk.act(id, 'ready', { status: 'cancelled' }, key))).toMatchObject(reused)
  expect(await read(desk.act(id, 'ready', {}, key))).toMatchObject(reused)
  expect(await read(send())).toMatchObject({ http: 200 })
})

test('refuses a key again with another body during its first attempt', async () => {
  const { desk, id, key, send } = prepare('reject')
  desk.vendor.faults.add({ kind: 'slow', on: 'rejectOrder' })
  const first = send()
  await desk.clock.advance(1000)
  expect(await read(desk.act(id, 'reject', { reason_code: 'CLOSING_SOON' }, key))).toMatchObject({
    http: 422,
  })
  expect((await within30s(desk, first)).status).toBe(200)
})

// Concurrent attempts.

test('refuses another attempt on the order during the first, and sends nothing', async () => {
  const { desk, id, send } = prepare('plain accept')
  desk.vendor.faults.add({ kind: 'slow', on: 'acceptOrder', ms: 4000 })
  const at = new Date(desk.clock.now()).toISOString()
  const first = send()
  await desk.clock.advance(1000)
  for (const action of actions) {
    const answered = await read(
      await desk.act(id, action, action === 'reject' ? { reason_code: 'TOO_BUSY' } : undefined),
    )
    expect(answered).toMatchObject({
      http: 409,
      body: { status: 'error', code: 'order_busy', data: { order: id, action: 'accept', by: sara, at } },
    })
  }
  expect((await within30s(desk, first)).status).toBe(200)
  expect(posts(desk)).toBe(1)
})

test('does not block other orders during an attempt', async () => {
  const desk = createTestDesk()
  desk.vendor.faults.add({ kind: 'hang', on: 'acceptOrder' })
  const slow = prepare('plain accept', desk).send()
  expect((await prepare('plain accept', desk).send()).status).toBe(200)
  expect((await within30s(desk, slow)).status).toBe(200)
})

const tooBusy = { reason_code: 'TOO_BUSY' }
const bodyFor = { accept: undefined, reject: tooBusy }

test.each([
  ['accept', 'accept'],
  ['reject', 'accept'],
  ['reject', 'reject'],
] as const)(
  'names the earlier person to one who answers a moment later (%s, then %s), and sends nothing',
  async (first, second) => {
    const { desk, id } = createDeskWithOrder()
    const at = new Date(desk.clock.now()).toISOString()
    await desk.act(id, first, bodyFor[first])
    await desk.clock.advance(3000)
    expect(await read(desk.act(id, second, bodyFor[second]))).toMatchObject({
      http: 409,
      body: { code: 'already_answered', data: { order: id, action: first, by: sara, at } },
    })
    expect(posts(desk)).toBe(1)
  },
)

test.each([
  ['another person on another tablet', 'Kitchen', 'Omar'],
  ['another person on a tablet of the same name', 'Counter', 'Omar'],
  ['the same person on another tablet', 'Kitchen', 'Sara'],
  ['the same person on another tablet of the same name', 'Counter', 'Sara'],
])('refuses a rejection of %s a moment after an accept', async (_who, tablet, person) => {
  const desk = createTestDesk()
  const other = await desk.admit(tablet, person)
  const { id } = desk.vendor.placeOrder()
  await desk.act(id, 'accept')
  await desk.clock.advance(3000)
  expect(await read(other.act(id, 'reject', tooBusy))).toMatchObject({
    http: 409,
    body: { code: 'already_answered', data: { order: id, action: 'accept', by: sara } },
  })
  expect(posts(desk)).toBe(1)
})

test('lets the service decide on an answer five seconds after another', async () => {
  const desk = createTestDesk()
  const other = await desk.admit('Kitchen', 'Omar')
  const { id } = desk.vendor.placeOrder()
  await desk.act(id, 'accept')
  await desk.clock.advance(4900)
  expect((await other.act(id, 'reject', tooBusy)).status).toBe(409)
  await desk.clock.advance(200)
  expect((await other.act(id, 'reject', tooBusy)).status).toBe(200)
  expect(posts(desk)).toBe(2)
})

test('refuses it on the same tablet for a person who signed in since', async () => {
  const { desk, id } = createDeskWithOrder()
  await desk.act(id, 'accept')
  const session = '/api/desk/session'
  await desk.ask(session, { method: 'DELETE' })
  expect((await desk.post(session, { name: 'Omar', pin: '5678' })).status).toBe(200)
  expect((await desk.act(id, 'reject', tooBusy)).status).toBe(409)
  expect(posts(desk)).toBe(1)
})

test('lets the person who accepted an order reject it at once', async () => {
  const { desk, id } = createDeskWithOrder()
  expect((await desk.act(id, 'accept')).status).toBe(200)
  await desk.clock.advance(1000)
  const key = crypto.randomUUID()
  const rejected = await read(await desk.act(id, 'reject', tooBusy, key))
  expect(rejected).toMatchObject({ http: 200, body: { data: { id, status: { key: 'rejected' } } } })
  expect(await read(desk.act(id, 'reject', tooBusy, key))).toEqual(rejected)
  expect((await desk.act(id, 'reject', tooBusy)).status).toBe(409)
  expect(desk.asked('POST').map((call) => call.split('/').at(-1))).toEqual(['accept', 'reject'])
})

test('reports the vendor’s message if that is too late', async () => {
  const message = 'The order can no longer be rejected'
  const refusal = () => Promise.resolve(Response.json({ status: 'error', message }, { status: 400 }))
  const desk: TestDesk = createTestDesk({
    fetch: (request) => (request.url.endsWith('/reject') ? refusal() : desk.vendor.fetch(request)),
  })
  const { id } = desk.vendor.placeOrder()
  await desk.act(id, 'accept')
  expect(await read(desk.act(id, 'reject', tooBusy))).toMatchObject({
    http: 400,
    body: { code: 'vendor_refused', message },
  })
})

test('names the earlier person to one who answers just after a slow accept', async () => {
  const { desk, id, send } = prepare('plain accept')
  desk.vendor.faults.add({ kind: 'slow', on: 'acceptOrder', ms: 9000 })
  const first = send()
  await desk.clock.advance(10_000)
  expect((await first).status).toBe(200)
  expect(await codeOf(desk.act(id, 'accept'))).toBe('409 already_answered')
  expect(posts(desk)).toBe(1)
})

test('sends a ready right after its accept', async () => {
  const { desk, id } = createDeskWithOrder()
  expect((await desk.act(id, 'accept')).status).toBe(200)
  expect(await read(desk.act(id, 'ready'))).toMatchObject({
    http: 200,
    body: { data: { status: { key: 'ready' } } },
  })
  expect(await codeOf(desk.act(id, 'ready'))).toBe('409 already_answered')
})

test('accepts an answer at once after contact', async () => {
  const { desk, order } = createDeskWithOrder()
  const [line] = order.lines
  await desk.act(order.id, 'reject', { cancel_reason_id: 1, items: [{ id: line?.id }] })
  desk.vendor.orders.move(order, 'pending')
  await desk.clock.advance(1000)
  await desk.ask(`/api/developer/v1/orders/${order.id}`)
  expect((await desk.act(order.id, 'accept')).status).toBe(200)
})

test('names no earlier answer for an order cancelled after it came back from the customer', async () => {
  const desk = createTestDesk()
  const order = await desk.order()
  await desk.open()
  await desk.clock.advance(100)
  const [line] = order.lines
  await desk.act(order.id, 'reject', { cancel_reason_id: 1, items: [{ id: line?.id }] })
  desk.vendor.orders.move(order, 'pending')
  await desk.clock.advance(60_000)
  expect(await desk.rows()).toMatchObject([{ lane: 'answer' }])
  desk.vendor.orders.move(order, 'cancelled')
  const kitchen = await desk.admit('Kitchen', 'Omar')
  expect(await codeOf(kitchen.act(order.id, 'accept'))).toBe('400 vendor_refused')
})

/** A vendor that answers each POST with this, and GETs normally. */
function deskAnswering(post: (request: Request, desk: TestDesk) => Response | Promise<Response>): TestDesk {
  const desk: TestDesk = createTestDesk({
    fetch: (request) => (request.method === 'POST' ? Promise.resolve(post(request, desk)) : desk.vendor.fetch(request)),
  })
  return desk
}

test.each(everyWay)('does not take a 202 to a %s as done', async (way) => {
  const desk = deskAnswering((request) =>
    Response.json({ data: { id: request.url.split('/').at(-2) } }, { status: 202 }),
  )
  const { send } = prepare(way, desk)
  expect(await codeOf(within30s(desk, send()))).toBe('502 vendor_unreadable')
})

test('finds the effect after a 202', async () => {
  const desk = deskAnswering(async (request, { vendor }) => {
    const done = await vendor.fetch(request)
    return new Response(done.body, { status: 202 })
  })
  const { send } = prepare('reject', desk)
  expect((await within30s(desk, send())).status).toBe(200)
})

test('stops ringing after a 200 to an accept, though the service cannot show the order', async () => {
  const desk = createTestDesk()
  const { id } = await desk.order()
  await desk.open()
  await desk.clock.advance(100)
  desk.vendor.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
  expect((await within30s(desk, desk.act(id, 'accept'))).status).toBe(202)
  const isUnknown = { action: 'accept', outcome: 'unknown' }
  expect(await desk.rows()).toMatchObject([{ lane: 'preparing', last_action: isUnknown }])
  await desk.clock.advance(60_000)
  expect(await desk.rows()).toMatchObject([{ lane: 'preparing', last_action: isUnknown }])
  desk.vendor.faults.clear()
  await desk.clock.advance(60_000)
  expect(await desk.rows()).toMatchObject([{ lane: 'preparing', last_action: { outcome: 'done' } }])
})

test('finds a lost accept done that the service shows late, though it refuses a second one', async () => {
  let acceptedAt = Number.NaN
  const desk: TestDesk = createTestDesk({
    async fetch(request) {
      const answer = await desk.vendor.fetch(request)
      if (request.method === 'POST' && Number.isNaN(acceptedAt)) {
        acceptedAt = desk.clock.now()
        return new Response('<html>', { status: 502 })
      }
      const isShown = !(desk.clock.now() - acceptedAt < 1500)
      if (request.method === 'POST' || isShown) return answer
      const body = (await answer.json()) as { data: object }
      return Response.json({ data: { ...body.data, status: { key: 'pending' }, can_mark_as_ready: false } })
    },
  })
  const { send } = prepare('plain accept', desk)
  expect((await within30s(desk, send())).status).toBe(200)
  expect(posts(desk)).toBe(2)
})

test('does not take a cancellation by another as a refused rejection’s effect', async () => {
  const desk = deskAnswering(() => Response.json({ message: 'Later' }, { status: 429 }))
  const order = desk.vendor.placeOrder()
  const pending = desk.act(order.id, 'reject', { reason_code: 'TOO_BUSY' })
  await desk.clock.advance(1000)
  desk.vendor.orders.move(order, 'cancelled')
  expect(await codeOf(within30s(desk, pending))).toBe('400 vendor_refused')
})

test('refuses a second answer while the order still shows pending after its 200', async () => {
  const desk = laggingDesk()
  const { id } = desk.vendor.placeOrder()
  expect((await desk.act(id, 'reject', { reason_code: 'TOO_BUSY' })).status).toBe(200)
  expect(await codeOf(desk.act(id, 'reject', { reason_code: 'TOO_BUSY' }))).toBe('409 already_answered')
  expect(posts(desk)).toBe(1)
})

// A 200 is the vendor's confirmation.

/** A vendor that performs actions but keeps showing its orders as they were when first read. */
function laggingDesk() {
  const seen = new Map<string, string>()
  const desk: TestDesk = createTestDesk({
    fetch: async (request) => {
      const answer = await desk.vendor.fetch(request)
      if (request.method !== 'GET' || !answer.ok) return answer
      const first = seen.get(request.url) ?? (await answer.text())
      seen.set(request.url, first)
      return new Response(first)
    },
  })
  return desk
}

test.each(everyWay)('%s: takes a 200 as done, though the order looks unchanged', async (way) => {
  const desk = laggingDesk()
  const { id, send } = prepare(way, desk)
  await desk.ask(`/api/developer/v1/orders/${id}`)
  const key = way === 'ready' ? 'preparing' : 'pending'
  expect(await read(send())).toMatchObject({ http: 200, body: { data: { status: { key } } } })
  expect(posts(desk)).toBe(1)
})

test.each(everyWay)(
  '%s: answers the same key as done after a 200 with a failed re-read, though the order looks unchanged',
  async (way) => {
    const desk = laggingDesk()
    const { id, send } = prepare(way, desk)
    await desk.ask(`/api/developer/v1/orders/${id}`)
    const first = send()
    desk.vendor.faults.add({ kind: 'error', on: 'getOrder', times: Number.POSITIVE_INFINITY })
    expect(await read(within30s(desk, first))).toMatchObject({ http: 202, body: { outcome: 'unknown' } })
    desk.vendor.faults.clear()
    expect(await read(send())).toMatchObject({ http: 200, body: { data: { id } } })
    expect(posts(desk)).toBe(1)
  },
)

// Every fault, before and after the effect.

const refusals = {
  hang: [504, 'vendor_timeout'],
  drop: [504, 'vendor_timeout'],
  error: [503, 'vendor_busy'],
  'error-200': [502, 'vendor_unreadable'],
  html: [503, 'vendor_busy'],
  redirect: [502, 'vendor_unreadable'],
  unauthenticated: [502, 'vendor_auth_failed'],
  forbidden: [502, 'vendor_rejected'],
  'too-many': [503, 'vendor_busy'],
} as const satisfies Partial<Record<FaultKind, readonly [number, string]>>
const faultsBefore = Object.keys(refusals) as (keyof typeof refusals)[] // exactly the keys written above
const faultsAfter = [
  'slow',
  'drop-late',
  'error-late',
  'html-late',
  'forbidden-late',
  'too-many-late',
  'empty',
  'half',
  'another-order',
] as const

for (const way of onceOnly) {
  test.each(faultsBefore)(`${way}: reports %s before the effect as such, after one POST`, async (kind) => {
    const { desk, action, send } = prepare(way)
    desk.vendor.faults.add({ kind, on: endpointOf[action], times: Number.POSITIVE_INFINITY })
    const [http, code] = refusals[kind]
    expect(await read(within30s(desk, send()))).toMatchObject({ http, body: { status: 'error', code } })
    expect(posts(desk)).toBe(1)
  })
}

for (const way of everyWay) {
  test.each(faultsAfter)(`${way}: reports %s after the effect as done, after one POST`, async (kind) => {
    const { desk, id, action, send } = prepare(way)
    desk.vendor.faults.add({ kind, on: endpointOf[action], times: Number.POSITIVE_INFINITY })
    expect(await read(within30s(desk, send()))).toMatchObject({ http: 200, body: { data: { id } } })
    expect(posts(desk)).toBe(1)
  })
}

test.each(['hang', 'drop', 'error', 'error-200', 'html', 'redirect', 'too-many'] as const)(
  'plain accept: repeats after %s before the effect only once a re-read shows no effect',
  async (kind) => {
    const { desk, times } = deskWithTimes()
    const { send } = prepare('plain accept', desk)
    desk.vendor.faults.add({ kind, on: 'acceptOrder' })
    expect((await within30s(desk, send())).status).toBe(200)
    expect(times().map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET'])
  },
)

test.each(faultsBefore)('plain accept: reports a permanent %s as such, after its tries', async (kind) => {
  const { desk, send } = prepare('plain accept')
  desk.vendor.faults.add({ kind, on: 'acceptOrder', times: Number.POSITIVE_INFINITY })
  expect(await codeOf(within30s(desk, send()))).toBe(refusals[kind].join(' '))
  expect(posts(desk)).toBe({ hang: 2, unauthenticated: 1, forbidden: 1 }[kind as string] ?? 5)
})

test('does not repeat a plain accept whose re-read is inconclusive', async () => {
  const { desk, send } = prepare('plain accept')
  desk.vendor.faults.add({ kind: 'error', on: 'acceptOrder', times: Number.POSITIVE_INFINITY })
  desk.vendor.faults.add({ kind: 'another-order', on: 'getOrder', times: Number.POSITIVE_INFINITY })
  expect(await read(within30s(desk, send()))).toMatchObject({
    http: 202,
    body: { outcome: 'unknown', data: null },
  })
  expect(posts(desk)).toBe(1)
})

test('does not judge a plain accept by the state before the order came back', async () => {
  const { desk, order } = createDeskWithOrder()
  desk.vendor.orders.move(order, 'contact')
  await desk.ask(`/api/developer/v1/orders/${order.id}`)
  desk.vendor.orders.move(order, 'pending')
  desk.vendor.faults.add({ kind: 'drop', on: 'acceptOrder', times: Number.POSITIVE_INFINITY })
  expect(await read(within30s(desk, desk.act(order.id, 'accept')))).toMatchObject({ http: 504 })
})

test.each(onceOnly)('%s: never takes an answer with another order as done', async (way) => {
  const desk: TestDesk = createTestDesk({
    fetch: async (request) =>
      request.method === 'POST'
        ? Response.json({ data: { id: 'another-1', status: { key: 'ready' } } })
        : desk.vendor.fetch(request),
  })
  const { send } = prepare(way, desk)
  expect(await codeOf(within30s(desk, send()))).toBe('502 vendor_unreadable')
})

test.each(onceOnly)('%s: leaves the outcome unknown after a re-read with another order', async (way) => {
  const { desk, action, send } = prepare(way)
  desk.vendor.faults.add({ kind: 'slow', ms: 0, on: 'getOrder' })
  desk.vendor.faults.add({ kind: 'another-order', on: 'getOrder', times: Number.POSITIVE_INFINITY })
  desk.vendor.faults.add({ kind: 'drop-late', on: endpointOf[action] })
  expect(await read(within30s(desk, send()))).toMatchObject({ http: 202, body: { outcome: 'unknown' } })
  expect(posts(desk)).toBe(1)
})

test.each(onceOnly)('%s: sends nothing if the order cannot be read first', async (way) => {
  const { desk, send } = prepare(way)
  desk.vendor.faults.add({ kind: 'hang', on: 'getOrder', times: Number.POSITIVE_INFINITY })
  expect(await codeOf(within30s(desk, send()))).toBe('504 vendor_timeout')
  expect(desk.asked('POST')).toEqual([])
})

// Time.

/** A desk that cannot connect to the vendor for its first POSTs; its earlier reads succeeded. */
function deskUnplugged(times: number) {
  let left = times
  const desk: TestDesk = createTestDesk({
    fetch: async (request) => {
      if (request.method === 'POST' && left > 0) {
        left -= 1
        throw new NeverSent('unplugged')
      }
      return desk.vendor.fetch(request)
    },
  })
  return desk
}

test.each(onceOnly)('%s: reports a missing connection at once, and allows the next attempt', async (way) => {
  const desk = deskUnplugged(1)
  const tap = prepare(way, desk)
  expect(await codeOf(tap.send())).toBe('504 vendor_timeout')
  expect(posts(desk)).toBe(0)
  const again = await desk.act(tap.id, tap.action, tap.body)
  expect(again.status).toBe(200)
  expect(posts(desk)).toBe(1)
  const { data } = (await (await desk.ask('/api/desk/log')).json()) as { data: unknown } // As reported here.
  expect(data).toMatchObject([
    { outcome: 'done', posts: 1 },
    { outcome: 'failed', posts: 0, settled_by: 'answer' },
  ])
})

test('tries a plain accept without a connection a few times, and reports within 10 s', async () => {
  const desk = deskUnplugged(3)
  const asked = prepare('plain accept', desk).send()
  await desk.clock.advance(10_000)
  expect((await asked).status).toBe(200)
  expect(posts(desk)).toBe(1)
  const never = deskUnplugged(Number.POSITIVE_INFINITY)
  const refused = prepare('plain accept', never).send()
  await never.clock.advance(10_000)
  expect(await codeOf(refused)).toBe('504 vendor_timeout')
  expect(never.asked()).toEqual([])
})

test('reads the order before judging a missing connection after a lost answer', async () => {
  let calls = 0
  const desk: TestDesk = createTestDesk({
    fetch: async (request) => {
      if (request.method === 'GET') return desk.vendor.fetch(request)
      calls += 1
      if (calls > 1) throw new NeverSent('unplugged')
      await desk.vendor.fetch(request)
      throw new Error('The line broke.')
    },
  })
  const tap = prepare('plain accept', desk)
  desk.vendor.faults.add({ kind: 'error', on: 'getOrder', times: 1 })
  const asked = tap.send()
  expect(await read(within30s(desk, asked))).toMatchObject({
    http: 200,
    body: { data: { status: { key: 'preparing' } } },
  })
})

test('leaves the vendor alone for two seconds after a timeout', async () => {
  const { desk, times } = deskWithTimes()
  const { send } = prepare('plain accept', desk)
  desk.vendor.faults.add({ kind: 'slow', ms: 20_000, on: 'acceptOrder' })
  expect((await within30s(desk, send())).status).toBe(200)
  expect(times()).toEqual([
    { method: 'POST', ms: 0 },
    { method: 'GET', ms: 12_000 },
  ])
})

test.each(['hang', 'drop', 'error', 'slow'] as const)(
  'answers each attempt within 30 s when every call ends in %s',
  async (kind) => {
    const desk = createTestDesk()
    const taps = (['plain accept', ...onceOnly] as const).map((way) => prepare(way, desk))
    desk.vendor.faults.add({ kind, ms: 7900, times: Number.POSITIVE_INFINITY })
    const answers = taps.map((tap) => tap.send())
    await desk.clock.advance(30_000)
    const statuses = await Promise.all(answers.map(async (each) => (await each).status))
    expect(statuses).toEqual(
      kind === 'slow'
        ? [200, 200, 200, 200]
        : [202, 504, 504, 504].map((status, index) => (index > 0 && kind === 'error' ? 503 : status)),
    )
    expect(posts(desk)).toBe(kind === 'slow' ? 4 : 1)
  },
)

test('reports a refusal within 30 s, though every call is slow', async () => {
  const desk: TestDesk = createTestDesk({
    fetch: async (request) => {
      await desk.clock.sleep(request.method === 'GET' ? 7500 : 8500, request.signal)
      return desk.vendor.fetch(request)
    },
  })
  const order = desk.vendor.placeOrder()
  desk.vendor.orders.move(order, 'completed')
  const answered = await within30s(desk, desk.act(order.id, 'reject', { cancel_reason_id: 2 }))
  expect(await codeOf(answered)).toBe('400 vendor_refused')
})

// Unknown outcomes.

test('reports unknown without any answer, and the true success for the key later', async () => {
  const { desk, id, send } = prepare('plain accept')
  await desk.ask(`/api/developer/v1/orders/${id}`)
  desk.vendor.faults.add({ kind: 'drop-late', on: 'acceptOrder' })
  desk.vendor.faults.add({ kind: 'hang', times: Number.POSITIVE_INFINITY })
  const unknown = await read(await within30s(desk, send()))
  expect(unknown).toMatchObject({ http: 202, body: { outcome: 'unknown', data: { id, status: { key: 'pending' } } } })
  desk.vendor.faults.clear()
  const settled = await read(await send())
  expect(settled).toMatchObject({ http: 200, body: { data: { id, status: { key: 'preparing' } } } })
  expect(await read(send())).toEqual(settled)
  expect(posts(desk)).toBe(1)
})

test.each(onceOnly)(
  '%s: reconciles an unknown attempt without effect as a timeout, and allows another',
  async (way) => {
    const { desk, id, action, body, send } = prepare(way)
    desk.vendor.faults.add({ kind: 'slow', ms: 0, on: 'getOrder' })
    desk.vendor.faults.add({ kind: 'hang', times: Number.POSITIVE_INFINITY })
    expect(await read(within30s(desk, send()))).toMatchObject({
      http: 202,
      body: { outcome: 'unknown', data: { id } },
    })
    desk.vendor.faults.clear()
    expect(await codeOf(send())).toBe('504 vendor_timeout')
    expect(posts(desk)).toBe(1)
    expect((await desk.act(id, action, body)).status).toBe(200)
    expect(posts(desk)).toBe(2)
  },
)

test.each(everyWay)('%s: sends no second attempt while the first is unknown', async (way) => {
  const { desk, id, action, body, send } = prepare(way)
  desk.vendor.faults.add({ kind: 'slow', ms: 0, on: way === 'plain accept' ? 'listBrands' : 'getOrder' })
  desk.vendor.faults.add({ kind: 'hang', times: Number.POSITIVE_INFINITY })
  await within30s(desk, send())
  expect(posts(desk)).toBe(1)
  const key = crypto.randomUUID()
  const second = await read(await within30s(desk, desk.act(id, action, body, key)))
  expect(second).toMatchObject({ http: 409, body: { code: 'order_busy', data: { order: id, action } } })
  expect(posts(desk)).toBe(1)
  desk.vendor.faults.clear()
  expect(await read(desk.act(id, action, body, key))).toEqual(second)
  expect(posts(desk)).toBe(1)
})

test.each([
  ['an accept that finds it done is refused', 'drop-late', 'accept', '409 already_answered', 1],
  ['a ready that finds it done is sent', 'drop-late', 'ready', '200 undefined', 2],
  ['an accept that finds no effect of it is sent', 'hang', 'accept', '200 undefined', 2],
] as const)('after an accept without any answer, %s', async (_says, kind, action, answer, sent) => {
  const { desk, id, send } = prepare('plain accept')
  desk.vendor.faults.add({ kind, on: 'acceptOrder' })
  desk.vendor.faults.add({ kind: 'hang', times: Number.POSITIVE_INFINITY })
  await within30s(desk, send())
  desk.vendor.faults.clear()
  expect(await codeOf(desk.act(id, action))).toBe(answer)
  expect((await send()).status).toBe(kind === 'hang' ? 504 : 200)
  expect(posts(desk)).toBe(sent)
})

test.each([
  [1000, 'is sent', 200, 2],
  [6000, 'is sent', 200, 2],
  [7500, 'is sent, and stays unknown', 202, 2],
  [7900, 'is not sent, for want of time to see what comes of it', 504, 1],
  [8100, 'is not sent, because the first stays unknown', 409, 1],
] as const)(
  'when every read takes %i ms, an attempt after an unknown one %s, and is answered within 30 s',
  async (slowMs, _then, status, sent) => {
    let isSlow = false
    const desk: TestDesk = createTestDesk({
      fetch: async (request) => {
        if (request.method === 'GET' && isSlow) await desk.clock.sleep(slowMs, request.signal)
        return desk.vendor.fetch(request)
      },
    })
    const { id, send } = prepare('reject', desk)
    desk.vendor.faults.add({ kind: 'slow', ms: 0, on: 'getOrder' })
    desk.vendor.faults.add({ kind: 'hang', on: 'rejectOrder' })
    desk.vendor.faults.add({ kind: 'hang', on: 'getOrder', times: Number.POSITIVE_INFINITY })
    expect((await within30s(desk, send())).status).toBe(202)
    desk.vendor.faults.clear()
    isSlow = true
    expect((await within30s(desk, desk.act(id, 'reject', { cancel_reason_id: 2 }))).status).toBe(status)
    expect(posts(desk)).toBe(sent)
  },
)

test('leaves an attempt its 30 s, however long the earlier one takes to reconcile', async () => {
  const { desk, id, action, body, send } = prepare('reject')
  desk.vendor.faults.add({ kind: 'slow', ms: 0, on: 'getOrder' })
  desk.vendor.faults.add({ kind: 'hang', times: Number.POSITIVE_INFINITY })
  expect((await within30s(desk, send())).status).toBe(202)
  desk.vendor.faults.clear()
  desk.vendor.faults.add({ kind: 'hang', on: 'getOrder', times: 2 })
  desk.vendor.faults.add({ kind: 'slow', ms: 7900, on: 'getOrder', times: Number.POSITIVE_INFINITY })
  expect((await within30s(desk, desk.act(id, action, body))).status).toBe(409)
  expect(posts(desk)).toBe(1)
})

test('gives up a hanging action early enough to find its outcome', async () => {
  let readMs = 7500
  const desk: TestDesk = createTestDesk({
    fetch: async (request) => {
      if (request.method === 'GET') await desk.clock.sleep(readMs, request.signal)
      else readMs = 2500
      return desk.vendor.fetch(request)
    },
  })
  const { id } = desk.vendor.placeOrder()
  desk.vendor.faults.add({ kind: 'hang', on: 'rejectOrder' })
  const answered = await within30s(desk, desk.act(id, 'reject', { cancel_reason_id: 2 }))
  expect(await codeOf(answered)).toBe('504 vendor_timeout')
})

test('does not let a late read hide the result of a later one', async () => {
  let isFirst = true
  const desk: TestDesk = createTestDesk({
    fetch: async (request) => {
      const answer = await desk.vendor.fetch(request)
      if (!isFirst) return answer
      isFirst = false
      await desk.clock.sleep(3000)
      return answer
    },
  })
  const { id, send } = prepare('plain accept', desk)
  const late = desk.ask(`/api/developer/v1/orders/${id}`)
  await desk.clock.advance(1000)
  expect((await send()).status).toBe(200)
  await desk.clock.advance(2500)
  expect((await late).status).toBe(200)
  expect(await codeOf(desk.act(id, 'accept'))).toBe('409 already_answered')
  expect(posts(desk)).toBe(1)
})

test.each(onceOnly)('%s: judges a 200 without an order by the re-read', async (way) => {
  for (const data of [[], 'done', 1, true]) {
    const desk: TestDesk = createTestDesk({
      fetch: async (request) => (request.method === 'POST' ? Response.json({ data }) : desk.vendor.fetch(request)),
    })
    expect(await codeOf(within30s(desk, prepare(way, desk).send()))).toBe('502 vendor_unreadable')
  }
})

// Clear answers of the vendor.

test.each(actions)('%s: reads the order again after a refusal, and reports the vendor’s message', async (action) => {
  const { desk, order } = createDeskWithOrder()
  desk.vendor.orders.move(order, 'completed')
  const { http, body } = await read(
    await desk.act(order.id, action, action === 'reject' ? { reason_code: 'TOO_BUSY' } : undefined),
  )
  expect(http).toBe(400)
  const words = { accept: 'accepted', reject: 'rejected', ready: 'marked as ready' }
  expect(body).toEqual({
    status: 'error',
    message: `Order cannot be ${words[action]} in its current state`,
    code: 'vendor_refused',
  })
  expect(posts(desk)).toBe(1)
  expect(desk.asked().at(-1)).toBe(`GET /api/developer/v1/orders/${order.id}`)
})

test('keeps a refusal although the order cannot be read after it', async () => {
  const { desk, order } = createDeskWithOrder()
  desk.vendor.orders.move(order, 'completed')
  desk.vendor.faults.add({ kind: 'error', on: 'getOrder' })
  expect(await codeOf(desk.act(order.id, 'accept'))).toBe('400 vendor_refused')
})

test('reports an invalid reason with the vendor’s message', async () => {
  const { desk, id } = createDeskWithOrder()
  expect(await read(desk.act(id, 'reject', { reason_code: 'NO_SUCH_CODE' }))).toMatchObject({
    http: 400,
    body: { code: 'vendor_refused', message: 'Invalid rejection reason provided' },
  })
})

test('takes a refusal after a lost answer as done, if the order shows it', async () => {
  let isLate = true
  const desk: TestDesk = createTestDesk({
    fetch: async (request) => {
      if (request.method !== 'POST' || !isLate) return desk.vendor.fetch(request)
      isLate = false
      // Received only after the re-read.
      setTimeout(() => void desk.vendor.fetch(request), 0)
      throw new TypeError('The connection was lost.')
    },
  })
  const { send } = prepare('plain accept', desk)
  expect((await within30s(desk, send())).status).toBe(200)
})

test.each(actions)('%s: returns 404 for an order that the vendor does not know', async (action) => {
  const desk = createTestDesk()
  const answered = await read(
    await desk.act('404404', action, action === 'reject' ? { reason_code: 'TOO_BUSY' } : undefined),
  )
  expect(answered).toMatchObject({ http: 404, body: { code: 'order_not_found', message: 'Order not found' } })
  expect(posts(desk)).toBe(action === 'accept' ? 1 : 0)
})

test('reports too many calls with the vendor’s Retry-After', async () => {
  const { desk, send } = prepare('ready')
  desk.vendor.faults.add({ kind: 'too-many', on: 'markOrderReady', ms: 17_000 })
  const response = await within30s(desk, send())
  expect(response.headers.get('Retry-After')).toBe('17')
  expect(await codeOf(response)).toBe('503 vendor_busy')
})

test('waits with a plain accept as long as the vendor asks, within the time limit', async () => {
  const { desk, times } = deskWithTimes()
  desk.vendor.faults.add({ kind: 'too-many', on: 'acceptOrder', ms: 5000 })
  expect((await within30s(desk, prepare('plain accept', desk).send())).status).toBe(200)
  expect(times().filter(({ method }) => method === 'POST')).toEqual([
    { method: 'POST', ms: 0 },
    { method: 'POST', ms: 5000 },
  ])
  desk.vendor.faults.add({ kind: 'too-many', on: 'acceptOrder', ms: 60_000 })
  const response = await prepare('plain accept', desk).send()
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('60')
})

test.each([402, 403, 405, 409, 410, 418, 422, 423, 451])(
  'reports a %s of the vendor as 502 vendor_rejected, by its status alone',
  async (status) => {
    const asked: string[] = []
    const desk: TestDesk = createTestDesk({
      async fetch(request) {
        asked.push(request.method)
        return request.method === 'POST' ? new Response('<h1>No</h1>', { status }) : desk.vendor.fetch(request)
      },
    })
    const { send } = prepare('plain accept', desk)
    expect(await codeOf(within30s(desk, send()))).toBe('502 vendor_rejected')
    expect(asked).toEqual(['POST', 'GET'])
  },
)

test.each([422, 429])('reports a rejection refused with %i as failed, whatever the order’s status', async (status) => {
  let isRefusing = true
  const desk: TestDesk = createTestDesk({
    async fetch(request) {
      if (request.method === 'POST' && isRefusing) return new Response('{"message":"No"}', { status })
      const answer = await desk.vendor.fetch(request)
      const text = (await answer.text()).replace(/"key":"pending"/, '"key":null')
      return new Response(text, answer)
    },
  })
  const { id, action, body } = prepare('reject', desk)
  expect((await within30s(desk, desk.act(id, action, body))).status).toBe(status === 422 ? 502 : 503)
  isRefusing = false
  await desk.clock.advance(10_000)
  expect((await within30s(desk, desk.act(id, action, body))).status).toBe(200)
})

test('asks a vendor nothing during its Retry-After, and then completes the accept', async () => {
  const times: string[] = []
  const desk: TestDesk = createTestDesk({
    async fetch(request) {
      const seconds = (desk.clock.now() - Date.parse('2026-11-20T12:00:00Z')) / 1000
      times.push(`${request.method} ${seconds}`)
      if (seconds < 15) return new Response(null, { status: 429, headers: { 'Retry-After': String(15 - seconds) } })
      return desk.vendor.fetch(request)
    },
  })
  const { send } = prepare('plain accept', desk)
  expect((await within30s(desk, send())).status).toBe(200)
  expect(times).toEqual(['POST 0', 'GET 15', 'POST 15', 'GET 15'])
})

test.each([403, 429])('reports unknown when every call is answered with %s', async (status) => {
  const asked: string[] = []
  const desk = createTestDesk({
    async fetch({ method }) {
      asked.push(method)
      return new Response(null, { status })
    },
  })
  expect(await read(within30s(desk, desk.act('1', 'accept')))).toMatchObject({
    http: 202,
    body: { outcome: 'unknown', data: null },
  })
  expect(asked.filter((method) => method === 'POST')).toHaveLength(1)
})

test('sends digital codes in the request itself and nowhere else', async () => {
  const { desk, order } = createDeskWithOrder('digital')
  const items = order.lines.flatMap((line) =>
    Array.from({ length: line.quantity }, () => ({
      order_item_id: line.id,
      secret_code: 'SECRET-PIN',
      serial_number: 'SECRET-SERIAL',
    })),
  )
  desk.vendor.faults.add({ kind: 'error', on: 'acceptOrder' })
  const tap = () => within30s(desk, desk.act(order.id, 'accept', { items }))
  const answers = [await tap(), await tap()]
  expect(answers.map(({ status }) => status)).toEqual([503, 200])
  const texts = await Promise.all(answers.map((each) => each.text()))
  expect(JSON.stringify([texts, desk.logged])).not.toContain('SECRET')
})

test('logs each action once, with its outcome', async () => {
  const { desk, id, send } = prepare('plain accept')
  await send()
  await send()
  expect(desk.logged).toEqual([
    { event: 'action', action: 'accept', order_id: id, outcome: 'done', reason: undefined, ms: 0 },
  ])
})

test('does not delay an attempt behind or with reads of the poller, for the order or for the reasons', async () => {
  const desk = createTestDesk()
  for (let number = 0; number < 5; number += 1) await desk.order()
  const { id } = desk.vendor.placeOrder()
  desk.vendor.faults.add({ kind: 'hang', on: 'getOrder', times: 5 })
  await desk.notify(JSON.stringify({ order_id: id }))
  await desk.open()
  await desk.clock.advance(100)
  const pending = desk.act(id, 'reject', { cancel_reason_id: 2 })
  await desk.clock.advance(100)
  expect(posts(desk)).toBe(1)
  expect((await pending).status).toBe(200)
})
