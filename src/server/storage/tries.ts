import type { TryLimit } from './people-store.ts'

// Limits on guessing PINs and codes. A person's failures on another tablet delay nobody on this one, and a lockout only
// prevents actions: reading and ringing need no PIN.

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Two mistakes are free; then each wait is twice the last. */
const waitsMs = [0, 0, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000]

const ofTablet = (deviceId: string): TryLimit => ({
  subject: `tablet ${deviceId}`,
  most: 10,
  withinMs: 15 * minuteMs,
  waitsMs,
})

/** The subject of a person's PIN tries, on every tablet. */
export const triesOfPerson = (personId: string): string => `person ${personId}`

const ofPerson = (personId: string): TryLimit => ({
  subject: triesOfPerson(personId),
  most: 100,
  withinMs: dayMs,
  waitsMs: [],
})

/** The limits for a PIN on a tablet, and for the person if one has that name. */
export const pinLimits = (deviceId: string, personId: string | undefined): readonly TryLimit[] => [
  ofTablet(deviceId),
  ...(personId === undefined ? [] : [ofPerson(personId)]),
]

/** Whose wrong guesses are counted if only an address is known. */
const strangerAt = (peer: string | undefined): string => (peer === undefined ? 'anywhere' : network(peer))

/** The limits for a code, by address, because a stranger has no name yet. */
export const codeLimits = (peer: string | undefined): readonly TryLimit[] => [
  {
    subject: `from ${strangerAt(peer)}`,
    most: 10,
    withinMs: 10 * minuteMs,
    waitsMs: [],
  },
]

/** The limit for wrong keys of one kind, by address. */
export const wrongKeyLimit = (kind: 'key' | 'printer key', peer: string | undefined): TryLimit => ({
  subject: `${kind} from ${strangerAt(peer)}`,
  most: 20,
  withinMs: 10 * minuteMs,
  waitsMs: [0],
})

/** A subscriber has 2^64 IPv6 addresses, so only the first half counts. */
function network(peer: string): string {
  const address = peer.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!address.includes(':')) return address
  const [front = '', back] = address.split('::')
  const groups = front === '' ? [] : front.split(':')
  const missing = back === undefined ? 0 : 8 - groups.length - back.split(':').filter(Boolean).length
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(back?.split(':') ?? [])]
  return `${all.slice(0, 4).join(':')}::/64`
}

// Rate limits. The timestamps of all tries are stored, so that every rule is exact.

/** No limit looks further back. */
export const triesKeptMs = 24 * 60 * 60_000

/** @returns when the next try is allowed; undefined if now. */
export function mayTryFrom(
  { most, withinMs, waitsMs }: TryLimit,
  tries: readonly number[],
  now: number,
): number | undefined {
  // After the clock was set back some timestamps are in the future; those far ahead would lock people out forever.
  const recent = tries.filter((at) => Math.abs(now - at) < withinMs)
  const last = recent.at(-1)
  const first = recent.at(-most)
  if (last === undefined) return undefined
  const waitOver = last + (waitsMs[Math.min(recent.length, waitsMs.length) - 1] ?? 0)
  const windowOver = recent.length >= most && first !== undefined ? first + withinMs : 0
  const from = Math.max(waitOver, windowOver)
  return from > now ? from : undefined
}

/** The timestamps with a new try. */
export const withTry = (tries: readonly number[], now: number): readonly number[] =>
  [...tries.filter((at) => Math.abs(now - at) < triesKeptMs), now].toSorted((one, other) => one - other)

/** The timestamps without a try that was taken back. */
export const withoutTry = (tries: readonly number[], at: number): readonly number[] =>
  tries.toSpliced(tries.lastIndexOf(at), tries.includes(at) ? 1 : 0)
