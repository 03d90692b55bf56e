import type { TryLimit } from './people-store.ts'

// How often a PIN and a code may be guessed. A person's failures elsewhere make nobody wait on this tablet; and whoever
// is locked out is locked out of acting alone: who may read and ring is never asked here.

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Two slips cost nothing; then each wait is twice the last. */
const waitsMs = [0, 0, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000]

const ofTablet = (deviceId: string): TryLimit => ({
  subject: `tablet ${deviceId}`,
  most: 10,
  withinMs: 15 * minuteMs,
  waitsMs,
})

/** As what the tries of a person's PIN are counted, on whichever tablet. */
export const triesOfPerson = (personId: string): string => `person ${personId}`

const ofPerson = (personId: string): TryLimit => ({
  subject: triesOfPerson(personId),
  most: 100,
  withinMs: dayMs,
  waitsMs: [],
})

/** A PIN is tried on a tablet, for a person where there is one of that name. */
export const pinLimits = (deviceId: string, personId: string | undefined): readonly TryLimit[] => [
  ofTablet(deviceId),
  ...(personId === undefined ? [] : [ofPerson(personId)]),
]

/** A code is tried from somewhere: strangers have no name yet. */
export const codeLimits = (peer: string | undefined): readonly TryLimit[] => [
  {
    subject: `from ${peer === undefined ? 'anywhere' : network(peer)}`,
    most: 10,
    withinMs: 10 * minuteMs,
    waitsMs: [],
  },
]

/** One who has an address of version 6 has 2^64 of them: the first half says whose they are. */
function network(peer: string): string {
  const address = peer.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!address.includes(':')) return address
  const [front = '', back] = address.split('::')
  const groups = front === '' ? [] : front.split(':')
  const missing = back === undefined ? 0 : 8 - groups.length - back.split(':').filter(Boolean).length
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(back?.split(':') ?? [])]
  return `${all.slice(0, 4).join(':')}::/64`
}
