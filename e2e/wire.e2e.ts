import { connect } from 'node:net'
import { expect, test } from './fixture.ts'
import { webhookHeaders } from './shop-process.ts'

// Cases that only raw bytes can express, because an HTTP client would correct them.

test.use({ visitor: 'stranger' })

const proof = `Authorization: ${webhookHeaders.Authorization}\r\n`
const payload = JSON.stringify({ event: 'order_created', data: { id: 'A1' } })

/** A notification with these headers; the host is added when it is sent. */
const notification = (headers: string, body = payload) =>
  `POST /webhooks/orders HTTP/1.1\r\nHost: HOST\r\n${proof}Connection: close\r\n${headers}\r\n${body}`
const length = (bytes: number) => `Content-Length: ${bytes}\r\n`
const get = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n${headers}\r\n`

const refusedAtOnce: readonly (readonly [says: string, bytes: string, statuses: readonly number[]])[] = [
  ['two lengths', notification(length(5) + length(payload.length)), [400]],
  ['a length and chunks', notification(`${length(5)}Transfer-Encoding: chunked\r\n`, '0\r\n\r\n'), [400]],
  ['a length that is none', notification('Content-Length: 5x\r\n'), [400]],
  ['a negative length', notification('Content-Length: -1\r\n'), [400]],
  ['a length of 10^12', notification(length(10 ** 12)), [413]],
  ['a length that no number holds', notification(`Content-Length: ${'9'.repeat(30)}\r\n`), [400]],
  ['chunks that are none', notification('Transfer-Encoding: chunked\r\n', 'zz\r\nabc\r\n'), [400, 408]],
  ['a space before a colon', get('/healthz', 'X-A : 1\r\n'), [400]],
  ['a folded header', get('/healthz', 'X-A: 1\r\n\tX-B: 2\r\n'), [400]],
  ['a line feed alone', 'GET /healthz HTTP/1.1\nHost: HOST\n\n', [400]],
  ['a NUL in a header', get('/healthz', 'X-A: a\0b\r\n'), [400]],
  ['a header of 20 KiB', get('/healthz', `X-A: ${'x'.repeat(20_000)}\r\n`), [431]],
  ['3,000 headers', get('/healthz', 'X: 1\r\n'.repeat(3000)), [431]],
  ['a cookie of 20 KiB', get('/api/desk/session', `Cookie: desk_device=${'x'.repeat(20_000)}\r\n`), [431]],
  ['an order id of 20,000 characters', get(`/api/developer/v1/orders/${'1'.repeat(20_000)}`), [431]],
  ['a query of 20 KiB', get(`/api/desk/orders?x=${'1'.repeat(20_000)}`), [431]],
  ['another version', 'GET /healthz HTTP/3.7\r\nHost: HOST\r\n\r\n', [400, 505]],
  ['a target without a slash', get('healthz'), [400]],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['a lower-case method', get('/healthz').replace('GET', 'get'), [400, 405]],
]

test('refuses invalid requests in JSON, and goes on', async ({ shop: { desk } }) => {
  const { host } = new URL(desk.url)
  for (const [says, bytes, statuses] of refusedAtOnce) {
    const [answer] = await sendRaw(desk.url, [Buffer.from(bytes.replace('HOST', host), 'latin1')])
    expect(statuses, `${says}: ${answer?.status}`).toContain(answer?.status)
    if (answer && answer.status >= 400) {
      expect(answer.headers, says).toMatch(/^content-type: application\/json/im)
      expect(JSON.parse(answer.body), says).toMatchObject({ status: 'error', code: expect.any(String) })
    }
  }
  expect((await fetch(`${desk.url}/healthz`)).status).toBe(200)
  expect(desk.output()).not.toContain('"failed"')
})

test('answers unusual but valid requests', async ({ shop }) => {
  const { desk } = shop
  const { host } = new URL(desk.url)
  const send = async (bytes: string) =>
    (await sendRaw(desk.url, [bytes.replaceAll('HOST', host)])).map(({ status }) => status)
  expect(await send(notification(`${length(payload.length)}Expect: 100-continue\r\n`))).toEqual([100, 202])
  expect(await send(`GET /healthz HTTP/1.0\r\nHost: ${host}\r\n\r\n`)).toEqual([200])
  const one = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  expect(await send(one.repeat(10))).toEqual(Array.from({ length: 10 }, () => 200))
  expect(
    await send(notification('Transfer-Encoding: chunked\r\n', `2c\r\n${payload.padEnd(44)}\r\n0\r\n\r\n`)),
  ).toEqual([202])
  // More bytes than declared: the declared ones are stored, and the rest is no request.
  const [short] = await send(notification(length(10)))
  expect([202, 400]).toContain(short)
  expect(await shop.readStore((store) => store.unreadable())).toMatchObject([{ body: payload.slice(0, 10) }])
  for (const method of ['TRACE', 'PROPFIND', 'OPTIONS']) {
    const [answer] = await sendRaw(desk.url, [
      get('/api/desk/session', 'X-Echo: hello\r\n').replace('GET', method).replace('HOST', host),
    ])
    expect([answer?.status, answer?.headers]).toEqual([405, expect.stringMatching(/^allow: /im)])
    expect(`${answer?.headers}${answer?.body}`).not.toContain('hello')
  }
})

test('times out clients that send too little or too slowly, and delays nobody else', async ({ shop: { desk } }) => {
  const { host } = new URL(desk.url)
  const slow = [
    // A head that never ends; a body that never arrives, of a notification and of an action.
    `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nX-A: `,
    notification(length(payload.length + 100)).replace('HOST', host),
    `POST /api/desk/presence HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${desk.url}\r\nContent-Type: application/json\r\n${length(100)}\r\n{`,
  ].map((bytes) => sendRaw(desk.url, [bytes]))
  expect((await fetch(`${desk.url}/healthz`)).status).toBe(200)
  for (const [answer] of await Promise.all(slow)) {
    expect(answer?.status).toBe(408)
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ status: 'error', code: 'too_slow' })
  }
})

const beyond = [
  '..',
  '%2e%2e',
  '..%2fcategories',
  '%2e%2e%2fcategories',
  '..\\items',
  'a%00b',
  '%',
  'a b',
  '%ED%A0%80',
  '../../../../etc/passwd',
]

test('leads no spelling of an address beyond the contract or the page’s files', async ({ shop }) => {
  const { desk, vendor } = shop
  const { host } = new URL(desk.url)
  const [cookie] = await shop.admit(1, 'Sara')
  const asked = vendor.requests.length
  for (const part of beyond) {
    for (const target of [`/api/developer/v1/orders/${part}`, `/assets/${part}`, `/${part}/package.json`]) {
      const bytes = get(target, `Cookie: ${cookie}\r\n`).replace('HOST', host)
      const [answer] = await sendRaw(desk.url, [bytes])
      expect([200, 400, 401, 404], `${target}: ${answer?.status}`).toContain(answer?.status)
      expect(answer?.body, target).not.toMatch(/"devDependencies"|root:x:/)
    }
  }
  expect(vendor.requests.slice(asked).map(({ path }) => path)).toEqual([])
  expect(desk.output()).not.toContain('"failed"')
})

interface WireAnswer {
  readonly status: number
  readonly headers: string
  readonly body: string
}

const limitMs = 20_000

/**
 * Sends raw bytes to a desk, as no HTTP client would.
 * @returns its answers when the desk has closed the connection or was silent for `quietMs`.
 */
function sendRaw(url: string, chunks: readonly (string | Buffer)[], quietMs = 400): Promise<readonly WireAnswer[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname.replace('localhost', '127.0.0.1'))
    let received = Buffer.alloc(0)
    const done = () => {
      socket.destroy()
      resolve(answersIn(received.toString('latin1')))
    }
    socket.setTimeout(limitMs, done)
    socket.on('connect', () => {
      for (const chunk of chunks) socket.write(chunk)
    })
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      socket.setTimeout(quietMs)
    })
    // A refusal in the middle of a request may reset the connection; the answer counts.
    socket.on('error', (error) => (received.length > 0 ? done() : reject(error)))
    socket.on('close', done)
  })
}

function answersIn(text: string): WireAnswer[] {
  const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r\n]+\r\n)*)\r\n/g)]
  return heads.map(({ 0: head, 1: status = '', 2: headers = '', index }, at) => ({
    status: Number(status),
    headers,
    body: text.slice(index + head.length, heads[at + 1]?.index),
  }))
}
