import { practicePeople } from '#contract/desk/people.ts'
import type { PeopleStore } from '#server/storage/store.ts'
import type { Pins, RandomBytes } from '#server/runtime/credentials.ts'
import { addPerson } from './staff.ts'

/** PINs as they are: for the practice store, whose PINs stand on its sign-in screen, the demo and tests. */
export const openPins: Pins = {
  hash: async (pin) => `open ${pin}`,
  verify: async (pin, hash) => hash === `open ${pin}`,
}

/** Puts the practice store's people to work. */
export async function addPracticePeople(store: PeopleStore, randomBytes: RandomBytes): Promise<void> {
  for (const person of practicePeople) await addPerson({ store, randomBytes, pins: openPins }, person)
}

/** Headers that somebody in between adds, beside `X-Forwarded-*`. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/** Whether a request comes from a browser on this very machine: its peer is loopback, and nobody is in between. */
export const isOnThisMachine = (peer: string | undefined, headers: Readonly<Record<string, unknown>>): boolean =>
  peer !== undefined && /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i.test(peer) && !isForwarded(headers)

/** Whether somebody in between says so. */
export const isForwarded = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(headers).some((name) => name.startsWith('x-forwarded') || forwardingHeaders.includes(name))
