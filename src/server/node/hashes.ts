import type { Pins } from '#server/runtime/credentials.ts'
import { createTurns } from '#server/runtime/tasks.ts'
import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

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

// A PIN is easily guessed from its hash, so argon2id makes each guess cost 19 MiB and some 40 ms (OWASP). It runs on
// the thread pool, but not on all of its threads: files and the database need some too.

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const cost: Cost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

type Derive = (pin: string, salt: Uint8Array, cost: Cost) => Promise<Buffer>

const argon = promisify(argon2)

const deriveArgon: Derive = (pin, salt, { memory, passes, parallelism }) =>
  argon('argon2id', { message: pin, nonce: salt, parallelism, tagLength: hashBytes, memory, passes })

/**
 * Hashes PINs as `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, so that hashes of another cost can coexist. Runs at most
 * `atOnce` at a time; the others queue.
 */
export function createArgonPins(atOnce: number, deriveOne: Derive = deriveArgon): Pins {
  const inTurn = createTurns(atOnce)
  const derive: Derive = (...given) => inTurn(() => deriveOne(...given))
  return {
    async hash(pin) {
      const salt = randomBytes(saltBytes)
      const hash = await derive(pin, salt, cost)
      const { memory, passes, parallelism } = cost
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(hash)}`
    },
    async verify(pin, text) {
      const written = read(text)
      return written !== undefined && timingSafeEqual(await derive(pin, written.salt, written.cost), written.hash)
    },
  }
}

/** One at a time on a small machine, which has other work. */
export const argonPins: Pins = createArgonPins(availableParallelism() > 2 ? 2 : 1)

/** Base64 without padding, as is usual in such hashes. */
const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const pattern = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{43})$/

function read(text: string): { cost: Cost; salt: Buffer; hash: Buffer } | undefined {
  const [, memory, passes, parallelism, salt, hash] = pattern.exec(text) ?? []
  if (salt === undefined || hash === undefined) return undefined
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
