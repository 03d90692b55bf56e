import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeGently } from './close-gently.ts'

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
