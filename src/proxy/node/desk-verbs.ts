import { randomBytes, webcrypto } from 'node:crypto'
import { resolve } from 'node:path'
import type { Clock } from '#contract/clock.ts'
import { createSha256 } from '../credentials.ts'
import { createEnrolmentCode } from '../people-enrolment.ts'
import { addPerson, findPerson } from '../people-staff.ts'
import type { Store } from '../store.ts'
import { DeskComplaint } from './desk-complaint.ts'
import { argonPins } from './pin-hash.ts'

/** What a verb of the `desk` command works with. */
export interface DeskHands {
  readonly store: Store
  readonly clock: Clock
  /** The address staff open. */
  readonly origin: string
  readonly out: (line: string) => void
  readonly complain: (line: string) => void
}

const iso = (at: number): string => new Date(at).toISOString()
const sha256 = createSha256(webcrypto.subtle)

export async function enrol({ store, clock, origin, out }: DeskHands, isJson: boolean): Promise<void> {
  const { code, expiresAt } = await createEnrolmentCode({ store, clock, randomBytes, sha256 })
  // Behind the #, which no browser sends: the code stands in nobody's log.
  const url = `${origin}/enrol#${code}`
  if (isJson) return out(JSON.stringify({ code, url, expires_at: iso(expiresAt) }))
  out(`On the tablet, open  ${url}`)
  out(`or type the code     ${code}`)
  out(`It lets in one tablet, until ${iso(expiresAt)}.`)
}

export async function addStaff(
  { store, out }: DeskHands,
  person: { readonly name: string; readonly pin: string; readonly isManager: boolean },
): Promise<void> {
  const { name, isManager } = await addPerson({ store, randomBytes, pins: argonPins }, person)
  out(`${name} may sign in now${isManager ? ', as a manager' : ''}.`)
}

export async function listStaff({ store, out, complain }: DeskHands): Promise<void> {
  const people = await store.people()
  if (people.length === 0) complain('There is nobody yet: staff add "Sara" --manager')
  for (const { name, isManager } of people) out(isManager ? `${name}\tmanager` : name)
}

export async function removeStaff({ store, out }: DeskHands, name: string): Promise<void> {
  const person = await findPerson(store, name)
  if (!person || !(await store.removePerson(person.id))) throw new DeskComplaint('There is nobody of that name.')
  out(`${person.name} may no longer sign in, and is signed out everywhere.`)
}

export async function listDevices({ store, out, complain }: DeskHands): Promise<void> {
  const devices = await store.devices()
  if (devices.length === 0) complain('There is no tablet yet: enrol')
  for (const { id, name, enrolledAt, lastSeenAt } of devices) {
    out(`${id}\t${name}\tenrolled ${iso(enrolledAt)}\tlast seen ${iso(lastSeenAt)}`)
  }
}

export async function revokeDevice({ store, out }: DeskHands, id: string): Promise<void> {
  if (!(await store.removeDevice(id))) throw new DeskComplaint('There is no tablet of that id; "devices" lists them.')
  out('The tablet is cut off.')
}

export async function backUp({ store, out }: DeskHands, file: string): Promise<void> {
  await store.backup(file)
  out(`The copy is in ${resolve(file)}. It holds what the database holds: keep it as safe.`)
}
