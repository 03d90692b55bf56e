import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { FeedEvent } from '#contract/desk/feed.ts'
import { createFeed } from '#server/feed/feed.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestPractice, practiceOrigin } from '#testing/practice.ts'
import { createFeedConnections } from './feed-connections.ts'
import { createHttpServer } from './http-server.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const orderEvent = (version: number, orderId = 'a'): FeedEvent => ({
  event: 'order',
  data: { order_id: orderId, version },
})

/** A server with a feed at `/feed/TABLET`, and an answer at `/slow` that waits to be released. */
async function setUp() {
  const clock = createTestClock()
  const feed = createFeed({ clock, version: () => 7, webhookHeardAt: () => null, autoAccept: () => null })
  const feedLines = createFeedConnections()
  const slow = Promise.withResolvers<void>()
  const server = createHttpServer({
    hostname: '127.0.0.1',
    feedLines,
    async fetch(request, wire) {
      const [, what, tablet = ''] = new URL(request.url).pathname.split('/')
      if (what === 'slow') await slow.promise
      if (what !== 'feed') return new Response(what)
      return feedLines.answer((line) => feed.open({ id: tablet, role: 'counter' }, line), wire)
    },
  })
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  return { clock, feed, sockets, finishSlow: slow.resolve, port: await listen(server) }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port // of a TCP server that listens
}

/** A connection whose client reads everything until told to stop. */
async function dial(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  ends.push(() => socket.destroy())
  const received = { text: '', isEnded: false }
  socket.on('data', (bytes) => (received.text += bytes.toString('latin1')))
  socket.on('error', () => undefined)
  socket.once('close', () => (received.isEnded = true))
  return { socket, received }
}

const get = (socket: Socket, path: string, version = '1.1') =>
  void socket.write(`GET ${path} HTTP/${version}\r\nHost: desk.test\r\n\r\n`)

const snapshot =
  'event: snapshot\ndata: {"version":7,"server_time":"2026-11-20T12:00:00.000Z","webhook_heard_at":null,"auto_accept":null}\n\n'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const eventText = (version: number) => `event: order\ndata: {"order_id":"a","version":${version}}\n\n`
const bye = 'event: bye\ndata: {"retry_ms":1000}\n\n'

test('sends a feed in chunks: its head, the snapshot, and each event', async () => {
  const { feed, port } = await setUp()
  const { socket, received } = await dial(port)
  get(socket, '/feed/a')
  await expect.poll(() => received.text).toContain(chunk(snapshot))
  const [head = '', body] = received.text.split('\r\n\r\n', 2)
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  for (const line of [
    'content-type: text/event-stream; charset=utf-8',
    'x-accel-buffering: no',
    'cache-control: no-store',
  ])
    expect(head.toLowerCase()).toContain(line)
  expect(head).toMatch(/transfer-encoding: chunked/i)
  expect(head).not.toMatch(/content-length/i)
  expect(body).toBe(chunk(snapshot).split('\r\n\r\n')[0])
  for (const version of [8, 9]) feed.broadcast(orderEvent(version))
  await expect
    .poll(() => received.text.endsWith(chunk(snapshot) + chunk(eventText(8)) + chunk(eventText(9))))
    .toBe(true)
})

test('leaves the connection usable after a goodbye, and does not cut it later', async () => {
  const { clock, feed, port } = await setUp()
  const { socket, received } = await dial(port)
  get(socket, '/feed/a')
  await expect.poll(() => feed.streams('a')).toBe(1)
  feed.cut('a')
  await expect.poll(() => received.text.endsWith(`${chunk(bye)}0\r\n\r\n`)).toBe(true)
  get(socket, '/next')
  await expect.poll(() => received.text).toMatch(/HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nnext$/)
  get(socket, '/feed/a')
  await expect.poll(() => feed.streams('a')).toBe(1)
  await clock.advance(2000)
  expect([feed.streams('a'), received.isEnded]).toEqual([1, false])
})

test('forgets a tablet that disconnects', async () => {
  const { feed, port } = await setUp()
  const [one, other] = [await dial(port), await dial(port)]
  get(one.socket, '/feed/a')
  get(other.socket, '/feed/a')
  await expect.poll(() => feed.streams('a')).toBe(2)
  one.socket.destroy()
  await expect.poll(() => feed.streams('a')).toBe(1)
  other.socket.end()
  await expect.poll(() => feed.streams('a')).toBe(0)
  feed.broadcast(orderEvent(8))
})

