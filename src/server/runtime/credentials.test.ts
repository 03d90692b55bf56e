import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSha256, isToken, newEnrolmentCode, newId, newToken, readEnrolmentCode } from './credentials.ts'

test('a token is 256 bits in letters that a cookie may hold', () => {
  const token = newToken(() => new Uint8Array(32).fill(255))
  expect(token).toBe('__________________________________________8')
  expect(isToken(token)).toBe(true)
  expect(newToken(randomBytes)).toMatch(/^[\w-]{43}$/)
})

test('a code is twelve letters in groups, none of them mixed up with another', () => {
  for (let round = 0; round < 200; round += 1) {
    const code = newEnrolmentCode(randomBytes)
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){2}$/)
    expect(readEnrolmentCode(code)).toBe(code.replaceAll('-', ''))
  }
})

test('bytes that would favour some letters are drawn again', () => {
  const asked: number[] = []
  const code = newEnrolmentCode((size) => {
    asked.push(size)
    return new Uint8Array(size).fill(asked.length === 1 ? 255 : 0)
  })
  expect(code).toBe('2222-2222-2222')
  expect(asked).toEqual([12, 12])
})

test.each(['K7QM-3XRD-9TWF', 'k7qm3xrd9twf', ' K7QM 3XRD 9TWF\n', 'K7QM–3XRD—9TWF', 'K٧QM-۳XRD-9TWF'])(
  'the code may be typed as %j',
  (typed) => {
    expect(readEnrolmentCode(typed)).toBe('K7QM3XRD9TWF')
  },
)

test.each(['', 'K7QM', 'K7QM-3XRD-9TW', 'K7QM-3XRD-9TWFF', 'K7QM-3XRD-9TW0', 'K7QM-3XRD-9TWI', 'x'.repeat(5000)])(
  '%j can be no code',
  (typed) => {
    expect(readEnrolmentCode(typed)).toBeUndefined()
  },
)

test('an id can be typed in a command', () => {
  expect(newId(randomBytes)).toMatch(/^[a-z2-9]{10}$/)
})

test('a cookie is hashed as others hash it too', async () => {
  const sha256 = createSha256(crypto.subtle)
  for (const text of ['', 'K7QM3XRD9TWF', 'سارة'])
    expect(await sha256(text)).toBe(createHash('sha256').update(text).digest('base64url'))
})
