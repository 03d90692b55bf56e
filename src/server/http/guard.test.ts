import { expect, test } from 'vitest'
import { actions } from '#contract/desk/action.ts'
import { codeOf, createDeskWithOrder, createTestDesk, read, testOrigin } from '#testing/desk.ts'
import { inChunks } from '#testing/in-chunks.ts'
import { words } from '#testing/words.ts'

const api = '/api/developer/v1'

/** A POST to an order's action with the given faults. */
interface Wrongs {
  readonly path?: string
  readonly method?: string
  readonly type?: string
  readonly body?: BodyInit
  readonly key?: string
}

const post = ({
  path = `${api}/orders/1/reject`,
  method = 'POST',
  type = 'application/json',
  body = '{}',
  key,
}: Wrongs) => ({
  path,
  init: { method, headers: { 'Content-Type': type, ...(key !== undefined && { 'Idempotency-Key': key }) }, body },
})

const tooLarge = `{"reason_text":"${'x'.repeat(65_536)}"}`
const badId = `${api}/orders/a%20b/reject`
const goodKey = '123e4567-e89b-42d3-a456-426614174000'

// Each row also has the faults of all later rows, so this tests which fault is reported first.
test.each([
  [421, 'wrong_host', { host: 'evil.test', isSameOrigin: false }, { path: '/api/nowhere', method: 'PUT' }],
  [
    404,
    'not_found',
    { isSameOrigin: false },
    { path: `${api}/nowhere`, method: 'PUT', type: 'text/plain', body: tooLarge },
  ],
  [
    405,
    'method_not_allowed',
    { isSameOrigin: false },
    { path: badId, method: 'PUT', type: 'text/plain', body: tooLarge },
  ],
  [403, 'cross_site', { isSameOrigin: false }, { path: badId, type: 'text/plain', body: tooLarge }],
  [413, 'too_large', {}, { path: badId, type: 'text/plain', body: tooLarge }],
  [415, 'json_required', {}, { path: badId, type: 'text/plain' }],
  [400, 'bad_order_id', {}, { path: badId, key: 'x' }],
  [400, 'idempotency_key_required', {}, { key: 'x' }],
  [422, 'no_reason', {}, { key: goodKey }],
] as const)('reports %i %s before faults that are checked later', async (http, code, sender, wrongs) => {
  const desk = createTestDesk({ sender })
  const { path, init } = post(wrongs)
  const response = await desk.ask(path, init)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(await read(response)).toEqual({ http, body: { status: 'error', message: expect.any(String), code } })
  expect(desk.asked()).toEqual([])
})

test.each(['desk.test:8080', 'desk.test.', 'evil.desk.test', 'DESK.test', '', 'localhost', 'vendor.test'])(
  'accepts the foreign host "%s" only on the health routes',
  async (host) => {
    const desk = createTestDesk({ sender: { host } })
    for (const path of ['/', '/api/desk/session', `${api}/brands`, `${api}/orders/1`, '/nowhere']) {
      expect(await codeOf(desk.ask(path))).toBe('421 wrong_host')
    }
    expect((await desk.ask('/healthz')).status).toBe(200)
    expect((await desk.ask('/readyz')).status).toBe(200)
    expect(desk.asked()).toEqual([])
  },
)

// Ids.

const badIds: readonly string[] = [
  ...words`%2e%2e%2fcategories ..%2fcategories %2E%2E%2F1 ..%5c..%5citems a%2fb a%5cb %252e%252e %25%32%65%25%32%65
  %252f %2561 %00 a%00b 1%0a %0d%0aX-A:1 %7f %1b[31m %E0%A4%A % %zz %ED%A0%80 a%3Fb a%23b a;b a&b a%20b
  %201 a+b a@host http:%2f%2fevil １２３ ١٢٣ %D9%A1 Ａ а1 1%E2%80%AE2 😀 .1 :1 %27%20OR%201=1-- %22;%20DROP`,
  '$%7B7*7%7D',
  '%7B%7B7*7%7D%7D',
  '$(id)',
  '*',
  'x'.repeat(129),
  'x'.repeat(2000),
]

