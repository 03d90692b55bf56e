import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSha256, isToken, newEnrolmentCode, newId, newToken, readEnrolmentCode } from './credentials.ts'

test('creates a token of 256 bits in characters allowed in a cookie', () => {
  const token = newToken(() => new Uint8Array(32).fill(255))
  expect(token).toBe('__________________________________________8')
  expect(isToken(token)).toBe(true)
  expect(newToken(randomBytes)).toMatch(/^[\w-]{43}$/)
})

test('creates a code of twelve letters in groups, without similar ones', () => {
  for (let round = 0; round < 200; round += 1) {
    const code = newEnrolmentCode(randomBytes)
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){2}$/)
    expect(readEnrolmentCode(code)).toBe(code.replaceAll('-', ''))
  }
})

test('redraws bytes that would favour some letters', () => {
  const asked: number[] = []
  const code = newEnrolmentCode((size) => {
    asked.push(size)
    return new Uint8Array(size).fill(asked.length === 1 ? 255 : 0)
  })
  expect(code).toBe('2222-2222-2222')
  expect(asked).toEqual([12, 12])
})

test.each(['K7QM-3XRD-9TWF', 'k7qm3xrd9twf', ' K7QM 3XRD 9TWF\n', 'K7QM–3XRD—9TWF', 'K٧QM-۳XRD-9TWF'])(
  'accepts the code typed as %j',
  (typed) => {
    expect(readEnrolmentCode(typed)).toBe('K7QM3XRD9TWF')
  },
)

test.each(['', 'K7QM', 'K7QM-3XRD-9TW', 'K7QM-3XRD-9TWFF', 'K7QM-3XRD-9TW0', 'K7QM-3XRD-9TWI', 'x'.repeat(5000)])(
  'refuses %j as a code',
  (typed) => {
    expect(readEnrolmentCode(typed)).toBeUndefined()
  },
)

test('creates an id that can be typed in a command', () => {
  expect(newId(randomBytes)).toMatch(/^[a-z2-9]{10}$/)
})

test('hashes a cookie as other implementations do', async () => {
  const sha256 = createSha256(crypto.subtle)
  for (const text of ['', 'K7QM3XRD9TWF', 'سارة'])
    expect(await sha256(text)).toBe(createHash('sha256').update(text).digest('base64url'))
})
