import { spawn } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { handshakeLimitMs } from '#server/vendor/timeouts.ts'
import { sendOverNetwork } from './self-sender.ts'
import { allowSlowHandshakes } from './slow-handshake.ts'
import { createUpstream } from './upstream.ts'

// It listens, and accepts nobody until it is told to.
const listener = `
  const { readSync, writeSync } = require('node:fs')
  const server = require('node:http').createServer((_request, response) => response.end('fine'))
  server.listen({ port: 0, host: '127.0.0.1', backlog: 8 }, () => {
    writeSync(1, String(server.address().port))
    readSync(0, Buffer.alloc(1))
  })`
const heldByBacklog = 9

/** Somebody whose queue of connections is full: the system asks for a further one again after a second, and it is taken then. */
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

test('a handshake may take a second, though the name has an address more, where nobody is', async () => {
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

const tellAtTheEnd = `import { getDefaultAutoSelectFamilyAttemptTimeout as limit } from 'node:net'
  process.on('exit', () => console.log('limit', limit()))`

test.each(['#server.ts', '#server/node/command/desk-command.ts'])('%s allows it', async (path) => {
  const program = fileURLToPath(new URL(path, import.meta.url))
  const preload = `data:text/javascript,${encodeURIComponent(tellAtTheEnd)}`
  // It ends at once.
  const env = { PATH: process.env['PATH'], PORT: 'none' }
  const child = spawn(process.execPath, ['--import', preload, program], { env })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  await once(child, 'close')
  expect(said).toBe(`limit ${handshakeLimitMs}\n`)
})