test.each(badIds)('refuses the order id %s everywhere, without a vendor request', async (id) => {
  const desk = createTestDesk()
  const refused = { http: 400, body: { status: 'error', code: 'bad_order_id' } }
  expect(await read(desk.ask(`${api}/orders/${id}`))).toMatchObject(refused)
  for (const action of actions) {
    const body = action === 'reject' ? { reason_code: 'TOO_BUSY' } : undefined
    expect(await read(desk.act(id, action, body))).toMatchObject(refused)
  }
  const decoded = /%(?![\da-f]{2})|%ed%a0|%e0%a4/i.test(id) ? id : decodeURIComponent(id)
  // A typed id may have surrounding spaces, and nothing else.
  const typed = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
  if (decoded.trim() === decoded) {
    const open = { ...typed, body: JSON.stringify({ order_id: decoded }) }
    expect(await read(desk.ask('/api/desk/orders', open))).toMatchObject(refused)
  }
  for (const path of ['', '/acknowledge', '/put-aside']) {
    const init = path === '' ? {} : typed
    expect(await read(desk.ask(`/api/desk/orders/${id}${path}`, init))).toMatchObject(refused)
  }
  expect(desk.asked()).toEqual([])
  expect(desk.logged).toEqual([])
})

test.each([null, 1.5, 2 ** 53, true, {}, [], ['1'], '', undefined])('refuses to open the order %j', async (id) => {
  const desk = createTestDesk()
  expect(await codeOf(desk.post('/api/desk/orders', { order_id: id }))).toBe('400 bad_order_id')
  expect(desk.asked()).toEqual([])
})

test.each([
  ...words`1 0 -1 _1 __proto__ 000123 9007199254740993 12345678901234567890 123e4567-e89b-42d3-a456-426614174000
  01ARZ3NDEKTSV4RRFFQ69G5FAV ORD-1.2_3:4 a..b constructor toString hasOwnProperty null undefined NaN true
  1e3 0x10 1.0 accept reject`,
  'x'.repeat(128),
])('forwards the order id %s exactly, as an id only', async (id) => {
  const desk = createTestDesk()
  const unknown = { http: 404, body: { code: 'order_not_found' } }
  expect(await read(desk.ask(`${api}/orders/${id}`))).toMatchObject(unknown)
  expect(await read(desk.act(id, 'accept'))).toMatchObject(unknown)
  const order = `${api}/orders/${encodeURIComponent(id)}`
  expect(desk.asked()).toEqual([`GET ${order}`, `POST ${order}/accept`])
})

test('decodes an encoded id once', async () => {
  const desk = createTestDesk()
  await desk.ask(`${api}/orders/%41%31`)
  expect(desk.asked()).toEqual([`GET ${api}/orders/A1`])
})

test.each(['', '.', '..', '%2e', '%2e%2e', '1/', '/', '//1', '1/accept/', '1/cancel', '../../v2/orders/1'])(
  'keeps orders/%s inside the contract: refused, or another order’s read',
  async (rest) => {
    const desk = createTestDesk()
    expect(await codeOf(desk.ask(`${api}/orders/${rest}`))).toBe('404 not_found')
    expect(desk.asked()).toEqual([])
  },
)

// Methods.

