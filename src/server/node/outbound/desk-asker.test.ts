import dns from 'node:dns/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { summaryLimitBytes } from '#server/shops/shop-reader.ts'
import { freePort } from '#testing/free-port.ts'
import { createDeskAsker } from './desk-asker.ts'

const key = 'vd_test_key-that-must-not-leak'
const here = ['127.0.0.1', '::1']

/** The address of a desk with this answer. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ask = (url: string, allow: readonly string[] = here, signal = AbortSignal.timeout(10_000)) =>
  createDeskAsker(allow)(new URL('/api/desk/summary', url), key, signal)

const problem = (url: string, allow?: readonly string[]) =>
  ask(url, allow).then(
    () => 'answered',
    (error: unknown) => {
      expect(String(error)).not.toMatch(/leak|127|localhost/)
      return (error as { readonly problem?: string }).problem
    },
  )

test('asks with the key, and reads the whole answer', async () => {
  const asked: unknown[] = []
  const url = await listen(({ method, url: path, headers }, response) => {
    asked.push([method, path, headers.authorization, headers.cookie])
    response.write('{"data":')
    response.end('"ü"}')
  })
  expect(await ask(url)).toEqual({ status: 200, text: '{"data":"ü"}', retryAfter: undefined })
  expect(asked).toEqual([['GET', '/api/desk/summary', `Bearer ${key}`, undefined]])
})

test.each([
  [429, { 'Retry-After': '7' }, '7'],
  [302, { Location: 'http://127.0.0.1:9/' }, undefined],
  [500, {}, undefined],
])('does not read an answer with status %s, nor follow it', async (status, headers, retryAfter) => {
  // It would never end.
  const url = await listen((_request, response) => response.writeHead(status, headers).write('x'))
  expect(await ask(url)).toEqual({ status, text: '', retryAfter })
})

test('gives up beyond the limit of size', async () => {
  let sent = 0
  const url = await listen((_request, response) => {
    const more = () => {
      sent += 1
      if (!response.destroyed) response.write('x'.repeat(1000), () => setImmediate(more))
    }
    more()
  })
  expect(await problem(url)).toBe('unreadable')
  expect(sent * 1000).toBeLessThan(summaryLimitBytes * 100)
})

test('does not wait beyond the time limit of the caller', async () => {
  const limit = new AbortController()
  const url = await listen(() => limit.abort())
  await expect(ask(url, here, limit.signal)).rejects.toThrow(/no_contact/)
})

test('says what is wrong with a connection', async () => {
  const url = await listen((_request, response) => response.destroy())
  expect(await problem(url)).toBe('no_contact')
  expect(await problem(`http://127.0.0.1:${await freePort()}`)).toBe('no_contact')
  expect(await problem('https://shop.invalid')).toBe('no_contact')
  expect(await problem(url.replace('http:', 'https:'))).toBe('not_https')
})

test('says of what is no desk at all that it cannot be read', async () => {
  for (const text of ['SSH-2.0-x\r\n', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`]) {
    const url = await listen(({ socket }) => socket.on('error', () => undefined).end(text))
    expect(await problem(url)).toBe('unreadable')
  }
})

test('follows no name to another address than the checked one, and no connection is kept', async () => {
  const url = await listen((_request, response) => response.end('{}'))
  let asked = 0
  vi.spyOn(dns, 'lookup').mockImplementation((async () => {
    asked += 1
    return [{ address: asked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
  }) as unknown as typeof dns.lookup)
  onTestFinished(() => void vi.restoreAllMocks())
  const moving = url.replace('127.0.0.1', 'moving.test')
  expect(await problem(moving)).toBe('answered')
  expect(await problem(moving)).toBe('not_https')
  expect(await problem(moving.replace('http:', 'https:'))).toBe('not_allowed')
})

test.each([
  ['https://10.0.0.7', 'not_allowed'],
  ['https://169.254.169.254', 'not_allowed'],
  ['https://[::ffff:10.0.0.7]', 'not_allowed'],
  ['https://[fe80::1]', 'not_allowed'],
  ['https://localhost', 'not_allowed'],
  ['http://localhost', 'not_https'],
  ['http://192.0.2.7', 'not_https'],
])('does not connect to %s unless it is allowed', async (url, expected) => {
  expect(await problem(url, [])).toBe(expected)
})
