import type { Clock } from '#contract/clock.ts'
import { readName, readPin } from '#contract/desk/people.ts'
import type { LogStore, PeopleStore, Person } from '#server/storage/store.ts'
import { newToken, type Pins, type RandomBytes } from '#server/runtime/credentials.ts'
import { notesBy } from './auth-log.ts'
import { refusal } from './auth-errors.ts'
import { findPerson } from './staff.ts'
import { pinLimits } from '#server/storage/tries.ts'
import type { DeviceHere } from './visitor.ts'

interface PinCheckDeps {
  readonly store: PeopleStore & Pick<LogStore, 'appendLog'>
  readonly clock: Clock
  readonly pins: Pins
  readonly randomBytes: RandomBytes
}

/** @returns the person with that name, if the PIN matches. @throws {HttpError} */
export type CheckPin = (device: DeviceHere, typedName: string, typedPin: string) => Promise<Person>

/**
 * Checks PINs. Counts a try before it checks the PIN and takes it back on success, so that parallel guesses cannot
 * exceed the limit.
 */
export function createPinCheck({ store, clock, pins, randomBytes }: PinCheckDeps): CheckPin {
  let nobodysHash: Promise<string> | undefined

  /** The hash of an unused PIN, created once. */
  const hashOfNobody = (): Promise<string> =>
    (nobodysHash ??= pins.hash(newToken(randomBytes)).catch((error: unknown) => {
      nobodysHash = undefined
      throw error
    }))

  return async (device, typedName, typedPin) => {
    const name = readName(typedName)
    const pin = readPin(typedPin)
    if (name === undefined) throw refusal.badName()
    if (pin === undefined) throw refusal.badPin()
    const person = await findPerson(store, name)
    const limits = pinLimits(device.id, person?.id)
    const now = clock.now()
    const refused = await store.beginTry(limits, now)
    if (refused)
      throw refusal.tooManyTries(refused.subject === limits[0]?.subject ? 'tablet' : 'person', refused.until, now)
    // An unknown name takes as long to check as a known one.
    const nobodys = await hashOfNobody()
    const isRight = await pins.verify(pin, person?.pinHash ?? nobodys)
    if (!person || !isRight) {
      // An unknown name may be a PIN typed into the wrong field, so it is not logged.
      await store.appendLog(
        notesBy(clock, { person: person?.name ?? '?', tablet: device.name })('sign in', undefined, 'failed'),
      )
      throw refusal.badCredentials()
    }
    await store.takeBackTry(
      limits.map(({ subject }) => subject),
      now,
    )
    return person
  }
}
