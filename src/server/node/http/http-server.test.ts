import { openWire, type Wire, type WireAnswer } from '#testing/wire.ts'
import { words } from '#testing/words.ts'
import { closeGently, createHttpServer, takeInheritedSocket } from './http-server.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

let wire: Wire
beforeAll(async () => {
  wire = await openWire()
})
afterAll(() => wire.close())

const session = '/api/desk/session'
const accept = '/api/developer/v1/orders/1/accept'
const codeOf = ({ body }: WireAnswer) => /"code":"(\w+)"/.exec(body)?.[1]
const resultOf = (answer: WireAnswer) => [answer.status, codeOf(answer)]

// The host.

test('requires exactly one host, so that a proxy cannot have used another one', async () => {
  const { host } = wire
  const start = [`GET ${session} HTTP/1.1`, 'Connection: close']
  for (const hosts of [
    [`Host: ${host}`, 'Host: evil.test'],
    ['Host: evil.test', `host: ${host}`],
    [`Host: ${host}`, `Host: ${host}`],
    [],
  ]) {
    expect(resultOf(await wire.send([...start, ...hosts]))).toEqual([400, 'bad_request'])
  }
  expect((await wire.send([...start, `Host: ${host}`])).status).toBe(200)
})

test('ignores an unknown expectation', async () => {
  const start = [`GET ${session} HTTP/1.1`, 'Connection: close']
  expect((await wire.send([...start, `Host: ${wire.host}`, 'Expect: miracles'])).status).toBe(200)
  expect(resultOf(await wire.send([...start, 'Host: evil.test', 'Expect: miracles']))).toEqual([421, 'wrong_host'])
})

test('answers HTTP/1.0 without a host only on the health routes', async () => {
  expect((await wire.send(['GET /healthz HTTP/1.0'])).status).toBe(200)
  expect(resultOf(await wire.send([`GET ${session} HTTP/1.0`]))).toEqual([421, 'wrong_host'])
})

test.each([
  '',
  'evil.test',
  'localhost',
  'HOST, evil.test',
  'evil.test, HOST',
  ...words`HOST@evil.test evil.test@HOST HOST/.. HOST/api/desk/orders? HOST# HOST. localhost.:1`,
  'HOST HOST',
  '[::1',
  'xn--localhost-',
  '%6cocalhost',
  'lоcalhost',
])('refuses the host “%s”', async (pattern) => {
  const host = pattern.replaceAll('HOST', wire.host)
  const answer = await wire.send([`GET ${session} HTTP/1.1`, `Host: ${host}`, 'Connection: close'])
  expect([
    [421, 'wrong_host'],
    [400, 'bad_request'],
  ]).toContainEqual(resultOf(answer))
})

test('accepts its host in any case, ignoring forwarding headers', async () => {
  const other = ['X-Forwarded-Host: evil.test', 'Forwarded: host=evil.test', 'X-Original-Host: evil.test']
  expect((await wire.ask('GET', session, other)).status).toBe(200)
  const loud = [`GET ${session} HTTP/1.1`, `Host: ${wire.host.toUpperCase()}`, 'Connection: close']
  expect((await wire.send(loud)).status).toBe(200)
  const forwarded = [`GET ${session} HTTP/1.1`, 'Host: evil.test', `X-Forwarded-Host: ${wire.host}`]
  expect((await wire.send([...forwarded, 'Connection: close'])).status).toBe(421)
})

test('requires an absolute target to name the same host as the header', async () => {
  const { host } = wire
  const ask = async (target: string, header: string) =>
    resultOf(await wire.send([`GET ${target} HTTP/1.1`, `Host: ${header}`, 'Connection: close']))
  expect(await ask(`http://evil.test${session}`, host)).toEqual([421, 'wrong_host'])
  expect(await ask(`http://${host}${session}`, 'evil.test')).toEqual([421, 'wrong_host'])
  expect(await ask(`http://evil.test@${host}${session}`, 'evil.test')).toEqual([421, 'wrong_host'])
  expect(await ask(`http://${host}${session}`, host)).toEqual([200, undefined])
})

