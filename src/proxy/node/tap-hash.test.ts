import { expect, test } from 'vitest'
import { isSameTap } from '#proxy/actions/tap-digest.ts'
import type { OpenTap } from '#proxy/actions/tap.ts'
import { createTapHash } from './tap-hash.ts'

const tapOf = (digest: string, more: Partial<OpenTap> = {}): OpenTap => ({
  state: 'open',
  key: 'k',
  action: 'accept',
  orderId: '1',
  by: null,
  at: 0,
  digest,
  ...more,
})

test('the same secret gives the same digest after a restart, and tells neither secret nor text', () => {
  const digest = createTapHash('a-token')('0012 a')
  expect(createTapHash('a-token')('0012 a')).toBe(digest)
  expect(createTapHash('a-token')('0012 b')).not.toBe(digest)
  expect(createTapHash('a-tokem')('0012 a').split('.')[0]).not.toBe(digest.split('.')[0])
  expect(digest).toMatch(/^[\w-]{8}\.[\w-]{43}$/)
})

test('a key that comes with another body is another tap', () => {
  const hash = createTapHash('a-token')
  expect(isSameTap(tapOf(hash('x')), tapOf(hash('x')))).toBe(true)
  expect(isSameTap(tapOf(hash('x')), tapOf(hash('y')))).toBe(false)
  expect(isSameTap(tapOf('x.1'), tapOf('y.1'))).toBe(false)
})

test('after a change of the secret a key still belongs to its action and its order', () => {
  const before = tapOf(createTapHash('a-token')('x'))
  const digest = createTapHash('another-token')('x')
  expect(isSameTap(before, tapOf(digest))).toBe(true)
  expect(isSameTap(before, tapOf(digest, { action: 'ready' }))).toBe(false)
  expect(isSameTap(before, tapOf(digest, { orderId: '2' }))).toBe(false)
})
