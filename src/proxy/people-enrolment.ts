import type { Clock } from '#contract/clock.ts'
import { readName } from '#contract/desk/people.ts'
import { newEnrolmentCode, newId, newToken, readEnrolmentCode, type RandomBytes, type Sha256 } from './credentials.ts'
import { refusal } from './people-refusal.ts'
import type { Device, PeopleStore } from './store.ts'

export interface EnrolmentParts {
  readonly store: PeopleStore
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly sha256: Sha256
}

export interface EnrolmentCode {
  readonly code: string
  readonly expiresAt: number
}

/** A tablet that was let in, and what its cookie is to hold. */
export interface Admitted {
  readonly device: Device
  readonly token: string
}

const codeLifeMs = 10 * 60_000

/** A code that lets in one tablet within 10 minutes. */
export async function createEnrolmentCode({
  store,
  clock,
  randomBytes,
  sha256,
}: EnrolmentParts): Promise<EnrolmentCode> {
  const code = newEnrolmentCode(randomBytes)
  const expiresAt = clock.now() + codeLifeMs
  await store.addEnrolmentCode(await sha256(readEnrolmentCode(code) ?? code), expiresAt)
  return { code, expiresAt }
}

/** Uses a code up. @throws {DeskFailure} for a bad code, and for a bad name, which leaves the code good. */
export async function enrolByCode(parts: EnrolmentParts, typed: string, deviceName: string): Promise<Admitted> {
  const code = readEnrolmentCode(typed)
  if (code === undefined) throw refusal.badCode()
  const name = readName(deviceName)
  if (name === undefined) throw refusal.badName()
  const isGood = await parts.store.useEnrolmentCode(await parts.sha256(code), parts.clock.now())
  if (!isGood) throw refusal.badCode()
  return admitTablet(parts, name)
}

/** Lets a tablet in without a code: for those who already know that they may. */
export async function admitTablet(parts: EnrolmentParts, name: string): Promise<Admitted> {
  const { store, clock, randomBytes, sha256 } = parts
  const token = newToken(randomBytes)
  const now = clock.now()
  const device = { id: newId(randomBytes), name, tokenHash: await sha256(token), enrolledAt: now, lastSeenAt: now }
  await store.addDevice(device)
  return { device, token }
}
