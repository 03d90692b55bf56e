import dns from 'node:dns/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PushRefused } from '#server/alerts/outside.ts'
import { createPushService } from '#testing/push-service.ts'
import { createPushSender } from './push-sender.ts'

test.each([
  ['https://push.test/1', true, true],
  ['https://8.8.8.8/1', true, true],
  ['https://10.0.0.1/1', false, false],
  ['https://[::1]/1', false, false],
  ['https://[::ffff:7f00:1]/1', false, true],
  ['https://127.0.0.1/1', false, true],
  // As numbers, in which 127.0.0.1 hides.
  ['https://2130706433/1', false, true],
  ['https://0x7f.1/1', false, true],
  ['http://127.0.0.1:8080/1', false, true],
  ['http://push.test/1', false, true],
  ['https://localhost/1', false, true],
  ['http://till.localhost./1', false, true],
  ['ftp://push.test/1', false, false],
])('a phone may have %s: %s; with 127.0.0.1 allowed: %s', (endpoint, isUsual, isWithLoopback) => {
  expect(createPushSender([]).allowsEndpoint(new URL(endpoint))).toBe(isUsual)
  expect(createPushSender(['127.0.0.1']).allowsEndpoint(new URL(endpoint))).toBe(isWithLoopback)
})

interface Answer {
  readonly status: number
  readonly location?: string
  readonly isEndless?: boolean
}

async function listen(answer: Answer = { status: 201 }) {
  const service = createPushService()
  const statuses: number[] = []
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}${request.url}`
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = new Headers(request.headers as Record<string, string>)
      statuses.push(service.take(url, headers, Buffer.concat(chunks)))
      response.writeHead(answer.status, answer.location === undefined ? {} : { Location: answer.location }).write('x')
      if (!answer.isEndless) response.end()
    })
  })
  /** The end of its first connection. */
  const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { service, statuses, closed, port: (server.address() as AddressInfo).port }
}

const limit = () => AbortSignal.timeout(10_000)

function requestFor({ service, port }: Awaited<ReturnType<typeof listen>>, allow: readonly string[], host: string) {
  const sender = createPushSender(allow)
  const keys = sender.makePushKeys?.() ?? { publicKey: '', privateKey: '' }
  service.serverKey = keys.publicKey
  const message = { kind: 'test', title: 'مرحبا' }
  const request = {
    ...service.subscribe('one', `http://${host}:${port}`),
    payload: JSON.stringify(message),
    ttl: 60,
    urgency: 'high' as const,
    topic: 'abc',
    vapid: { ...keys, subject: 'https://desk.test' },
  }
  return { sender, request, message }
}

test('sends what only the phone can read, signed', async () => {
  const listening = await listen()
  const { sender, request, message } = requestFor(listening, ['127.0.0.0/8'], '127.0.0.1')
  expect(await sender.sendPush(request, limit())).toBe(201)
  expect(listening.statuses).toEqual([201])
  expect(listening.service.received).toMatchObject([{ message, ttl: 60, urgency: 'high', topic: 'abc' }])
})

test('does not connect to an address that is not allowed, whatever its name', async () => {
  const listening = await listen()
  for (const host of ['127.0.0.1', 'localhost']) {
    const { sender, request } = requestFor(listening, ['10.9.8.7'], host)
    for (const endpoint of [request.endpoint, request.endpoint.replace('http:', 'https:')])
      await expect(sender.sendPush({ ...request, endpoint }, limit())).rejects.toBeInstanceOf(PushRefused)
  }
  expect(listening.statuses).toEqual([])
})

test('connects to the address that was checked, although the name has another one by then', async () => {
  const listening = await listen()
  const { sender, request } = requestFor(listening, ['127.0.0.1'], 'rebinding.test')
  let asked = 0
  vi.spyOn(dns, 'lookup').mockImplementation((async () => {
    asked += 1
    return [{ address: asked === 1 ? '127.0.0.1' : '127.6.6.6', family: 4 }]
  }) as unknown as typeof dns.lookup)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await sender.sendPush(request, limit())).toBe(201)
})

test('follows no redirect', async () => {
  const elsewhere = await listen()
  const listening = await listen({ status: 307, location: `http://127.0.0.1:${elsewhere.port}/` })
  const { sender, request } = requestFor(listening, ['127.0.0.1'], '127.0.0.1')
  expect(await sender.sendPush(request, limit())).toBe(307)
  expect(elsewhere.statuses).toEqual([])
})

test('holds no connection to a push service whose answer never ends', async () => {
  const listening = await listen({ status: 201, isEndless: true })
  const { sender, request } = requestFor(listening, ['127.0.0.1'], '127.0.0.1')
  expect(await sender.sendPush(request, new AbortController().signal)).toBe(201)
  await listening.closed
})

test('refuses keys that are on no curve, without quoting them', async () => {
  const listening = await listen()
  const { sender, request } = requestFor(listening, ['127.0.0.1'], '127.0.0.1')
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
  const sent = sender.sendPush({ ...request, keys: { ...request.keys, p256dh } }, limit())
  await expect(sent).rejects.toEqual(new PushRefused('The keys of the phone cannot be used.'))
})
