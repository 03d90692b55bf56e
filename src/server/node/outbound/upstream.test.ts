import { systemClock } from '#contract/system-clock.ts'
import { handshakeLimitMs, NoAnswer } from '#server/vendor/vendor-transport.ts'
import { createVendor } from '#server/vendor/vendor.ts'
import { allowSlowHandshakes, createUpstream, sendOverNetwork } from './upstream.ts'
import { spawn } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createSocketServer,
  type Server as SocketServer,
  type Socket,
} from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'

describe('upstream', () => {
  const servers: Server[] = []
  const sockets: SocketServer[] = []

  afterEach(async () => {
    for (const server of sockets.splice(0)) server.close()
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  })

  interface Arrived {
    readonly method: string | undefined
    readonly url: string | undefined
    readonly headers: IncomingMessage['headers']
    readonly names: readonly string[]
    readonly body: string
  }

  /** A vendor over loopback HTTP that records its requests. */
  async function listen(respond: RequestListener) {
    const arrived: Arrived[] = []
    const server = createServer((request, response) => {
      const names = request.rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase())
      void text(request).then((body) => {
        arrived.push({
          method: request.method,
          url: request.url,
          headers: request.headers,
          names: names.toSorted(),
          body,
        })
        respond(request, response)
      })
    })
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // It listens on a port.
    const vendor = createVendor({
      baseUrl,
      token: () => 'token-1',
      sendToVendor: createUpstream(),
      clock: systemClock,
      log: () => {},
    })
    return { arrived, baseUrl, vendor, server }
  }

  const fine: RequestListener = (_request, response) =>
    response.setHeader('Content-Type', 'application/json').end('{"data":{"id":"1"}}')
  const order = { params: { orderId: '1' } }

  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('It did not fail.'),
      (error: unknown) => error,
    )

  test('sends a plain POST with Content-Length: 0, without Content-Type and extra headers', async () => {
    const { arrived, vendor } = await listen(fine)
    await vendor.call('acceptOrder', order)
    const names = ['accept', 'authorization', 'connection', 'content-length', 'host']
    expect(arrived).toMatchObject([{ method: 'POST', url: '/api/developer/v1/orders/1/accept', names, body: '' }])
    expect(arrived[0]?.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer token-1',
      'content-length': '0',
    })
  })

  test('sends a body with its length in bytes and its type', async () => {
    const { arrived, vendor } = await listen(fine)
    await vendor.call('rejectOrder', { ...order, body: { reason_text: 'نفد 😀' } })
    const [first] = arrived
    expect(first?.body).toBe('{"reason_text":"نفد 😀"}')
    expect(first?.names).toEqual(['accept', 'authorization', 'connection', 'content-length', 'content-type', 'host'])
    expect(first?.headers['content-length']).toBe(String(Buffer.byteLength('{"reason_text":"نفد 😀"}')))
    expect(first?.headers['content-type']).toBe('application/json')
  })

  test('sends a read without extra headers', async () => {
    const { arrived, vendor } = await listen(fine)
    const { body } = await vendor.call('listItems', { params: {}, query: { page: '2' } })
    expect(body).toEqual({ data: { id: '1' } })
    const [first] = arrived
    expect(first).toMatchObject({ method: 'GET', url: '/api/developer/v1/items?page=2', body: '' })
    expect(first?.names).toEqual(['accept', 'authorization', 'connection', 'host'])
  })

  /** A connection is free one turn after its answer, unless unexpected data arrives. */
  const lineIsFree = () => setImmediate()

  test('shares a connection for reads, and never for an action', async () => {
    const ports: (number | undefined)[] = []
    const { vendor } = await listen((request, response) => {
      ports.push(request.socket.remotePort)
      fine(request, response)
    })
    for (const name of ['getOrder', 'getOrder', 'acceptOrder', 'acceptOrder'] as const) {
      await vendor.call(name, order)
      await lineIsFree()
    }
    const [first, second, third, fourth] = ports
    expect(second).toBe(first)
    expect(new Set([first, third, fourth]).size).toBe(3)
  })

  test.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const { arrived, vendor } = await listen((_request, response) =>
      response.writeHead(status, { Location: '/elsewhere' }).end(),
    )
    expect(await failureOf(vendor.call('acceptOrder', order))).toMatchObject({ reason: 'unreadable', status })
    expect(await failureOf(vendor.call('getOrder', order))).toMatchObject({ reason: 'unreadable', status })
    expect(arrived.map(({ url }) => url)).toEqual(['/api/developer/v1/orders/1/accept', '/api/developer/v1/orders/1'])
  })

  const compress = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync }
  const encodings = Object.keys(compress) as (keyof typeof compress)[]

  test.each(encodings)('reads an answer compressed by %s, although it was not requested', async (encoding) => {
    const { vendor } = await listen((_request, response) =>
      response.setHeader('Content-Encoding', encoding).end(compress[encoding]('{"data":{"id":"1"}}')),
    )
    expect((await vendor.call('getOrder', order)).body).toEqual({ data: { id: '1' } })
  })

  test.each(encodings)('treats a small answer that %s expands beyond 8 MiB as unreadable', async (encoding) => {
    const swollen = compress[encoding](JSON.stringify({ data: { id: '1', more: 'x'.repeat(16 * 1024 * 1024) } }))
    expect(swollen.byteLength).toBeLessThan(64 * 1024)
    const { vendor } = await listen((_request, response) =>
      response.setHeader('Content-Encoding', encoding).end(swollen),
    )
    for (const name of ['getOrder', 'acceptOrder'] as const)
      expect(await failureOf(vendor.call(name, order))).toMatchObject({ reason: 'unreadable', isClear: false })
  })

  test('cuts an endless answer beyond 8 MiB, with its connection', async () => {
    const gone = Promise.withResolvers<void>()
    let written = 0
    const { vendor } = await listen((request, response) => {
      request.socket.once('close', gone.resolve)
      const part = Buffer.alloc(1024 * 1024, 'x')
      const writeOn = () => {
        if (response.destroyed) return
        written += part.byteLength
        response.write(part, writeOn)
      }
      writeOn()
    })
    expect(await failureOf(vendor.call('getOrder', order))).toMatchObject({ reason: 'unreadable', isClear: false })
    await gone.promise
    expect(written).toBeGreaterThan(8 * 1024 * 1024)
  })

  test('joins an answer of many parts exactly', async () => {
    const body = JSON.stringify({ data: { id: '1', name: 'نقد 😀'.repeat(20) } })
    const { vendor } = await listen((_request, response) => {
      const bytes = [...Buffer.from(body)]
      const writeOn = () => {
        const part = bytes.splice(0, 7)
        if (part.length === 0) response.end()
        else response.write(Buffer.from(part), writeOn)
      }
      writeOn()
    })
    expect((await vendor.call('getOrder', order)).text).toBe(body)
  })

  test.each(['gzip, gzip', 'gzip,br,gzip,br,gzip,br', 'compress', 'x-unknown', 'identity, gzip'])(
    'treats an answer encoded as "%s" as unreadable',
    async (encoding) => {
      const { vendor } = await listen((_request, response) =>
        response.setHeader('Content-Encoding', encoding).end(gzipSync(gzipSync('{"data":{"id":"1"}}'))),
      )
      expect(await failureOf(vendor.call('getOrder', order))).toMatchObject({ reason: 'unreadable' })
      expect(await failureOf(vendor.call('acceptOrder', order))).toMatchObject({ isClear: false })
    },
  )

  test.each([
    ['is not compressed at all', Buffer.from('{"data":{"id":"1"}}')],
    ['ends too early', gzipSync('{"data":{"id":"1"}}').subarray(0, 20)],
  ])('treats an answer marked as gzip that is %s as unreadable', async (_says, body) => {
    const { vendor } = await listen((_request, response) => response.setHeader('Content-Encoding', 'gzip').end(body))
    expect(await failureOf(vendor.call('getOrder', order))).toMatchObject({ reason: 'unreadable' })
  })

  test('reads an answer marked as not compressed', async () => {
    const { vendor } = await listen((request, response) =>
      fine(request, response.setHeader('Content-Encoding', 'identity')),
    )
    expect((await vendor.call('getOrder', order)).body).toEqual({ data: { id: '1' } })
  })

  test('aborts an unanswered request, visibly for the vendor', async () => {
    const seen = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    const { baseUrl } = await listen((request) => {
      request.socket.once('close', gone.resolve)
      seen.resolve()
    })
    const abort = new AbortController()
    const asked = createUpstream()({ method: 'POST', url: new URL(`${baseUrl}/slow`), headers: {} }, abort.signal)
    await seen.promise
    abort.abort()
    await expect(asked).rejects.toThrow(NoAnswer)
    await gone.promise
  })

  test('aborts in the middle of a body, visibly for the vendor', async () => {
    const half = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    const { baseUrl } = await listen((request, response) => {
      request.socket.once('close', gone.resolve)
      response.write('{"data":', () => half.resolve())
    })
    const abort = new AbortController()
    const asked = createUpstream()({ method: 'GET', url: new URL(`${baseUrl}/half`), headers: {} }, abort.signal)
    await half.promise
    abort.abort()
    await expect(asked).rejects.toThrow()
    await gone.promise
  })

  test('does not send what was aborted before', async () => {
    const { arrived, baseUrl } = await listen(fine)
    const asked = createUpstream()({ method: 'GET', url: new URL(baseUrl), headers: {} }, AbortSignal.abort())
    await expect(asked).rejects.toThrow()
    expect(arrived).toEqual([])
  })

  test('treats a connection that breaks within an answer as unreadable', async () => {
    const { vendor } = await listen((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('{"data":', () => response.destroy())
    })
    for (const name of ['getOrder', 'acceptOrder'] as const)
      expect(await failureOf(vendor.call(name, order))).toMatchObject({ reason: 'unreadable', isClear: false })
  })

  test.each([
    [400, 'refused'],
    [401, 'unauthenticated'],
    [429, 'too-many'],
    [503, 'failing'],
  ] as const)('reports a %i by its status, whatever its body', async (status, reason) => {
    const bodies: RequestListener[] = [
      (_request, response) => response.setHeader('Content-Encoding', 'gzip').end(),
      (_request, response) => response.setHeader('Content-Encoding', 'br').end('not that'),
      (_request, response) =>
        response.setHeader('Content-Length', '100').write('{"message":', () => response.destroy()),
    ]
    for (const body of bodies) {
      const { vendor } = await listen((request, response) => {
        response.statusCode = status
        response.setHeader('Retry-After', '7')
        body(request, response)
      })
      for (const name of ['getOrder', 'acceptOrder'] as const)
        expect(await failureOf(vendor.call(name, order))).toMatchObject({ reason, status, retryAfterMs: 7000 })
    }
  })

  test.each([
    [400, 'refused'],
    [429, 'too-many'],
    [503, 'failing'],
  ] as const)('reports a %i by its status, although its body never ends', async (status, reason) => {
    const { vendor } = await listen((_request, response) => {
      response.writeHead(status, { 'Content-Length': 100, 'Retry-After': '7' }).write('{"message":')
    })
    for (const name of ['getOrder', 'acceptOrder'] as const)
      expect(await failureOf(vendor.call(name, { ...order, timeLimitMs: 300 }))).toMatchObject({
        reason,
        status,
        retryAfterMs: 7000,
      })
  })

  test('treats an informational answer alone as none', async () => {
    const { vendor } = await listen((_request, response) => response.writeEarlyHints({ link: '</x>' }))
    for (const name of ['getOrder', 'acceptOrder'] as const)
      expect(await failureOf(vendor.call(name, { ...order, timeLimitMs: 300 }))).toMatchObject({
        reason: 'silent',
        status: undefined,
        wasNeverSent: false,
      })
  })

  test('joins a body of thousands of parts', async () => {
    const letters = 'abcdefghij'.repeat(250)
    const { vendor } = await listen((_request, response) => {
      response.write('{"data":{"id":"1","note":"')
      for (const letter of letters) response.write(letter)
      response.end('"}}')
    })
    expect((await vendor.call('getOrder', order)).body.data).toEqual({ id: '1', note: letters })
  })

  test('treats a connection that breaks before an answer as no answer', async () => {
    const { vendor } = await listen((request) => request.socket.destroy())
    expect(await failureOf(vendor.call('acceptOrder', order))).toMatchObject({ reason: 'silent', timedOut: false })
  })

  test('reports a vendor that is not there as never sent', async () => {
    const { vendor, server } = await listen(fine)
    server.close()
    await once(server, 'close')
    const never = { reason: 'silent', wasNeverSent: true, isClear: true }
    expect(await failureOf(vendor.call('acceptOrder', order))).toMatchObject(never)
  })

  test('reports a failed TLS handshake as never sent, whatever was received', async () => {
    let received = ''
    const server = createSocketServer((socket) => {
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
      })
      socket.on('error', () => undefined)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}` // It listens on a port.
    const vendor = createVendor({
      baseUrl,
      token: () => 'token-1',
      sendToVendor: createUpstream(),
      clock: systemClock,
      log: () => {},
    })
    expect(await failureOf(vendor.call('acceptOrder', order))).toMatchObject({ wasNeverSent: true })
    server.close()
    expect(received).not.toBe('')
    expect(received).not.toContain('token-1')
  })

  /** A vendor that closes a connection after a number of answers, when the next request comes. */
  async function tired(
    answersOfEach: readonly number[],
    letGo: (socket: Socket) => unknown = (socket) => socket.destroy(),
  ) {
    let opened = 0
    let asked = 0
    const left = new Map<Socket, number>()
    const { vendor } = await listen((request, response) => {
      asked += 1
      const { socket } = request
      const answers = left.get(socket) ?? answersOfEach[opened++] ?? 0
      left.set(socket, answers - 1)
      if (answers > 0) fine(request, response)
      else letGo(socket)
    })
    return { vendor, asked: () => asked }
  }

  test.each<[string, (socket: Socket) => unknown]>([
    ['given up', (socket) => socket.destroy()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('repeats a read on a new connection if the vendor had just %s the old one', async (_says, letGo) => {
    const { vendor, asked } = await tired([1, 1], letGo)
    await vendor.call('getOrder', order)
    await lineIsFree()
    await expect(vendor.call('getOrder', order)).resolves.toMatchObject({ body: { data: { id: '1' } } })
    expect(asked()).toBe(3)
  })

  test('repeats it once, and never on a new connection', async () => {
    const { vendor, asked } = await tired([1, 0, 0])
    await vendor.call('getOrder', order)
    await lineIsFree()
    expect(await failureOf(vendor.call('getOrder', order))).toMatchObject({ reason: 'silent', wasNeverSent: false })
    expect(asked()).toBe(3)
    expect(await failureOf(vendor.call('getOrder', order))).toMatchObject({ reason: 'silent', wasNeverSent: false })
    expect(asked()).toBe(4)
  })

  test.each(['at once', 'after a first answer'])(
    'treats a connection that breaks %s as possibly received',
    async (when) => {
      let calls = 0
      const { vendor } = await listen((request, response) => {
        calls += 1
        if (when !== 'at once' && calls === 1) fine(request, response)
        else request.socket.destroy()
      })
      if (when !== 'at once') await vendor.call('getOrder', order)
      await lineIsFree()
      for (const name of ['getOrder', 'acceptOrder'] as const)
        expect(await failureOf(vendor.call(name, order))).toMatchObject({ wasNeverSent: false, isClear: false })
    },
  )

  test.each([204, 205, 304])('treats a %i without a body as unreadable', async (status) => {
    const { vendor } = await listen((_request, response) => response.writeHead(status).end())
    expect(await failureOf(vendor.call('getOrder', order))).toMatchObject({ reason: 'unreadable' })
  })

  test('treats oversized headers and non-HTTP bytes as no answer', async () => {
    const { vendor } = await listen((_request, response) =>
      response.writeHead(200, { 'X-Large': 'x'.repeat(20_000) }).end('{}'),
    )
    expect(await failureOf(vendor.call('getOrder', order))).toMatchObject({ reason: 'silent' })
    const other = await listen((request) => request.socket.end('hello\r\n\r\n'))
    expect(await failureOf(other.vendor.call('getOrder', order))).toMatchObject({ reason: 'silent' })
  })

  /** A vendor that always answers these bytes. */
  async function saying(bytes: string) {
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(bytes))
    })
    sockets.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // It listens on a port.
    return createVendor({
      baseUrl,
      token: () => 'token-1',
      sendToVendor: createUpstream(),
      clock: systemClock,
      log: () => {},
    })
  }

  const good = '{"data":{"id":"1"}}'
  const withLength = (text: string) => `Content-Length: ${text.length}\r\n\r\n${text}`

  test.each([
    ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 5\r\n${withLength(good)}`],
    ['a length and chunks', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${withLength(good)}`],
    ['another protocol', `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n${good}`],
    ['a status that is none', `HTTP/1.1 abc OK\r\n${withLength(good)}`],
    ['only hints that it goes on', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)],
    ['nothing', ''],
  ])('treats an answer with %s as none', async (_says, bytes) => {
    const vendor = await saying(bytes)
    for (const name of ['getOrder', 'acceptOrder'] as const)
      expect(await failureOf(vendor.call(name, order))).toMatchObject({ isClear: false, wasNeverSent: false })
  })

  test('skips informational answers, and reads another charset as UTF-8', async () => {
    const hints = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n'.repeat(50)
    const vendor = await saying(
      `${hints}HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-16\r\n${withLength(good)}`,
    )
    expect((await vendor.call('getOrder', order)).body).toEqual({ data: { id: '1' } })
  })

  test('reads only Retry-After of the answer’s headers', async () => {
    const { baseUrl } = await listen((_request, response) =>
      response
        .writeHead(429, {
          'Set-Cookie': 'vendor=1',
          'Retry-After': '7',
          'X-Powered-By': 'x',
          'Content-Type': 'text/html',
        })
        .end('no'),
    )
    const request = { method: 'GET', url: new URL(`${baseUrl}/x`), headers: {} } as const
    const response = await createUpstream()(request, new AbortController().signal)
    expect(response).toEqual({
      status: 429,
      retryAfter: '7',
      date: expect.any(String),
      isFromCache: false,
      body: Buffer.from('no'),
    })
  })
})

describe('slow handshake', () => {
  // Listens, and accepts connections only when told to.
  const listener = `
  const { readSync, writeSync } = require('node:fs')
  const server = require('node:http').createServer((_request, response) => response.end('fine'))
  server.listen({ port: 0, host: '127.0.0.1', backlog: 8 }, () => {
    writeSync(1, String(server.address().port))
    readSync(0, Buffer.alloc(1))
  })`
  const heldByBacklog = 9

  /** A server with a full backlog: the system retries after a second, and then succeeds. */
  async function listenSlowly() {
    const child = spawn(process.execPath, ['-e', listener])
    onTestFinished(() => void child.kill())
    const [port] = (await once(child.stdout, 'data')) as [Buffer]
    for (let held = 0; held < heldByBacklog; held += 1) {
      const socket = connect(Number(port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
    }
    return { port: Number(port), accept: () => void child.stdin.write('\n') }
  }

  test('waits a second for a handshake although another address is unreachable', async () => {
    const { port, accept } = await listenSlowly()
    const addresses = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
    const lookup = vi.spyOn(dns, 'lookup') as unknown as ReturnType<typeof vi.fn>
    onTestFinished(() => lookup.mockRestore())
    lookup.mockImplementation((_name, _options, tell: (error: null, found: typeof addresses) => void) =>
      tell(null, addresses),
    )
    allowSlowHandshakes()
    const url = new URL(`http://vendor.test:${port}/`)
    const send = createUpstream()
    const signal = new AbortController().signal
    const asked = Promise.all([
      send({ method: 'POST', url, headers: {} }, signal),
      send({ method: 'GET', url, headers: {} }, signal),
      sendOverNetwork(new Request(url)),
    ])
    while (lookup.mock.calls.length < 3) await setImmediate()
    await setImmediate()
    accept()
    expect((await asked).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  const notifyAtTheEnd = `import { getDefaultAutoSelectFamilyAttemptTimeout as limit } from 'node:net'
  process.on('exit', () => console.log('limit', limit()))`

  test.each(['../../../server.ts', '../command/desk-command.ts'])('applies to %s', async (path) => {
    const program = fileURLToPath(new URL(path, import.meta.url))
    const preload = `data:text/javascript,${encodeURIComponent(notifyAtTheEnd)}`
    // It exits at once.
    const env = { PATH: process.env['PATH'], PORT: 'none' }
    const child = spawn(process.execPath, ['--import', preload, program], { env })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    await once(child, 'close')
    expect(output).toBe(`limit ${handshakeLimitMs}\n`)
  })
})

