import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendOverNetwork } from './self-sender.ts'

/** Somebody who answers at an address. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/orders`
}

const request = (url: string) =>
  new Request(url, { method: 'POST', headers: { Authorization: 'Bearer s' }, body: new Uint8Array([10]) })

test('a request goes out over the network as it was built, and its answer comes back', async () => {
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

test('a redirect is an answer, and is not followed', async () => {
  let asked = 0
  const url = await listen((_incoming, answer) => {
    asked += 1
    answer.writeHead(301, { Location: '/elsewhere' }).end()
  })
  expect((await sendOverNetwork(request(url))).status).toBe(301)
  expect(asked).toBe(1)
})

test('an address where nobody answers is an error', async () => {
  await expect(sendOverNetwork(request('http://127.0.0.1:1/webhooks/orders'))).rejects.toThrow()
})
