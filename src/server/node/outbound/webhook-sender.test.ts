import dns from 'node:dns/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { words } from '#testing/words.ts'
import { createWebhookSender } from './webhook-sender.ts'

const limit = () => AbortSignal.timeout(10_000)
const message = { headers: { 'Content-Type': 'application/json', 'webhook-id': 'evt_1' }, body: '{"order":"طلب"}' }

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const problemOf = (sent: Promise<unknown>): Promise<unknown> =>
  sent.then(
    () => 'sent',
    (error: unknown) => (error instanceof Error && 'problem' in error ? error.problem : error),
  )

/** A name that has these addresses, one after another. */
function resolveTo(...answers: readonly (readonly string[])[]): void {
  let asked = 0
  vi.spyOn(dns, 'lookup').mockImplementation((async () => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
    asked += 1
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }) as unknown as typeof dns.lookup)
  onTestFinished(() => void vi.restoreAllMocks())
}

test('posts the bytes as they are, and gives status and Retry-After', async () => {
  const received: { readonly headers: IncomingHttpHeaders; readonly text: string }[] = []
  const port = await listen((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, text })
      response.writeHead(503, { 'Retry-After': '30' }).end()
    })
  })
  const { post } = createWebhookSender(['127.0.0.1'])
  const answer = await post({ url: `http://127.0.0.1:${port}/orders`, ...message }, limit())
  expect(answer).toEqual({ status: 503, retryAfter: '30' })
  expect(received).toMatchObject([{ headers: { 'webhook-id': 'evt_1', 'content-length': '18' }, text: message.body }])
})

/** Some of what is no public address (`addresses.test.ts` has all), and each form in which IPv6 hides an IPv4 address. */
const inside = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
]

test.each(inside)('neither takes nor connects to %s', async (address) => {
  const { allowsUrl, post } = createWebhookSender([])
  const host = address.includes(':') ? `[${address}]` : address
  expect(allowsUrl(new URL(`https://${host}/`))).toBe(false)
  expect(await problemOf(post({ url: `https://${host}/`, ...message }, limit()))).toBe('not_public')
  resolveTo([address])
  // A name is found out only when it is connected to.
  expect(allowsUrl(new URL('https://till.test/'))).toBe(true)
  expect(await problemOf(post({ url: 'https://till.test/', ...message }, limit()))).toBe('not_public')
})

test.each(words`
  http://2130706433/ http://0x7f.1/ https://017700000001/ https://0177.0.0.1/ https://127.1/ https://127.000.0.1/
  https://127.0.0.1./ https://0/ https://[::ffff:7f00:1]/ https://[::ffff:127.0.0.1]/ https://[::127.0.0.1]/
  https://１２７.０.０.１/ https://127。0。0。1/ https://①27.0.0.1/ https://localhost/ https://LOCALHOST./ https://till.localhost/
  https://ｌocalhost/ https://local%68ost/ https://2852039166/ https://example.test@127.0.0.1/ https://[fe80::1]/
`)('takes no other spelling of an address inside: %s', (url) => {
  expect(createWebhookSender([]).allowsUrl(new URL(url))).toBe(false)
})

test('says at once of a name of this machine what it would say when it connects', async () => {
  const port = await listen((_request, response) => response.writeHead(204).end())
  resolveTo(['::1', '127.0.0.1'])
  for (const [allow, isAllowed] of [
    [['10.0.0.0/8'], false],
    [['127.0.0.1'], true],
    [['127.0.0.0/8'], true],
    [['127.0.0.1/32', '::1'], true],
  ] as const) {
    const { allowsUrl, post } = createWebhookSender(allow)
    const url = `http://localhost:${port}/`
    expect(allowsUrl(new URL(url))).toBe(isAllowed)
    expect(await problemOf(post({ url, ...message }, limit()))).toBe(isAllowed ? 'sent' : 'not_public')
  }
})

test('connects to the address that was checked, although the name has another one by then', async () => {
  const port = await listen((_request, response) => response.writeHead(204).end())
  resolveTo(['127.0.0.1'], ['127.6.6.6'])
  const { post } = createWebhookSender(['127.0.0.1'])
  expect(await post({ url: `http://rebinding.test:${port}/`, ...message }, limit())).toMatchObject({ status: 204 })
})

