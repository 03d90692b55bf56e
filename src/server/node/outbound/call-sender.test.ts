import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { AlertMessage } from '#server/alerts/call-body.ts'
import { freePort } from '#testing/free-port.ts'
import { createCallSender, type CallAddress } from './call-sender.ts'

const message: AlertMessage = {
  id: 'alert-1',
  body: {
    alert: 'order_unanswered',
    order_id: '17',
    number: 'A-17',
    waited_seconds: 69,
    at: '2026-11-20T12:01:09.000Z',
  },
  text: 'Order A-17 is waiting. 3:51 left to answer',
}

/** The address, with a secret in it, of a server with this answer. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts/SECRET`
}

interface Received {
  readonly request: readonly (string | undefined)[]
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

async function receive() {
  const received: Received[] = []
  const url = await listen((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { method, url: path, headers } = request
      received.push({ request: [method, path, headers['content-type']], headers, text })
      response.writeHead(204).end()
    })
  })
  return { url, received }
}

const send = (url: string, takes: CallAddress['takes'] = 'fields', secret?: string) =>
  createCallSender([{ url, takes }], secret).sendCall(0, message, AbortSignal.timeout(10_000))

test('posts an alert as JSON, unsigned without a secret', async () => {
  const { url, received } = await receive()
  await send(url)
  expect(received.map(({ request, text }) => [...request, JSON.parse(text)])).toEqual([
    ['POST', '/alerts/SECRET', 'application/json', message.body],
  ])
  expect(received[0]?.headers).not.toHaveProperty('webhook-signature')
})

test('posts a sentence to services that show one', async () => {
  const { url, received } = await receive()
  await send(url, 'text')
  expect(received.map(({ text }) => JSON.parse(text) as unknown)).toMatchObject([{ text: message.text }])
})

test('signs the very bytes that it sends', async () => {
  const { url, received } = await receive()
  const secret = 'a-secret-of-24-characters'
  await send(url, 'fields', secret)
  const [{ headers, text } = { headers: {} as IncomingHttpHeaders, text: '' }] = received
  expect(headers['webhook-id']).toBe('alert-1')
  const signed = `alert-1.${String(headers['webhook-timestamp'])}.${text}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
  expect(headers['webhook-timestamp']).toMatch(/^\d{10}$/)
})

test.each([
  ['an error', 500, {}],
  ['a redirect', 307, { Location: 'http://127.0.0.1:9/' }],
])('treats %s as a failed delivery, without the address in the error', async (_what, status, headers) => {
  const url = await listen((_request, response) => response.writeHead(status, headers).end())
  const failure: unknown = await send(url).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(String(failure)).not.toContain('SECRET')
})

test('reports an unreachable address, without the address in the error', async () => {
  const failure: unknown = await send(`http://127.0.0.1:${await freePort()}/SECRET`).catch((error: unknown) => error)
  expect(failure).toEqual(new Error('ALERT_URL cannot be reached (ECONNREFUSED)'))
})