describe('self sender', () => {
  /** Starts a server. */
  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/orders`
  }

  const request = (url: string) =>
    new Request(url, { method: 'POST', headers: { Authorization: 'Bearer s' }, body: new Uint8Array([10]) })

  test('sends a request over the network as it is, and returns its answer', async () => {
    let came = ''
    const url = await listen((incoming, answer) => {
      incoming.on(
        'data',
        (bytes: Buffer) => (came = `${incoming.method} ${incoming.headers.authorization} ${bytes.length}`),
      )
      incoming.on('end', () => answer.writeHead(202).end('{"data":{"result":"test"}}'))
    })
    const response = await sendOverNetwork(request(url))
    expect([response.status, await response.text()]).toEqual([202, '{"data":{"result":"test"}}'])
    expect(came).toBe('POST Bearer s 1')
  })

  test('returns a redirect without following it', async () => {
    let asked = 0
    const url = await listen((_incoming, answer) => {
      asked += 1
      answer.writeHead(301, { Location: '/elsewhere' }).end()
    })
    expect((await sendOverNetwork(request(url))).status).toBe(301)
    expect(asked).toBe(1)
  })

  test('throws if nobody answers at the address', async () => {
    await expect(sendOverNetwork(request('http://127.0.0.1:1/webhooks/orders'))).rejects.toThrow()
  })
})
