import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('serve-dev.ts', import.meta.url))

function run(env: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [script], { env: { PATH: process.env['PATH'], ...env }, timeout: 25_000 })
}

/** The result of a refused start. */
async function refused(env: Readonly<Record<string, string>>) {
  const child = run(env)
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

test.each([
  ['PORT', '65536'],
  ['PORT', '80-and-more'],
  ['HOST', 'not-an-address-of-ours'],
  ['HOST', '0.0.0.0'],
])('refuses to start with a bad %s (%s), in one line that names it', async (name, value) => {
  const { code, out, err } = await refused({ [name]: value })
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(new RegExp(`^${name}: .+\n$`))
  expect(err).not.toContain(value)
})

test('refuses to start on a taken port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo // It listens on a port.
  const { code, out, err } = await refused({ PORT: String(port) })
  other.close()
  expect([code, err]).toEqual([
    1,
    'HOST, PORT: another program listens there already: choose another PORT (EADDRINUSE)\n',
  ])
  // Vite may report there that it rebuilds its cache.
  expect(out).not.toContain('listening')
})

test('prints the port that the system chose, and serves the practice store there', async () => {
  const child = run({ HOST: '127.0.0.1', PORT: '0' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => line.includes('"listening"') && resolve(line))
    child.once('exit', () => reject(new Error('It ended.')))
  })
  const { url, port } = JSON.parse(await said) as { readonly url: string; readonly port: number }
  expect(url).toBe(`http://localhost:${port}`)
  const answer = await fetch(`${url}/api/desk/session`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ mode: 'practice' })
})
