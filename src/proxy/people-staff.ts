import { readName, readPin, type StaffMember } from '#contract/desk/people.ts'
import { newId, type Pins, type RandomBytes } from './credentials.ts'
import { refusal } from './people-refusal.ts'
import { foldName } from './store-memory.ts'
import type { PeopleStore, Person } from './store.ts'

export interface StaffParts {
  readonly store: PeopleStore
  readonly randomBytes: RandomBytes
  readonly pins: Pins
}

export interface NewPerson {
  readonly name: string
  readonly pin: string
  readonly isManager: boolean
}

/** Adds somebody who may act. @throws {DeskFailure} for a bad name or PIN, and for a name that is taken. */
export async function addPerson({ store, randomBytes, pins }: StaffParts, wish: NewPerson): Promise<Person> {
  const name = readName(wish.name)
  const pin = readPin(wish.pin)
  if (name === undefined) throw refusal.badName()
  if (pin === undefined) throw refusal.badPin()
  const person = { id: newId(randomBytes), name, isManager: wish.isManager, pinHash: await pins.hash(pin) }
  if (!(await store.addPerson(person))) throw refusal.nameTaken()
  return person
}

/** By a name as people write it: case does not matter, nor spaces around it. */
export async function findPerson(store: PeopleStore, name: string): Promise<Person | undefined> {
  const wanted = foldName(readName(name) ?? '')
  return (await store.people()).find((person) => foldName(person.name) === wanted)
}

/** A person as others may see them: without the hash. */
export const staffMember = ({ id, name, isManager }: Person): StaffMember => ({ id, name, is_manager: isManager })