test.each([
  ['/healthz', 'GET, HEAD'],
  ['/readyz', 'GET, HEAD'],
  ['/metrics', 'GET, HEAD'],
  ['/api/desk/session', 'GET, HEAD, POST, DELETE'],
  [`${api}/orders/1`, 'GET, HEAD'],
  [`${api}/brands`, 'GET, HEAD'],
  [`${api}/categories`, 'GET, HEAD'],
  [`${api}/items`, 'GET, HEAD'],
  [`${api}/variant-attributes`, 'GET, HEAD'],
  [`${api}/cancel-reasons`, 'GET, HEAD'],
  [`${api}/orders/1/accept`, 'POST'],
  [`${api}/orders/1/reject`, 'POST'],
  [`${api}/orders/1/ready`, 'POST'],
  ['/webhooks/orders', 'GET, HEAD, POST'],
  ['/webhooks/orders/', 'GET, HEAD, POST'],
  ['/webhooks/orders/secret', 'GET, HEAD, POST'],
  ['/webhooks/orders/secret/', 'GET, HEAD, POST'],
  ['/api/desk/feed', 'GET, HEAD'],
  ['/api/desk/orders', 'GET, HEAD, POST'],
  ['/api/desk/catalog/items', 'GET, HEAD'],
  ['/api/desk/catalog/items/1', 'GET, HEAD'],
  ['/api/desk/catalog/counts', 'GET, HEAD'],
  ['/api/desk/orders/1', 'GET, HEAD'],
  ['/api/desk/orders/1/acknowledge', 'POST'],
  ['/api/desk/orders/1/lease', 'PUT, DELETE'],
  ['/api/desk/log', 'GET, HEAD'],
])('%s accepts %s, and lists them to every other method', async (path, allow) => {
  const desk = createTestDesk()
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    if (allow.split(', ').includes(method)) continue
    const response = await desk.ask(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe(allow)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  }
  expect(desk.asked()).toEqual([])
})

test.each(['/healthz', '/readyz', '/metrics', '/api/desk/session', '/api/desk/feed', `${api}/brands`])(
  'HEAD %s is GET without its body',
  async (path) => {
    const desk = createTestDesk()
    const [get, head] = [await desk.ask(path), await desk.ask(path, { method: 'HEAD' })]
    expect(head.status).toBe(get.status)
    expect([...head.headers]).toEqual([...get.headers])
    expect(await head.text()).toBe('')
  },
)

test('does not change a method by a header', async () => {
  const desk = createTestDesk()
  const headers = { 'X-HTTP-Method-Override': 'POST', 'X-Original-URL': `${api}/brands`, 'Idempotency-Key': goodKey }
  expect((await desk.ask(`${api}/orders/1/accept`, { headers })).status).toBe(405)
  expect(desk.asked()).toEqual([])
})

test.each(words`
  /api /api/ /api/developer/v1 /api/developer/v2/items /webhooks /webhooks/ /webhooks/orders//
  /webhooks/orders/secret// /webhooks/orders/secret/more /api/desk/orders/1/cancel /practice/orders
  /metrics /API/desk
`)('answers the unknown address %s with 404 in JSON', async (path) => {
  const response = await createTestDesk().ask(path)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await read(response)).toMatchObject({ http: 404, body: { status: 'error', code: 'not_found' } })
})

// Cross-site.

test.each(actions)('%s is refused from another site, and reading is not', async (action) => {
  const desk = createTestDesk({ sender: { isSameOrigin: false } })
  const { id } = desk.vendor.placeOrder()
  expect(await codeOf(desk.act(id, action))).toBe('403 cross_site')
  expect(desk.asked()).toEqual([])
  expect((await desk.ask(`${api}/orders/${id}`)).status).toBe(200)
})

test('lets no other site read an answer', async () => {
  const response = await createTestDesk().ask('/api/desk/session', { headers: { Origin: 'https://evil.test' } })
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

// Bodies.

const reject = (body: BodyInit | null, type: string | undefined) => {
  const { desk, id } = createDeskWithOrder()
  const headers = { 'Idempotency-Key': goodKey, ...(type !== undefined && { 'Content-Type': type }) }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  return { desk, response: desk.ask(`${api}/orders/${id}/reject`, init as RequestInit) } // `duplex` is missing in the DOM's types.
}

test.each([
  'text/plain',
  'text/ping',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json-patch+json',
  'application/jsonx',
  '',
])('refuses a body as "%s"', async (type) => {
  const { desk, response } = reject('{"reason_code":"TOO_BUSY"}', type)
  expect(await codeOf(response)).toBe('415 json_required')
  expect(desk.asked()).toEqual([])
})

test('refuses a body without a Content-Type', async () => {
  const { response } = reject(new TextEncoder().encode('{"reason_code":"TOO_BUSY"}'), undefined)
  expect((await response).status).toBe(415)
})

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
])('reads a body as "%s"', async (type) => {
  const { response } = reject('{"reason_code":"TOO_BUSY"}', type)
  expect((await response).status).toBe(200)
})

