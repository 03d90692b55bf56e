import { readPin } from '#contract/desk/people.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { Who } from '#contract/desk/action.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Device, DeviceChange, LogEntry, LogStore, PeopleStore, Person, Store } from '#server/storage/store.ts'
import type { Emit } from '#server/events/bus.ts'
import { createCookies } from './cookies.ts'
import { newToken, type Pins } from '#server/runtime/credentials.ts'
import { freeName, heldAtMostMs, signInLifeMs } from '#domain/people.ts'
import {
  admitTablet,
  changeTablet,
  createEnrolmentCode,
  enrolByCode,
  renameTablet,
  type Admitted,
  type EnrolmentCode,
  type EnrolmentDeps,
} from './enrolment.ts'
import { notesBy, refusal } from './auth-outcomes.ts'
import { rememberDevices, deviceHere, personHere, type NamedDevice, type PersonHere } from './devices.ts'
import { createPinCheck } from './sign-in.ts'
import { findPerson } from './staff.ts'
import { createVisitors, type Tablet, type Visitor } from './visitor.ts'

export interface SessionDeps extends EnrolmentDeps {
  readonly store: PeopleStore & Pick<LogStore, 'appendLog'> & Pick<Store, 'shared'>
  readonly pins: Pins
  /** Whether staff open the desk on https. */
  readonly isSecure: boolean
  readonly mode: Mode
  readonly emit?: Emit
  /** Since when orders have been waiting without a break; on the steady clock. */
  readonly waitingSince?: () => number | undefined
}

interface Entered<Who> {
  readonly who: Who
  readonly cookies: readonly string[]
}

/** Takes the `Cookie` header, returns values of `Set-Cookie` headers. */
export interface Sessions {
  recognize(cookieHeader: string | undefined): Promise<Tablet>
  identify(cookieHeader: string | undefined): Promise<Visitor>
  /** As `identify`, and pairs a browser on the practice store's own machine without a code. */
  welcome(cookieHeader: string | undefined, isOnThisMachine: boolean): Promise<Visitor>
  /**
   * Pairs a tablet by its code and removes its earlier pairing. `peer` is the request's address.
   * @throws {HttpError}
   */
  enrol(code: string, deviceName: string, cookieHeader?: string, peer?: string): Promise<Entered<NamedDevice>>
  /** Signs a person in under a new id, and ends the previous sign-in of this cookie. @throws {HttpError} */
  signIn(device: NamedDevice, name: string, pin: string, cookieHeader?: string): Promise<Entered<PersonHere>>
  /** @returns the cookies that clear the sign-in. */
  signOut(cookieHeader: string | undefined): Promise<readonly string[]>
  /** The hash that identifies the sign-in in the store. */
  signInOf(cookieHeader: string | undefined): Promise<string | undefined>
  /** Checks the PIN of a signed-in person; each try counts. @throws {HttpError} */
  checkOwnPin(device: NamedDevice, name: string, pin: string): Promise<void>
  /** Records an action of the person, which puts off the sign-out when idle. */
  noteUse(cookieHeader: string | undefined): Promise<void>
  /** Renames a tablet. @returns the stored name. @throws {HttpError} `bad_name`, `not_found` */
  rename(deviceId: string, requested: string, by: Who): Promise<string>
  /** Changes what a tablet is for, at once. @throws {HttpError} `not_found` */
  change(deviceId: string, change: DeviceChange, by: Who): Promise<Device>
  /** Removes a tablet at once. @returns whether it existed. */
  cutOff(deviceId: string, by: Who): Promise<boolean>
  createEnrolmentCode(by?: Who, role?: TabletRole): Promise<EnrolmentCode>
  /** Pairs a tablet and signs a person in without checks, for the demo and tests. */
  admit(deviceName: string, personName?: string, role?: TabletRole): Promise<readonly string[]>
}

