import { practicePeople, readName, readPin, type StaffMember } from '#contract/desk/people.ts'
import { foldName } from '#domain/people.ts'
import { newId, type Pins, type RandomBytes } from '#server/runtime/credentials.ts'
import type { PeopleStore, Person } from '#server/storage/store.ts'
import { type Note, refusal } from './auth-outcomes.ts'

export interface StaffDeps {
  readonly store: PeopleStore
  readonly randomBytes: RandomBytes
  readonly pins: Pins
}

export interface NewPerson {
  readonly name: string
  readonly pin: string
  readonly isManager: boolean
}

/** Adds a person. @throws {HttpError} for a bad name or PIN, and for a taken name. */
export async function addPerson(
  { store, randomBytes, pins }: StaffDeps,
  requested: NewPerson,
  note?: Note,
): Promise<Person> {
  const name = readName(requested.name)
  const pin = readPin(requested.pin)
  if (name === undefined) throw refusal.badName()
  if (pin === undefined) throw refusal.badPin()
  const person = { id: newId(randomBytes), name, isManager: requested.isManager, pinHash: await pins.hash(pin) }
  if (!(await store.addPerson(person, note?.('add person', name)))) throw refusal.nameTaken()
  return person
}

/** Removes a person, unless they are the last manager. @throws {HttpError} */
export async function removePerson({ store }: Pick<StaffDeps, 'store'>, id: string, note: Note): Promise<void> {
  const person = (await store.people()).find((each) => each.id === id)
  if (!person) throw refusal.noSuchPerson()
  const ended = await store.removePerson(id, { keepsManager: true, entry: note('remove person', person.name) })
  if (ended === 'last_manager') throw refusal.lastManager()
  if (ended === 'unknown') throw refusal.noSuchPerson()
}

/** Changes a PIN, and ends the person's sign-ins except the requesting one. @throws {HttpError} */
export async function changePin(
  { store, pins }: Pick<StaffDeps, 'store' | 'pins'>,
  requested: { readonly id: string; readonly pin: string; readonly staying?: string | undefined },
  note: Note,
): Promise<Person> {
  const pin = readPin(requested.pin)
  if (pin === undefined) throw refusal.badPin()
  const person = (await store.people()).find(({ id }) => id === requested.id)
  if (!person) throw refusal.noSuchPerson()
  const how = { staying: requested.staying, entry: note('new pin', person.name) }
  if (!(await store.changePin(person.id, await pins.hash(pin), how))) throw refusal.noSuchPerson()
  return person
}

/** Finds a person by name, ignoring case and surrounding spaces. */
export async function findPerson(store: PeopleStore, name: string): Promise<Person | undefined> {
  const folded = foldName(readName(name) ?? '')
  return (await store.people()).find((person) => foldName(person.name) === folded)
}

/** A person without the hash. */
export const staffMember = ({ id, name, isManager }: Person): StaffMember => ({ id, name, is_manager: isManager })

/** Plain PINs: for the practice store, whose sign-in screen shows them, the demo and tests. */
export const openPins: Pins = {
  hash: async (pin) => `open ${pin}`,
  verify: async (pin, hash) => hash === `open ${pin}`,
}

/** Adds the practice store's people. */
export async function addPracticePeople(store: PeopleStore, randomBytes: RandomBytes): Promise<void> {
  for (const person of practicePeople) await addPerson({ store, randomBytes, pins: openPins }, person)
}

/** Headers that proxies add, besides `X-Forwarded-*`. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/** Whether a request comes from a browser on this machine: a loopback peer, and no proxy. */
export const isOnThisMachine = (peer: string | undefined, headers: Readonly<Record<string, unknown>>): boolean =>
  peer !== undefined && /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i.test(peer) && !isForwarded(headers)

/** Whether a proxy's header is present. */
export const isForwarded = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(headers).some((name) => name.startsWith('x-forwarded') || forwardingHeaders.includes(name))
