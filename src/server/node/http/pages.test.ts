import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compressed, createPages } from './pages.ts'

const long = JSON.stringify({ data: Array.from({ length: 500 }, (_, row) => ({ id: String(row), name: 'An item' })) })
const answer = (text = long, status = 200) =>
  new Response(text, { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } })
const orders = '/api/desk/orders?view=open'

async function encodingOf(path: string, accepted: string | undefined, response = answer()) {
  return (await compressed(path, accepted, response)).headers.get('Content-Encoding')
}

test('compresses a long list by the best accepted method, and sets Vary', async () => {
  const br = await compressed(orders, 'gzip, deflate, br, zstd', answer())
  expect([br.headers.get('Content-Encoding'), br.headers.get('Vary')]).toEqual(['br', 'Accept-Encoding'])
  expect(br.headers.get('Cache-Control')).toBe('no-store')
  const bytes = new Uint8Array(await br.arrayBuffer())
  expect(bytes.byteLength).toBeLessThan(long.length / 5)
  expect(brotliDecompressSync(bytes).toString()).toBe(long)
  const gzipped = await compressed(orders, 'gzip;q=1.0, br;q=0', answer())
  expect(gzipped.headers.get('Content-Encoding')).toBe('gzip')
  expect(gunzipSync(new Uint8Array(await gzipped.arrayBuffer())).toString()).toBe(long)
})

test('sends a list uncompressed if the client accepts nothing else', async () => {
  for (const accepted of [undefined, '', 'identity', 'br;q=0', 'deflate', 'x-br']) {
    const plain = await compressed(orders, accepted, answer())
    expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, long])
  }
})

test('leaves short answers and errors uncompressed', async () => {
  expect(await encodingOf(orders, 'br', answer('{"data":[]}'))).toBeNull()
  expect(await encodingOf(orders, 'br', answer(long, 503))).toBeNull()
})

test('leaves a page alone that was compressed in advance', async () => {
  const page = new Response(long, { headers: { 'Content-Encoding': 'gzip' } })
  const sent = await compressed('/', 'br, gzip', page)
  expect([sent.headers.get('Content-Encoding'), await sent.text()]).toEqual(['gzip', long])
})

test('never compresses a single order, which may have a hand-over code, the session and other pages', async () => {
  for (const path of [
    '/api/desk/orders/7',
    '/api/desk/session',
    '/api/developer/v1/orders/7',
    '/api/desk/log',
    '/closed',
  ])
    expect(await encodingOf(path, 'br')).toBeNull()
  for (const path of ['/api/developer/v1/items?page=2', '/api/desk/catalog/items?q=a', '/api/developer/v1/brands', '/'])
    expect(await encodingOf(path, 'br')).toBe('br')
})

test.each([
  ['a live desk', {}, "frame-ancestors 'none'", 404],
  ['a practice store', { showsItself: true }, "frame-ancestors 'self'", 200],
] as const)('shows frames of itself, and the page that needs them, only in a practice store: %s', async (...row) => {
  const [, options, directive, status] = row
  const folder = mkdtempSync(join(tmpdir(), 'vendor-desk-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Vendor Desk</title>')
  const pages = await createPages(folder, options)
  const page = await pages(new Request('http://desk.test/'))
  const policy = page.headers.get('Content-Security-Policy') ?? ''
  expect(policy.split('; ')).toContain(directive)
  expect(policy.includes("frame-src 'self'")).toBe(status === 200)
  expect((await pages(new Request('http://desk.test/training'))).status).toBe(status)
})