test('connects to none but the allowed addresses of a name that has others too', async () => {
  const port = await listen((_request, response) => response.writeHead(204).end())
  resolveTo(['10.255.255.1', '127.0.0.1'])
  const { post } = createWebhookSender(['127.0.0.1'])
  expect(await post({ url: `http://both.test:${port}/`, ...message }, limit())).toMatchObject({ status: 204 })
})

test('looks a name up each time, with no connection kept from the last time', async () => {
  const port = await listen((_request, response) => response.writeHead(204).end())
  resolveTo(['127.0.0.1'], ['169.254.169.254'])
  const { post } = createWebhookSender(['127.0.0.1'])
  const url = `http://moving.test:${port}/`
  expect(await post({ url, ...message }, limit())).toMatchObject({ status: 204 })
  expect(await problemOf(post({ url, ...message }, limit()))).toBe('not_public')
})

test.each<[string, RequestListener]>([
  ['headers without an end', ({ socket }) => endlessly(socket, `x: ${'y'.repeat(1000)}\r\n`, 'HTTP/1.1 200 OK\r\n')],
  [
    'another protocol',
    ({ socket }) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  ],
  ['no HTTP', ({ socket }) => socket.end('SSH-2.0-x\r\n')],
])('gives up on %s', async (_what, answer) => {
  const port = await listen(answer)
  const { post } = createWebhookSender(['127.0.0.1'])
  expect(await problemOf(post({ url: `http://127.0.0.1:${port}/`, ...message }, limit()))).toBe('unreachable')
})

test('stops at the caller’s time limit, although something always comes', async () => {
  const signal = new AbortController()
  const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)
  const port = await listen(({ socket }) => {
    socket.write(hints, () => signal.abort())
    endlessly(socket, hints)
  })
  const { post } = createWebhookSender(['127.0.0.1'])
  const sent = post({ url: `http://127.0.0.1:${port}/`, ...message }, signal.signal)
  expect(await problemOf(sent)).toBe('unreachable')
})

/** Writes on and on, until the other side has had enough. */
function endlessly(socket: Socket, text: string, begin = ''): void {
  socket.on('error', () => undefined).write(begin)
  const more = () => void (socket.destroyed || socket.write(text, () => setImmediate(more)))
  more()
}

test.each([301, 302, 303, 307, 308, 200])('follows no redirect by %s', async (status) => {
  let wasLed = false
  const elsewhere = await listen((_request, response) => {
    wasLed = true
    response.end()
  })
  const port = await listen((_request, response) =>
    response
      .writeHead(status, {
        Location: `http://127.0.0.1:${elsewhere}/`,
        Refresh: `0;url=http://127.0.0.1:${elsewhere}/`,
      })
      .end(),
  )
  const { post } = createWebhookSender(['127.0.0.1'])
  expect(await post({ url: `http://127.0.0.1:${port}/`, ...message }, limit())).toMatchObject({ status })
  expect(wasLed).toBe(false)
})

test('says why there is no answer', async () => {
  const { allowsUrl, post } = createWebhookSender(['127.0.0.1'])
  const url = `http://127.0.0.1:${await freePort()}/`
  expect(allowsUrl(new URL(url))).toBe(true)
  expect(await problemOf(post({ url, ...message }, limit()))).toBe('unreachable')
  const closing = await listen((request) => request.socket.destroy())
  expect(await problemOf(post({ url: `http://127.0.0.1:${closing}/`, ...message }, limit()))).toBe('unreachable')
  resolveTo([])
  expect(await problemOf(post({ url: 'https://nowhere.test/', ...message }, limit()))).toBe('not_found')
  expect(createWebhookSender([]).allowsUrl(new URL('http://till.test/'))).toBe(false)
})

test('leaves a receiver that sends one interim answer after another', async () => {
  const port = await listen((_request, response) => {
    const flood = () => {
      while (!response.destroyed && response.socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'));
    }
    response.socket?.on('drain', flood)
    flood()
  })
  const { post } = createWebhookSender(['127.0.0.1'])
  const signal = limit()
  expect(await problemOf(post({ url: `http://127.0.0.1:${port}/`, ...message }, signal))).toBe('unreachable')
  expect(signal.aborted).toBe(false)
})
