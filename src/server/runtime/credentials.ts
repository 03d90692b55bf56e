import { westernDigits } from '#contract/western-digits.ts'

// What lets in, made of chance that is handed in. Of a cookie and of a code the store has the SHA-256 alone.

export type RandomBytes = (size: number) => Uint8Array

/** In base64url, as the store keeps it. */
export type Sha256 = (text: string) => Promise<string> | string

/** Keeps PINs so that a stolen store does not tell them. */
export interface Pins {
  hash(pin: string): Promise<string>
  verify(pin: string, hash: string): Promise<boolean>
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** SHA-256 by the platform, the same in Node and in a page. */
export const createSha256 =
  (subtle: Pick<SubtleCrypto, 'digest'>): Sha256 =>
  async (text) =>
    base64url(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))))

/** The value of a cookie: 256 bits in base64url. */
export const newToken = (randomBytes: RandomBytes): string => base64url(randomBytes(32))

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The id of a tablet, a person or a server: short enough to be typed, and no secret. */
export const newId = (randomBytes: RandomBytes): string => letters(10, randomBytes).toLowerCase()

/** A code that lets one tablet in, for people to read and type: `K7QM-3XRD-9TWF`, 59 bits. */
export const newEnrolmentCode = (randomBytes: RandomBytes): string =>
  letters(codeLength, randomBytes).replace(/(.{4})(?=.)/g, '$1-')

/** A code as it is hashed, however it was typed. @returns nothing where it cannot be one. */
export function readEnrolmentCode(text: string): string | undefined {
  if (text.length > 100) return undefined
  const code = westernDigits(text)
    .replace(/[\s\p{Dash}]/gu, '')
    .toUpperCase()
  return code.length === codeLength && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined
}

const codeLength = 12

/** Without 0 and O, 1, I and L, which people mix up. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Bytes from here on would make some letters likelier than others. */
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