test('cuts a tablet that does not read, and keeps the others', async () => {
  const { feed, port } = await setUp()
  const [asleep, awake] = [await dial(port), await dial(port)]
  asleep.socket.pause()
  get(asleep.socket, '/feed/asleep')
  get(awake.socket, '/feed/awake')
  await expect.poll(() => feed.streams()).toBe(2)
  // The system's buffers fill before the server's.
  const [most, large] = [5000, 'x'.repeat(30_000)]
  let version = 8
  for (; feed.streams('asleep') > 0 && version < most; version += 1) {
    awake.received.text = ''
    feed.broadcast(orderEvent(version, large))
    await expect.poll(() => awake.received.text.endsWith(`"version":${version}}\n\n\r\n`), { interval: 1 }).toBe(true)
  }
  expect(version).toBeLessThan(most)
  asleep.socket.resume()
  await expect.poll(() => asleep.received.isEnded).toBe(true)
  feed.broadcast(orderEvent(version))
  await expect.poll(() => awake.received.text.endsWith(chunk(eventText(version)))).toBe(true)
  expect(feed.streams()).toBe(1)
})

test('closes a connection whose goodbye is not read', async () => {
  const { clock, feed, sockets, port } = await setUp()
  const { socket, received } = await dial(port)
  socket.pause()
  get(socket, '/feed/a')
  await expect.poll(() => feed.streams('a')).toBe(1)
  for (let version = 8; sockets[0]?.writableLength === 0; version += 1) {
    feed.broadcast(orderEvent(version, 'x'.repeat(30_000)))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(feed.streams('a')).toBe(1)
  feed.cut('a')
  await clock.advance(2000)
  expect(sockets[0]?.destroyed).toBe(true)
  socket.resume()
  await expect.poll(() => received.isEnded).toBe(true)
  expect(received.text).not.toContain('event: bye')
})

test('queues a feed behind an unsent answer, and sends it without chunks in HTTP/1.0', async () => {
  const { feed, finishSlow, port } = await setUp()
  const { socket, received } = await dial(port)
  get(socket, '/slow')
  get(socket, '/feed/a')
  await expect.poll(() => feed.streams('a')).toBe(1)
  feed.broadcast(orderEvent(8))
  expect(received.text).toBe('')
  finishSlow()
  await expect.poll(() => received.text).toContain('"version":8}')
  expect(received.text.indexOf('slow')).toBeLessThan(received.text.indexOf('event: snapshot'))
  const old = await dial(port)
  get(old.socket, '/feed/b', '1.0')
  await expect.poll(() => old.received.text.endsWith(`\r\n\r\n${snapshot}`)).toBe(true)
})

test('sends a goodbye when the server closes', async () => {
  const { feed, port } = await setUp()
  const all = [await dial(port), await dial(port)]
  for (const { socket } of all) get(socket, '/feed/a')
  await expect.poll(() => feed.streams()).toBe(2)
  feed.close()
  for (const { received } of all) await expect.poll(() => received.text.endsWith(`${chunk(bye)}0\r\n\r\n`)).toBe(true)
  const late = await dial(port)
  get(late.socket, '/feed/a')
  await expect.poll(() => late.received.text.endsWith(`\r\n\r\n${chunk(bye)}0\r\n\r\n`)).toBe(true)
})

test('sends the usual headers with a feed', async () => {
  const feedLines = createFeedConnections()
  const practice = createTestPractice({ isSignedIn: true, answerFeed: feedLines.answer })
  const server = createHttpServer({
    hostname: '127.0.0.1',
    fetch: (request, wire) => practice.fetch(request, wire),
    feedLines,
  })
  const { socket, received } = await dial(await listen(server))
  socket.write(`GET /api/desk/feed HTTP/1.1\r\nHost: ${new URL(practiceOrigin).host}\r\n\r\n`)
  await expect.poll(() => received.text).toContain('event: snapshot')
  for (const line of ['x-content-type-options: nosniff', "content-security-policy: default-src 'none'"])
    expect(received.text.toLowerCase()).toContain(line)
})