test('ignores the Content-Type of an empty body', async () => {
  const { desk, id } = createDeskWithOrder()
  const headers = { 'Idempotency-Key': goodKey, 'Content-Type': 'text/plain' }
  expect((await desk.ask(`${api}/orders/${id}/accept`, { method: 'POST', headers })).status).toBe(200)
})

test.each([
  ...words`[] [{"reason_code":"TOO_BUSY"}] "x" 5 null true { {"a":}`,
  "{'a':1}",
  'NaN',
  '{} x',
  'reason_code=TOO_BUSY',
  ' ',
])('refuses the body %s as no JSON object', async (body) => {
  const { desk, response } = reject(body, 'application/json')
  expect(await codeOf(response)).toBe('400 bad_json')
  expect(desk.asked()).toEqual([])
})

test('refuses a body nested thousands of levels deep at every address', async () => {
  const deep = `{"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  const { desk, response } = reject(deep, 'application/json')
  expect([400, 422]).toContain((await response).status)
  const headers = { 'Idempotency-Key': goodKey, 'Content-Type': 'application/json' }
  for (const action of actions) {
    const init = { method: 'POST', headers, body: deep }
    expect([400, 422]).toContain((await desk.ask(`${api}/orders/1/${action}`, init)).status)
  }
  expect(desk.asked()).toEqual([])
  expect(desk.logged).toEqual([])
})

/** A valid rejection padded to a size. */
const bodyOf = (bytes: number) => '{"reason_code":"TOO_BUSY"}'.padEnd(bytes, ' ')

test('reads a body of 64 KiB, and refuses one byte more', async () => {
  expect((await reject(bodyOf(65_536), 'application/json').response).status).toBe(200)
  const { desk, response } = reject(bodyOf(65_537), 'application/json')
  expect(await codeOf(response)).toBe('413 too_large')
  expect(desk.asked()).toEqual([])
})

test('limits a chunked body to the same size', async () => {
  expect((await reject(inChunks(bodyOf(65_536), 1000), 'application/json').response).status).toBe(200)
  expect((await reject(inChunks(bodyOf(65_537), 1000), 'application/json').response).status).toBe(413)
})

test('does not wait for an endless body', async () => {
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(4096)) })
  expect((await reject(endless, 'application/json').response).status).toBe(413)
})

test('refuses a declared length that is too large at once', async () => {
  const desk = createTestDesk()
  const stalled = new ReadableStream<Uint8Array>()
  const headers = { 'Idempotency-Key': goodKey, 'Content-Type': 'application/json', 'Content-Length': '1000000000000' }
  const init = { method: 'POST', headers, body: stalled, duplex: 'half' }
  expect((await desk.ask(`${api}/orders/1/reject`, init as RequestInit)).status).toBe(413) // `duplex` is missing in the DOM's types.
})

test('refuses a body that breaks off', async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) })
  expect(await codeOf(reject(broken, 'application/json').response)).toBe('400 bad_json')
})

// Our own errors.

test('gives a stranger the mode, the time and nulls', async () => {
  const desk = createTestDesk({ who: 'stranger' })
  const response = await desk.ask('/api/desk/session')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await response.json()).toEqual({
    device: null,
    staff: null,
    staff_names: [],
    mode: 'live',
    server_time: '2026-11-20T12:00:00.000Z',
    response_window_seconds: 300,
  })
})

test('takes the host from the connection, and not from the address', async () => {
  const desk = createTestDesk()
  const response = await desk.proxy.fetch(new Request(`${testOrigin.replace('desk', 'other')}/api/desk/session`))
  expect(response.status).toBe(200)
})

test('refuses oversized cookies before parsing, and accepts many short ones', async () => {
  const ask = (text: string) => createTestDesk({ sender: { cookie: text } }).ask('/api/desk/session')
  expect(await codeOf(ask(`a=${'x'.repeat(4095)}`))).toBe('431 too_large')
  const many = Array.from({ length: 200 }, (_, at) => `c${at}=1`).join('; ')
  expect((await ask(many)).status).toBe(200)
})
