import { expect, test } from 'vitest'
import { isSameAttempt } from '#server/actions/attempt-digest.ts'
import type { OpenAttempt } from '#domain/action-attempt.ts'
import { createAttemptHash } from './attempt-hash.ts'

const tapOf = (digest: string, more: Partial<OpenAttempt> = {}): OpenAttempt => ({
  state: 'open',
  key: 'k',
  action: 'accept',
  orderId: '1',
  by: null,
  at: 0,
  digest,
  ...more,
})

test('gives the same digest after a restart, and reveals neither secret nor text', () => {
  const digest = createAttemptHash('a-token')('0012 a')
  expect(createAttemptHash('a-token')('0012 a')).toBe(digest)
  expect(createAttemptHash('a-token')('0012 b')).not.toBe(digest)
  expect(createAttemptHash('a-tokem')('0012 a').split('.')[0]).not.toBe(digest.split('.')[0])
  expect(digest).toMatch(/^[\w-]{8}\.[\w-]{43}$/)
})

test('treats a key with another body as another attempt', () => {
  const hash = createAttemptHash('a-token')
  expect(isSameAttempt(tapOf(hash('x')), tapOf(hash('x')))).toBe(true)
  expect(isSameAttempt(tapOf(hash('x')), tapOf(hash('y')))).toBe(false)
  expect(isSameAttempt(tapOf('x.1'), tapOf('y.1'))).toBe(false)
})

test('still matches a key to its action and order after the secret changed', () => {
  const before = tapOf(createAttemptHash('a-token')('x'))
  const digest = createAttemptHash('another-token')('x')
  expect(isSameAttempt(before, tapOf(digest))).toBe(true)
  expect(isSameAttempt(before, tapOf(digest, { action: 'ready' }))).toBe(false)
  expect(isSameAttempt(before, tapOf(digest, { orderId: '2' }))).toBe(false)
})