/** Identifies tablet and person by two cookies; the store has only their hashes. */
export function createSessions(deps: SessionDeps): Sessions {
  const { clock, sha256, randomBytes, emit = () => undefined, waitingSince = () => undefined } = deps
  const store = rememberDevices(deps.store, clock)
  const cookies = createCookies(deps.isSecure)
  const visitors = createVisitors({ store, clock, sha256, cookies, waitingSince })
  const { recognize, identify, findDevice, hashOf, clearing, deviceCookie } = visitors
  const checkPin = createPinCheck(deps)

  const cookiesOf = ({ device, token }: Admitted): readonly string[] => [deviceCookie(device, token)]

  async function beginSignIn(device: NamedDevice, person: Person, entry?: LogEntry): Promise<Entered<PersonHere>> {
    const token = newToken(randomBytes)
    const now = clock.now()
    const whose = { tokenHash: await sha256(token), personId: person.id, deviceId: device.id }
    const signIn = { ...whose, expiresAt: now + signInLifeMs, usedAt: now }
    const isIn = await store.addSignIn(signIn, entry, person.pinHash)
    // The person or tablet was removed, or the PIN was changed meanwhile.
    if (!isIn) throw refusal.badCredentials()
    visitors.noteSignIn(signIn)
    const lifeMs = signInLifeMs + heldAtMostMs
    return { who: personHere(person), cookies: [cookies.set('desk_person', token, lifeMs / 1000)] }
  }

  async function endSignIn(header: string | undefined): Promise<void> {
    const hash = await hashOf(header, 'desk_person')
    if (hash !== undefined) await store.removeSignIn(hash)
  }

  return {
    recognize,
    identify,
    async welcome(header, isOnThisMachine) {
      const visitor = await identify(header)
      if (visitor.device || !isOnThisMachine || deps.mode === 'live') return visitor
      const taken = (await store.devices()).map((device) => device.name)
      // Each gets its own name, so that two tablets with the same person can be told apart.
      const name = freeName('Practice tablet', taken)
      const admitted = await admitTablet(deps, name)
      const device = deviceHere(admitted.device)
      return { ...visitor, device, freshCookies: cookiesOf(admitted), clearCookies: clearing(header, ['desk_person']) }
    },
    signInOf: (header) => hashOf(header, 'desk_person'),
    async checkOwnPin(device, name, pin) {
      if (readPin(pin) === undefined) throw refusal.wrongPin()
      await checkPin(device, name, pin).catch((error: unknown) => {
        throw error instanceof HttpError && error.code === 'bad_credentials' ? refusal.wrongPin() : error
      })
    },
    noteUse: visitors.noteUse,
    async enrol(code, deviceName, header, peer) {
      const before = await findDevice(header)
      const admitted = await enrolByCode({ ...deps, store }, code, deviceName, peer, before?.id)
      if (before) emit({ type: 'device-left', deviceId: before.id })
      const { id, name } = admitted.device
      return { who: { id, name }, cookies: [...cookiesOf(admitted), ...clearing(header, ['desk_person'])] }
    },
    async signIn(device, name, pin, header) {
      const person = await checkPin(device, name, pin)
      const note = notesBy(clock, { person: person.name, tablet: device.name })
      const entered = await beginSignIn(device, person, note('sign in'))
      await endSignIn(header)
      return entered
    },
    async signOut(header) {
      await endSignIn(header)
      return clearing(header, ['desk_person'])
    },
    rename: (deviceId, requested, by) => renameTablet({ store }, deviceId, requested, notesBy(clock, by)),
    async change(deviceId, change, by) {
      const device = await changeTablet({ store }, deviceId, change, notesBy(clock, by))
      emit({ type: 'device-changed', deviceId })
      return device
    },
    async cutOff(deviceId, by) {
      const device = (await store.devices()).find(({ id }) => id === deviceId)
      const isGone =
        device !== undefined && (await store.removeDevice(deviceId, notesBy(clock, by)('cut off', device.name)))
      if (isGone) emit({ type: 'device-left', deviceId })
      return isGone
    },
    createEnrolmentCode: (by, role) => createEnrolmentCode(deps, notesBy(clock, by ?? null), role),
    async admit(deviceName, personName, role) {
      const admitted = await admitTablet(deps, deviceName, role)
      const person = personName === undefined ? undefined : await findPerson(store, personName)
      const signedIn = person && (await beginSignIn(admitted.device, person))
      return [...cookiesOf(admitted), ...(signedIn?.cookies ?? [])]
    },
  }
}
