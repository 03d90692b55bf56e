import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Alert } from '#server/observability/alerts.ts'
import { freePort } from '#testing/free-port.ts'
import { createAlertSender } from './alert-sender.ts'

const alert: Alert = {
  alert: 'order_unanswered',
  order_id: '17',
  number: 'A-17',
  waited_seconds: 69,
  at: '2026-11-20T12:01:09.000Z',
}

let server: Server | undefined
afterEach(() => server?.close())

/** The address, with a secret in it, of a server with this answer. */
async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts/SECRET`
}

test('posts an alert as JSON', async () => {
  const received: unknown[] = []
  const url = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push([request.method, request.url, request.headers['content-type'], JSON.parse(body)])
      response.writeHead(204).end()
    })
  })
  await createAlertSender(url)(alert)
  expect(received).toEqual([['POST', '/alerts/SECRET', 'application/json', alert]])
})

test.each([
  ['an error', 500, {}],
  ['a redirect', 307, { Location: 'http://127.0.0.1:9/' }],
])('treats %s as a failed delivery, without the address in the error', async (_what, status, headers) => {
  const url = await listen((_request, response) => response.writeHead(status, headers).end())
  const failure: unknown = await createAlertSender(url)(alert).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(String(failure)).not.toContain('SECRET')
})

test('reports an unreachable address, without the address in the error', async () => {
  const failure: unknown = await createAlertSender(`http://127.0.0.1:${await freePort()}/SECRET`)(alert).catch(
    (error: unknown) => error,
  )
  expect(failure).toEqual(new Error('ALERT_URL cannot be reached (ECONNREFUSED)'))
})
