import { readPin } from '#contract/desk/people.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { Who } from '#contract/desk/action.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { LogEntry, LogStore, PeopleStore, Person, Store } from '#server/storage/store.ts'
import type { Emit } from '#server/events/bus.ts'
import { createCookies } from './cookies.ts'
import { newToken, type Pins } from '#server/runtime/credentials.ts'
import { freeName } from '#domain/person-name.ts'
import {
  admitTablet,
  createEnrolmentCode,
  enrolByCode,
  renameTablet,
  type Admitted,
  type EnrolmentCode,
  type EnrolmentDeps,
} from './enrolment.ts'
import { heldAtMostMs, signInLifeMs } from '#domain/lifetimes.ts'
import { notesBy } from './auth-log.ts'
import { rememberDevices } from './recent-devices.ts'
import { refusal } from './auth-errors.ts'
import { createPinCheck } from './sign-in.ts'
import { findPerson } from './staff.ts'
import {
  createVisitors,
  deviceHere,
  personHere,
  type DeviceHere,
  type PersonHere,
  type Tablet,
  type Visitor,
} from './visitor.ts'

export interface SessionDeps extends EnrolmentDeps {
  readonly store: PeopleStore & Pick<LogStore, 'appendLog'> & Pick<Store, 'shared'>
  readonly pins: Pins
  /** Whether staff open the desk on https. */
  readonly isSecure: boolean
  readonly mode: Mode
  readonly emit?: Emit
  /** Since when, without a break, orders have been waiting; on the steady clock. */
  readonly waitingSince?: () => number | undefined
}

interface Entered<Who> {
  readonly who: Who
  readonly cookies: readonly string[]
}

/** Cookies go in as a `Cookie` header, and come out as values of `Set-Cookie` headers. */
export interface Sessions {
  recognize(cookieHeader: string | undefined): Promise<Tablet>
  identify(cookieHeader: string | undefined): Promise<Visitor>
  /** As `identify`; and a browser on the practice store's own machine is let in without a code. */
  welcome(cookieHeader: string | undefined, isOnThisMachine: boolean): Promise<Visitor>
  /**
   * Lets a tablet in by its code; one that was in under another name no longer is. `peer` is where it asks from.
   * @throws {HttpError}
   */
  enrol(code: string, deviceName: string, cookieHeader?: string, peer?: string): Promise<Entered<DeviceHere>>
  /** Signs somebody in under a new id; whoever was signed in with this cookie no longer is. @throws {HttpError} */
  signIn(device: DeviceHere, name: string, pin: string, cookieHeader?: string): Promise<Entered<PersonHere>>
  /** @returns the cookies that clear the sign-in. */
  signOut(cookieHeader: string | undefined): Promise<readonly string[]>
  /** The hash under which the store knows the sign-in. */
  signInOf(cookieHeader: string | undefined): Promise<string | undefined>
  /** Whether somebody knows their PIN, where they are signed in already; each try counts. @throws {HttpError} */
  checkOwnPin(device: DeviceHere, name: string, pin: string): Promise<void>
  /** Notes that a person did something: who does nothing for long is signed out. */
  noteUse(cookieHeader: string | undefined): Promise<void>
  /** Gives a tablet another name. @returns that name, as it is kept. @throws {HttpError} `bad_name`, `not_found` */
  rename(deviceId: string, wished: string, by: Who): Promise<string>
  /** Cuts a tablet off, at once. @returns whether there was one. */
  cutOff(deviceId: string, by: Who): Promise<boolean>
  createEnrolmentCode(by?: Who): Promise<EnrolmentCode>
  /** Lets a tablet in, and signs somebody in on it, without asking: for the demo and for tests. */
  admit(deviceName: string, personName?: string): Promise<readonly string[]>
}

/** Which tablet, and which person on it, by two cookies of which the store has the hashes alone. */
export function createSessions(deps: SessionDeps): Sessions {
  const { clock, sha256, randomBytes, emit = () => undefined, waitingSince = () => undefined } = deps
  const store = rememberDevices(deps.store, clock)
  const cookies = createCookies(deps.isSecure)
  const visitors = createVisitors({ store, clock, sha256, cookies, waitingSince })
  const { recognize, identify, findDevice, hashOf, clearing, deviceCookie } = visitors
  const checkPin = createPinCheck(deps)

  const admitted = ({ device, token }: Admitted): Entered<DeviceHere> => ({
    who: deviceHere(device),
    cookies: [deviceCookie(device, token)],
  })

  async function beginSignIn(device: DeviceHere, person: Person, entry?: LogEntry): Promise<Entered<PersonHere>> {
    const token = newToken(randomBytes)
    const now = clock.now()
    const whose = { tokenHash: await sha256(token), personId: person.id, deviceId: device.id }
    const signIn = { ...whose, expiresAt: now + signInLifeMs, usedAt: now }
    const isIn = await store.addSignIn(signIn, entry, person.pinHash)
    // Meanwhile they were removed, or their PIN was changed, or the tablet was cut off.
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
      // Each its own, so that two of them, with one person at both, are seen to be two.
      const name = freeName('Practice tablet', taken)
      const { who, cookies: freshCookies } = admitted(await admitTablet(deps, name))
      return { ...visitor, device: who, freshCookies, clearCookies: clearing(header, ['desk_person']) }
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
      const entered = admitted(await enrolByCode({ ...deps, store }, code, deviceName, peer, before?.id))
      if (before) emit({ type: 'device-left', deviceId: before.id })
      return { ...entered, cookies: [...entered.cookies, ...clearing(header, ['desk_person'])] }
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
    rename: (deviceId, wished, by) => renameTablet({ store }, deviceId, wished, notesBy(clock, by)),
    async cutOff(deviceId, by) {
      const device = (await store.devices()).find(({ id }) => id === deviceId)
      const isGone =
        device !== undefined && (await store.removeDevice(deviceId, notesBy(clock, by)('cut off', device.name)))
      if (isGone) emit({ type: 'device-left', deviceId })
      return isGone
    },
    createEnrolmentCode: (by) => createEnrolmentCode(deps, notesBy(clock, by ?? null)),
    async admit(deviceName, personName) {
      const entered = admitted(await admitTablet(deps, deviceName))
      const person = personName === undefined ? undefined : await findPerson(store, personName)
      return [...entered.cookies, ...(person ? (await beginSignIn(entered.who, person)).cookies : [])]
    },
  }
}
