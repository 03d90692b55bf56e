import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
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
  ['OTHER_DESKS', 'Mansour=ftp://mansour.example'],
  ['OUTBOUND_ALLOW', 'mansour.example'],
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

/** Starts it on a port that the system chooses. @returns its address */
async function start(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = run({ HOST: '127.0.0.1', PORT: '0', ...env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => line.includes('"listening"') && resolve(line))
    child.once('exit', () => reject(new Error('It ended.')))
  })
  const { url, port } = JSON.parse(await said) as { readonly url: string; readonly port: number }
  expect(url).toBe(`http://localhost:${port}`)
  return url
}

test('prints the port that the system chose, and serves the practice store there', async () => {
  const answer = await fetch(`${await start()}/api/desk/session`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ mode: 'practice' })
})

test('reads other shops, and posts to receivers of webhooks', async () => {
  const outside = createServer((_request, response) => void response.end()).listen(0, '127.0.0.1')
  onTestFinished(() => void outside.close())
  await once(outside, 'listening')
  const { port } = outside.address() as AddressInfo // It listens on a port.
  const outsideUrl = `http://127.0.0.1:${port}`
  const url = await start({ OTHER_DESKS: `Mansour=${outsideUrl}`, OUTBOUND_ALLOW: '127.0.0.1' })
  const ask = async (path: string, method: string, body: unknown) => {
    const headers = { Origin: url, 'Content-Type': 'application/json' }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()) as { readonly data: { readonly id: string } } // As in the contract.
  }
  const shopKey = { url: outsideUrl, key: 'vd_abc_0123456789abcdef' }
  expect(await ask('/api/desk/shop-keys', 'PUT', shopKey)).toEqual({ data: { url: outsideUrl, has_key: true } })
  const shops = fetch(`${url}/api/desk/shops`)
  const [{ url: asked, headers }] = (await once(outside, 'request')) as [IncomingMessage]
  expect([asked, headers.authorization]).toEqual(['/api/desk/summary', `Bearer ${shopKey.key}`])
  await shops
  const { data } = await ask('/api/desk/outgoing-webhooks', 'POST', { url: outsideUrl, events: ['order.received'] })
  const test = await ask(`/api/desk/outgoing-webhooks/${data.id}/test`, 'POST', {})
  expect(test).toMatchObject({ data: { state: 'delivered', last_try: { status: 200 } } })
})
