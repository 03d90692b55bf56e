import { createHmac } from 'node:crypto'

/**
 * A keyed digest of attempts, `NAME.MAC`. The key is derived from a secret that is in no database (the vendor's token),
 * so that a stolen database cannot be used to guess codes, while a restart still recognises what was sent. Another
 * secret gives the key another name.
 */
export function createAttemptHash(secret: string): (text: string) => string {
  const mac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const key = mac(secret, 'what a tap asks for')
  const name = mac(key, 'the name of this key').slice(0, 8)
  return (text) => `${name}.${mac(key, `tap ${text}`)}`
}
