import type { Mode } from '#contract/desk/session.ts'
import { readName, readPin } from '#contract/desk/people.ts'
import { createCookies } from './cookies.ts'
import { newToken, type Pins } from './credentials.ts'
import {
  admitTablet,
  createEnrolmentCode,
  enrolByCode,
  type Admitted,
  type EnrolmentCode,
  type EnrolmentParts,
} from './people-enrolment.ts'
import { refusal } from './people-refusal.ts'
import { findPerson } from './people-staff.ts'
import {
  createVisitors,
  deviceHere,
  personHere,
  type DeviceHere,
  type PersonHere,
  type Visitor,
} from './people-visitor.ts'
import type { Person } from './store.ts'

export interface SessionParts extends EnrolmentParts {
  readonly pins: Pins
  /** Whether staff open the desk on https. */
  readonly isSecure: boolean
  readonly mode: Mode
}

interface Entered<Who> {
  readonly who: Who
  readonly cookies: readonly string[]
}

/** Cookies go in as a `Cookie` header, and come out as values of `Set-Cookie` headers. */
export interface Sessions {
  identify(cookieHeader: string | undefined): Promise<Visitor>
  /** As `identify`; and a browser on the practice store's own machine is let in without a code. */
  welcome(cookieHeader: string | undefined, isOnThisMachine: boolean): Promise<Visitor>
  /** Lets a tablet in by its code; one that was in under another name no longer is. @throws {DeskFailure} */
  enrol(code: string, deviceName: string, cookieHeader?: string): Promise<Entered<DeviceHere>>
  /** Signs somebody in under a new id; whoever was signed in with this cookie no longer is. @throws {DeskFailure} */
  signIn(device: DeviceHere, name: string, pin: string, cookieHeader?: string): Promise<Entered<PersonHere>>
  /** @returns the cookies that clear the sign-in. */
  signOut(cookieHeader: string | undefined): Promise<readonly string[]>
  createEnrolmentCode(): Promise<EnrolmentCode>
  /** Lets a tablet in, and signs somebody in on it, without asking: for the demo and for tests. */
  admit(deviceName: string, personName?: string): Promise<readonly string[]>
  /** Whether a tablet may still read: for answers that go on for hours. */
  isEnrolled(deviceId: string): Promise<boolean>
}

const signInLifeMs = 12 * 60 * 60_000
const practiceTabletName = 'Practice tablet'

/** Which tablet, and which person on it, by two cookies of which the store has the hashes alone. */
export function createSessions(parts: SessionParts): Sessions {
  const { store, clock, sha256, pins, randomBytes } = parts
  const cookies = createCookies(parts.isSecure)
  const { identify, findDevice, hashOf, clearing, deviceCookie } = createVisitors({ store, clock, sha256, cookies })
  let nobodysHash: Promise<string> | undefined

  /** The hash of a PIN that nobody has, made once. */
  const hashOfNobody = (): Promise<string> =>
    (nobodysHash ??= pins.hash(newToken(randomBytes)).catch((error: unknown) => {
      nobodysHash = undefined
      throw error
    }))

  const admitted = ({ device, token }: Admitted): Entered<DeviceHere> => ({
    who: deviceHere(device),
    cookies: [deviceCookie(device, token)],
  })

  async function beginSignIn(device: DeviceHere, person: Person): Promise<Entered<PersonHere>> {
    const token = newToken(randomBytes)
    await store.addSignIn({
      tokenHash: await sha256(token),
      personId: person.id,
      deviceId: device.id,
      expiresAt: clock.now() + signInLifeMs,
    })
    return { who: personHere(person), cookies: [cookies.set('desk_person', token, signInLifeMs / 1000)] }
  }

  async function endSignIn(header: string | undefined): Promise<void> {
    const hash = await hashOf(header, 'desk_person')
    if (hash !== undefined) await store.removeSignIn(hash)
  }

  return {
    identify,
    async welcome(header, isOnThisMachine) {
      const visitor = await identify(header)
      if (visitor.device || !isOnThisMachine || parts.mode === 'live') return visitor
      const { who, cookies: freshCookies } = admitted(await admitTablet(parts, practiceTabletName))
      return { ...visitor, device: who, freshCookies, clearCookies: clearing(header, ['desk_person']) }
    },
    async enrol(code, deviceName, header) {
      const before = await findDevice(header)
      const entered = admitted(await enrolByCode(parts, code, deviceName))
      if (before) await store.removeDevice(before.id)
      return { ...entered, cookies: [...entered.cookies, ...clearing(header, ['desk_person'])] }
    },
    async signIn(device, typedName, typedPin, header) {
      const name = readName(typedName)
      const pin = readPin(typedPin)
      if (name === undefined) throw refusal.badName()
      if (pin === undefined) throw refusal.badPin()
      const person = await findPerson(store, name)
      // A name that nobody has takes as long as one that somebody has.
      const nobodys = await hashOfNobody()
      const isRight = await pins.verify(pin, person?.pinHash ?? nobodys)
      if (!person || !isRight) throw refusal.badCredentials()
      const entered = await beginSignIn(device, person)
      await endSignIn(header)
      return entered
    },
    async signOut(header) {
      await endSignIn(header)
      return clearing(header, ['desk_person'])
    },
    createEnrolmentCode: () => createEnrolmentCode(parts),
    async admit(deviceName, personName) {
      const entered = admitted(await admitTablet(parts, deviceName))
      const person = personName === undefined ? undefined : await findPerson(store, personName)
      return [...entered.cookies, ...(person ? (await beginSignIn(entered.who, person)).cookies : [])]
    },
    isEnrolled: async (deviceId) => (await store.devices()).some(({ id }) => id === deviceId),
  }
}
