import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { argonPins, createArgonPins } from './pin-hash.ts'

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
