import type { OpenAttempt } from '#domain/action-attempt.ts'
import { isSameAttempt } from '#server/actions/earlier-attempts.ts'
import { argonPins, createArgonPins, createAttemptHash } from './hashes.ts'
import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'

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

test('stores a PIN with its cost and its own salt', async () => {
  const [one, other] = [await argonPins.hash('1234'), await argonPins.hash('1234')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(other)
})

test('recognises the PIN, and no other', async () => {
  const hash = await argonPins.hash('1234')
  expect(await argonPins.verify('1234', hash)).toBe(true)
  for (const pin of ['', '1235', '12345', '123', '01234', ' 1234']) {
    expect(await argonPins.verify(pin, hash), pin).toBe(false)
  }
})

test('checks a hash by the cost that it names', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const options = { message: '5678', nonce: salt, parallelism: 2, tagLength: 32, memory: 64, passes: 3 }
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const hash = `$argon2id$v=19$m=64,t=3,p=2$${plain(salt)}$${plain(argon2Sync('argon2id', options))}`
  expect(await argonPins.verify('5678', hash)).toBe(true)
  expect(await argonPins.verify('5679', hash)).toBe(false)
})

test.each(['', '1234', '$2b$10$abc', '$argon2id$v=19$m=99999999,t=2,p=1$aaaaaaaaaaa$b', '$argon2id$'])(
  'matches nothing to the hash %j',
  async (hash) => {
    expect(await argonPins.verify('1234', hash)).toBe(false)
  },
)

test('does not block the event loop while hashing', async () => {
  const done: string[] = []
  const hashing = argonPins.hash('1234').then(() => done.push('hash'))
  await new Promise((resolve) => setImmediate(resolve))
  done.push('a turn of the loop')
  await hashing
  expect(done).toEqual(['a turn of the loop', 'hash'])
})

test('limits concurrent hashing, and goes on after a failure', async () => {
  const begun: string[] = []
  const ends = new Map<string, (hash: Buffer | Error) => void>()
  const pins = createArgonPins(2, (pin) => {
    begun.push(pin)
    return new Promise((resolve, reject) => {
      ends.set(pin, (end) => (end instanceof Error ? reject(end) : resolve(end)))
    })
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const hashes = ['1', '2', '3', '4'].map((pin) => pins.hash(pin).catch((error: Error) => error.message))
  await turn()
  expect(begun).toEqual(['1', '2'])
  ends.get('2')?.(new Error('no memory'))
  await turn()
  expect(begun).toEqual(['1', '2', '3'])
  for (const pin of ['1', '3']) ends.get(pin)?.(Buffer.alloc(32))
  await turn()
  ends.get('4')?.(Buffer.alloc(32))
  expect(await Promise.all(hashes)).toEqual([
    expect.stringMatching(/^\$argon2id/),
    'no memory',
    expect.stringMatching(/^\$argon2id/),
    expect.stringMatching(/^\$argon2id/),
  ])
  expect(begun).toEqual(['1', '2', '3', '4'])
})
