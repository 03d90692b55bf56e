import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('serve.ts', import.meta.url))

/** The result of starting the demo on this port, before anything is built. */
async function startOn(port: string) {
  const child = spawn(process.execPath, [script], { env: { PATH: process.env['PATH'], PORT: port }, timeout: 20_000 })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

test.each(['65536', '-17', '80-and-more', '8e3', ' 4173'])('refuses to start on port %j', async (port) => {
  const { code, out, err } = await startOn(port)
  expect([code, out]).toEqual([1, ''])
  expect(err).toBe('PORT: must be a whole number from 0 to 65535\n')
})

test('refuses to start on a taken port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo // It listens on a port.
  const { code, out, err } = await startOn(String(port))
  other.close()
  expect([code, out, err]).toEqual([
    1,
    '',
    'PORT: another program listens there already: choose another PORT (EADDRINUSE)\n',
  ])
})
