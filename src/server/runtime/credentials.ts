import { westernDigits } from '#contract/text.ts'
import { toBase64Url } from './base64.ts'

// Random credentials. The store has only the SHA-256 of a cookie and of a code.

export type RandomBytes = (size: number) => Uint8Array

/** In base64url, as stored. */
export type Sha256 = (text: string) => Promise<string> | string

/** Hashes PINs, so that a stolen store does not reveal them. */
export interface Pins {
  hash(pin: string): Promise<string>
  verify(pin: string, hash: string): Promise<boolean>
}

/** SHA-256 by the platform, the same in Node and in a page. */
export const createSha256 =
  (subtle: Pick<SubtleCrypto, 'digest'>): Sha256 =>
  async (text) =>
    toBase64Url(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))))

/** A cookie's value: 256 bits in base64url. */
export const newToken = (randomBytes: RandomBytes): string => toBase64Url(randomBytes(32))

/** The key in the address of a printer that asks: 128 bits in base64url. */
export const newPrinterKey = (randomBytes: RandomBytes): string => toBase64Url(randomBytes(16))

/** The key of another program: its id, so that a key found somewhere can be recognized, and 256 bits in base64url. */
export const newApiKey = (id: string, randomBytes: RandomBytes): string => `vd_${id}_${newToken(randomBytes)}`

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The id of a tablet, a person or a server: short enough to type, and not secret. */
export const newId = (randomBytes: RandomBytes): string => letters(10, randomBytes).toLowerCase()

/** A code that pairs one tablet, to be read and typed: `K7QM-3XRD-9TWF`, 59 bits. */
export const newEnrolmentCode = (randomBytes: RandomBytes): string =>
  letters(codeLength, randomBytes).replace(/(.{4})(?=.)/g, '$1-')

/** A code in the form that is hashed, however it was typed. @returns undefined if it cannot be one. */
export function readEnrolmentCode(text: string): string | undefined {
  if (text.length > 100) return undefined
  const code = westernDigits(text)
    .replace(/[\s\p{Dash}]/gu, '')
    .toUpperCase()
  return code.length === codeLength && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined
}

const codeLength = 12

/** Without 0 and O, 1, I and L, which are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Bytes from here on would make some letters more likely than others. */
const fairBelow = 256 - (256 % alphabet.length)

function letters(count: number, randomBytes: RandomBytes): string {
  let text = ''
  while (text.length < count) {
    for (const byte of randomBytes(count - text.length)) {
      if (byte < fairBelow) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}
