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

/** @returns the person of that name, if the PIN is theirs. @throws {HttpError} */
export type CheckPin = (device: DeviceHere, typedName: string, typedPin: string) => Promise<Person>

/**
 * Knows people by their PINs. A try is counted before the PIN is looked at, and taken back when it was right: so that of
 * many guesses at once no more are looked at than may be.
 */
export function createPinCheck({ store, clock, pins, randomBytes }: PinCheckDeps): CheckPin {
  let nobodysHash: Promise<string> | undefined

  /** The hash of a PIN that nobody has, made once. */
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
    // A name that nobody has takes as long as one that somebody has.
    const nobodys = await hashOfNobody()
    const isRight = await pins.verify(pin, person?.pinHash ?? nobodys)
    if (!person || !isRight) {
      // A name that nobody has may be a PIN in the wrong field: it is written nowhere.
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
