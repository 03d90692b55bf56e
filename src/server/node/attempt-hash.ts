import { createHmac } from 'node:crypto'

/**
 * A digest of what taps ask for, `NAME.MAC`. Its key is made of a secret that is in no database (the vendor's token), so
 * that whoever has the database cannot try codes on it, and a restart recognises what was sent before. With another
 * secret the name of the key is another, too.
 */
export function createAttemptHash(secret: string): (text: string) => string {
  const mac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const key = mac(secret, 'what a tap asks for')
  const name = mac(key, 'the name of this key').slice(0, 8)
  return (text) => `${name}.${mac(key, `tap ${text}`)}`
}