test.each(['OPTIONS *', 'GET *', 'GET api/desk/session', 'GET ftp://evil.test/', 'GET \\api\\desk', 'GET ?a', 'A /'])(
  'refuses “%s” in JSON',
  async (start) => {
    const answer = await wire.send([`${start} HTTP/1.1`, `Host: ${wire.host}`, 'Connection: close'])
    expect([400, 421]).toContain(answer.status)
    expect(codeOf(answer)).toMatch(/^(?:bad_request|wrong_host)$/)
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  },
)

test('does not echo requests or open tunnels', async () => {
  const traced = await wire.ask('TRACE', session, ['X-Secret: echo-me'])
  expect(resultOf(traced)).toEqual([405, 'method_not_allowed'])
  expect(traced.body).not.toContain('echo-me')
  for (const target of ['evil.test:443', wire.host]) {
    const led = await wire.send([`CONNECT ${target} HTTP/1.1`, `Host: ${target}`])
    expect(resultOf(led)).toEqual([405, 'method_not_allowed'])
    expect(led.headers.get('Allow')).toContain('GET')
  }
})

// Addresses.

const orders = [
  ...words`//api/desk/orders /api//desk/orders /api/./desk/orders /x/../api/desk/orders /x/%2e%2e/api/desk/orders
  /api/desk/orders/ /api/desk/orders/. /api/desk/orders// /api/desk/orders;x=1 /api/desk;x=1/orders
  /api/desk/orders%3b /api/desk/orders%20 /api/desk/orders%00 /api/desk/orders%2e
  /api/desk/orders%0d%0aX:1 /api%2fdesk%2forders /api%5cdesk%5corders`,
  '/api\\desk\\orders',
  ...words`/%61pi/desk/orders /api/desk/%6frders /API/desk/orders /api/DESK/orders /api/desk/Orders
  /Api;/desk/orders /api/desk/orders?desk_device=x&token=x`,
  `/api/desk/orders?${'x'.repeat(8000)}`,
  `/api/desk/${'x'.repeat(8000)}`,
  `/${'api/'.repeat(2000)}desk/orders`,
]

const shortly = (targets: readonly string[]) => targets.map((target) => [target.slice(0, 60), target] as const)

