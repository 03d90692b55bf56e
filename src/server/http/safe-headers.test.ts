import { openWire, type Wire } from '#testing/wire.ts'
import { contentPolicy, contentPolicyOf, framesOfItself, setSafeHeaders } from './safe-headers.ts'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

let wire: Wire
beforeAll(async () => {
  wire = await openWire()
})
afterAll(() => wire.close())

const nothing = "default-src 'none'; frame-ancestors 'none'"
const page = /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'; require-trusted-types-for 'script'/
const forever = 'public, max-age=31536000, immutable'

// Request, status, policy, and how long it is cached.
test.each([
  ['GET', '/', 200, page, 'no-cache'],
  ['HEAD', '/', 200, page, 'no-cache'],
  ['GET', '/index.html', 200, page, 'no-cache'],
  ['GET', '/orders/1', 200, page, 'no-cache'],
  ['GET', '/catalog/items/17', 200, page, 'no-cache'],
  ['GET', '/Closed/', 200, page, 'no-cache'],
  ['GET', '/nowhere', 404, page, 'no-cache'],
  ['GET', '/icon.svg', 200, nothing, 'no-cache'],
  ['GET', '/assets/some-1.js', 200, nothing, forever],
  ['GET', '/assets/nothing.js', 404, nothing, 'no-store'],
  ['GET', '/assets', 404, nothing, 'no-store'],
  ['GET', '/practice/pictures/shop-1.svg', 200, nothing, 'public, max-age=86400'],
  ['GET', '/practice/pictures/none', 404, nothing, 'no-store'],
  ['GET', '/practice/nothing', 404, nothing, 'no-store'],
  ['GET', '/practice/orders', 200, nothing, 'no-store'],
  ['GET', '/healthz', 200, nothing, 'no-store'],
  ['GET', '/api/desk/session', 200, nothing, 'no-store'],
  ['GET', '/api/desk/orders', 401, nothing, 'no-store'],
  ['GET', '/api/nothing', 404, nothing, 'no-store'],
  ['PUT', '/api/desk/session', 405, nothing, 'no-store'],
  ['POST', '/history', 405, nothing, 'no-store'],
  ['DELETE', '/api/desk/session', 403, nothing, 'no-store'],
  ['POST', '/webhooks/orders', 401, nothing, 'no-store'],
  ['GET', 'http://evil.test/', 421, nothing, 'no-store'],
  ['GET', '*', 400, nothing, 'no-store'],
  ['GET', `/${'x'.repeat(40_000)}`, 431, nothing, 'no-store'],
] as const)('%s %s', async (method, target, status, policy, kept) => {
  const { headers, ...answer } = await wire.ask(method, target, ['Origin: https://evil.test'])
  expect(answer.status).toBe(status)
  if (typeof policy === 'string') expect(headers.get('Content-Security-Policy')).toBe(policy)
  else expect(headers.get('Content-Security-Policy')).toMatch(policy)
  expect(headers.get('Cache-Control')).toBe(kept)
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(/^camera=\(self\), .*microphone=\(\)/),
  })
  // No other origin's page may read it; and plain HTTP sends no HSTS.
  expect(
    [...headers.keys()].filter((name) => /^access-control|^strict-transport|^x-powered|^server$/.test(name)),
  ).toEqual([])
})

test('sends HSTS only over https, and only from the public address', async () => {
  const shop = await openWire('https://desk.shop.test')
  const ask = (host: string) => shop.send(['GET /api/desk/session HTTP/1.1', `Host: ${host}`, 'Connection: close'])
  expect((await ask('desk.shop.test')).headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  const atTheMachine = await ask(shop.host)
  expect(atTheMachine.status).toBe(200)
  expect(atTheMachine.headers.get('Strict-Transport-Security')).toBeNull()
  await shop.close()
})

test('sends the policy with a 304 as with a new page', async () => {
  const fresh = await wire.ask('GET', '/')
  const again = await wire.ask('GET', '/history', [`If-None-Match: ${fresh.headers.get('ETag')}`])
  expect(again.status).toBe(304)
  for (const name of ['Content-Security-Policy', 'Cache-Control', 'Permissions-Policy']) {
    expect(again.headers.get(name)).toBe(fresh.headers.get(name))
  }
})

test('allows only what is listed, and nothing that turns text into a script', () => {
  const policy = contentPolicy()
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).not.toMatch(/unsafe|http:|\*|data:|blob:/)
  for (const directive of [
    "script-src 'self'",
    "style-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]) {
    expect(policy.split('; ')).toContain(directive)
  }
})

test('replaces or omits a directive', () => {
  const policy = contentPolicy({ 'connect-src': "'self' ws:", 'frame-ancestors': undefined })
  expect(policy).toContain("connect-src 'self' ws:;")
  expect(policy).not.toContain('frame-ancestors')
})

test('lets a practice store, and no live desk, show itself in frames', async () => {
  expect(contentPolicy()).not.toContain('frame-src')
  const policy = contentPolicy(framesOfItself).split('; ')
  expect(policy).toContain("frame-src 'self'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toHaveLength(contentPolicy().split('; ').length + 1)
  // The rest of a page's headers is as ever.
  const headers = new Headers({ 'Content-Security-Policy': policy.join('; ') })
  setSafeHeaders(headers, false)
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
})

test('allows inline code by its exact hash', async () => {
  const html = '<style>\n b{}</style><script src="/a.js"></script><script type="module">let a = "<b>"\n</script>'
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = await contentPolicyOf(html, crypto.subtle)
  expect(policy).toContain(`script-src 'self' ${hash('let a = "<b>"\n')};`)
  expect(policy).toContain(`style-src 'self' ${hash('\n b{}')};`)
  expect(await contentPolicyOf('<script src="/a.js"></script>', crypto.subtle)).toBe(contentPolicy())
})
