import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentPolicy, contentPolicyOf } from './content-policy.ts'

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

test('allows inline code by its exact hash', async () => {
  const html = '<style>\n b{}</style><script src="/a.js"></script><script type="module">let a = "<b>"\n</script>'
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = await contentPolicyOf(html, crypto.subtle)
  expect(policy).toContain(`script-src 'self' ${hash('let a = "<b>"\n')};`)
  expect(policy).toContain(`style-src 'self' ${hash('\n b{}')};`)
  expect(await contentPolicyOf('<script src="/a.js"></script>', crypto.subtle)).toBe(contentPolicy())
})