test.each(shortly(orders))('refuses a stranger at %s', async (_short, target) => {
  const answer = await wire.ask('GET', target, ['X-Original-URL: /healthz', 'X-Rewrite-URL: /healthz'])
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(codeOf(answer)).toMatch(/^(?:not_enrolled|not_found|bad_request)$/)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

test.each(shortly(orders.map((target) => target.replace(/desk\/orders/i, `developer/v1/orders/1/accept`))))(
  'refuses another site’s page at %s',
  async (_short, target) => {
    const answer = await wire.ask('POST', target, ['Origin: https://evil.test', 'Content-Type: text/plain'], '{}')
    expect(codeOf(answer)).toMatch(/^(?:cross_site|not_found|bad_request|method_not_allowed)$/)
    expect(wire.practice.simulator.requests).toEqual([])
  },
)

test.each(['/%2561pi/desk/orders', `/api/desk/orders/${'../'.repeat(99)}etc/passwd`, '/.git/config', '/server.ts'])(
  'answers %s, which is no file and no screen, with the page and 404',
  async (target) => {
    const answer = await wire.ask('GET', target)
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('<!doctype html>')
    expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'self'")
  },
)

test('refuses an endless address in JSON', async () => {
  expect(resultOf(await wire.ask('GET', `/api/desk/orders?${'x'.repeat(40_000)}`))).toEqual([431, 'too_large'])
  expect(resultOf(await wire.ask('GET', `/${'x'.repeat(40_000)}`))).toEqual([431, 'too_large'])
})

test('lets no header change the meaning of a request', async () => {
  const others = [
    'X-HTTP-Method-Override: DELETE',
    'X-HTTP-Method: DELETE',
    'X-Method-Override: DELETE',
    'X-Original-URL: /api/desk/orders',
    'X-Rewrite-URL: /api/desk/orders',
    'X-Forwarded-Prefix: /api/desk/orders',
    'X-Forwarded-Proto: https',
  ]
  const answer = await wire.ask('GET', session, others)
  expect(answer.status).toBe(200)
  expect(answer.body).toContain('"mode":"practice"')
  expect(answer.headers.get('Set-Cookie') ?? '').not.toContain('Secure')
})

// Other sites.

test.each(
  [
    [],
    ['Sec-Fetch-Site: cross-site'],
    ['Sec-Fetch-Site: same-site'],
    ['Sec-Fetch-Site: none'],
    ['Sec-Fetch-Site: garbage'],
    ['Sec-Fetch-Site:'],
    ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site'],
    ['Sec-Fetch-Site: cross-site', 'Origin: http://HOST'],
    ['Origin: null'],
    ['Origin:'],
    ['Origin: https://evil.test'],
    ['Origin: https://HOST'],
    ['Origin: http://HOST.evil.test'],
    ['Origin: http://HOST/'],
    ['Origin: http://localhost'],
    ['Origin: http://localhost:1'],
    ['Origin: http://HOST', 'Origin: https://evil.test'],
    ['Referer: http://HOST/'],
    ['X-Requested-With: XMLHttpRequest'],
  ].map((lines) => ({ lines })),
)('refuses a change from a page with $lines', async ({ lines }) => {
  const headers = lines.map((answer) => answer.replaceAll('HOST', wire.host))
  for (const [method, path] of [
    ['DELETE', session],
    ['POST', accept],
    ['PUT', '/api/desk/orders/1/lease'],
  ] as const) {
    expect(resultOf(await wire.ask(method, path, headers))).toEqual([403, 'cross_site'])
  }
})

test('accepts Sec-Fetch-Site alone, or else the exact origin', async () => {
  expect((await wire.ask('DELETE', session, ['Sec-Fetch-Site: same-origin'])).status).toBe(200)
  expect((await wire.ask('DELETE', session, [`Origin: http://${wire.host}`])).status).toBe(200)
})

test('accepts the webhook from anywhere with its own secret', async () => {
  const tell = (secret: string) =>
    wire.ask(
      'POST',
      '/webhooks/orders',
      ['Sec-Fetch-Site: cross-site', 'Origin: null', 'Content-Type: text/plain', `Authorization: Bearer ${secret}`],
      '{"id":"1"}',
    )
  expect(resultOf(await tell('some-other-secret-of-nobody'))).toEqual([401, 'bad_credentials'])
  expect((await tell('practice-webhook-secret')).status).toBe(202)
})

test('refuses practice controls to another site’s page, and accepts them from curl', async () => {
  const placed = () => wire.practice.simulator.orders.all().length
  for (const header of ['Origin: https://evil.test', 'Origin: null', 'Sec-Fetch-Site: cross-site']) {
    expect(resultOf(await wire.ask('POST', '/practice/orders', [header]))).toEqual([403, 'cross_site'])
    const answer = await wire.ask('PUT', '/practice/line', [header], '{"line":"cut"}')
    expect(resultOf(answer)).toEqual([403, 'cross_site'])
  }
  expect(placed()).toBe(0)
  expect((await wire.ask('POST', '/practice/orders')).status).toBe(200)
  expect((await wire.ask('POST', '/practice/orders', ['Sec-Fetch-Site: same-origin'])).status).toBe(200)
  expect(placed()).toBe(2)
})

test('closes a connection after an invalid request, even if its sender does not', async () => {
  const server = createHttpServer({ hostname: '127.0.0.1', fetch: async () => new Response('ok') })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume()
  await once(socket, 'connect')
  socket.write('NONSENSE\r\n\r\n')
  await once(socket, 'end')
  const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
  await expect.poll(connections, { timeout: 10_000 }).toBe(0)
  socket.destroy()
  server.close()
})

test('gives HEAD the length of GET or none, for every encoding', async () => {
  const cookies = (await wire.ask('GET', session)).headers.getSetCookie().map((answer) => answer.split(';')[0])
  const lists = ['items', 'categories', 'brands', 'variant-attributes'].map((name) => `/api/developer/v1/${name}`)
  const others = ['/', '/icon.svg', '/healthz', '/api/desk/catalog/items', '/api/desk/log', '/api/desk/orders/none']
  for (const path of [session, '/api/desk/orders?view=open', ...lists, ...others]) {
    for (const encoding of ['identity', 'br']) {
      const headers = [`Cookie: ${cookies.join('; ')}`, `Accept-Encoding: ${encoding}`]
      const [get, head] = [await wire.ask('GET', path, headers), await wire.ask('HEAD', path, headers)]
      expect([path, head.status, head.body]).toEqual([path, get.status, ''])
      if (lists.includes(path)) expect([path, get.status]).toEqual([path, 200])
      expect([path, head.headers.get('Vary')]).toEqual([path, get.headers.get('Vary')])
      const lengths = [null, get.headers.get('Content-Length')]
      expect([path, lengths.includes(head.headers.get('Content-Length'))]).toEqual([path, true])
    }
  }
})

/** A server, and how it closes. */
async function listening() {
  const server = createServer((_request, response) => response.end('fine')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  const logged: unknown[] = []
  const close = (finish: () => Promise<void>) =>
    closeGently(server, finish, (event, fields, level) => logged.push({ event, level, ...fields }))
  return { url: `http://127.0.0.1:${port}/`, logged, close }
}

test('ends once everything is finished, and accepts no new connection', async () => {
  const { url, logged, close } = await listening()
  let isFinished = false
  await close(async () => void (isFinished = true))
  expect([isFinished, logged]).toEqual([true, []])
  await expect(fetch(url)).rejects.toThrow()
})

test('ends despite a failure, and logs it', async () => {
  const { url, logged, close } = await listening()
  await close(() => Promise.reject(new RangeError('of a disk')))
  expect(logged).toMatchObject([{ event: 'failed', level: 'error', where: 'end', error: 'RangeError' }])
  await expect(fetch(url)).rejects.toThrow()
})

test('returns nothing without the variables', () => {
  expect(takeInheritedSocket({ PORT: '3000' }, 77)).toBeUndefined()
})

test('returns the first descriptor for a single socket, and hides it from child processes', () => {
  const env = { PORT: '3000', LISTEN_FDS: '1', LISTEN_PID: '77', LISTEN_FDNAMES: 'desk' }
  expect(takeInheritedSocket(env, 77)).toBe(3)
  expect(env).toEqual({ PORT: '3000' })
})

test.each([
  ['LISTEN_PID', { LISTEN_FDS: '1', LISTEN_PID: '78' }],
  ['LISTEN_PID', { LISTEN_FDS: '1' }],
  ['LISTEN_PID', { LISTEN_FDS: '1', LISTEN_PID: '77 ' }],
  ['LISTEN_FDS', { LISTEN_PID: '77' }],
  ['LISTEN_FDS', { LISTEN_FDS: '0', LISTEN_PID: '77' }],
  ['LISTEN_FDS', { LISTEN_FDS: '2', LISTEN_PID: '77' }],
  ['LISTEN_FDS', { LISTEN_FDS: '', LISTEN_PID: '77' }],
])('names %s in the error: %j', (name, given) => {
  const env: NodeJS.ProcessEnv = { ...given }
  expect(() => takeInheritedSocket(env, 77)).toThrow(new RegExp(`^${name}: `))
  expect(env).toEqual({})
})
