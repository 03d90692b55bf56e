import type { Clock } from '#contract/clock.ts'
import { readName } from '#contract/desk/people.ts'
import { StoreUnavailable, type Device, type LogEntry, type PeopleStore } from '#server/storage/store.ts'
import {
  newEnrolmentCode,
  newId,
  newToken,
  readEnrolmentCode,
  type RandomBytes,
  type Sha256,
} from '#server/runtime/credentials.ts'
import { codeLifeMs } from '#domain/lifetimes.ts'
import { notesBy, type Note } from './auth-log.ts'
import { refusal } from './auth-errors.ts'
import { codeLimits } from '#server/storage/tries.ts'

export interface EnrolmentDeps {
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

/** A code that lets in one tablet within 10 minutes. */
export async function createEnrolmentCode(
  { store, clock, randomBytes, sha256 }: EnrolmentDeps,
  note: Note,
): Promise<EnrolmentCode> {
  const code = newEnrolmentCode(randomBytes)
  const expiresAt = clock.now() + codeLifeMs
  await store.addEnrolmentCode(await sha256(readEnrolmentCode(code) ?? code), expiresAt, note('make code'))
  return { code, expiresAt }
}

/** Behind the #, which no browser sends: the code stands in nobody's log. */
export const enrolmentLink = (origin: string, code: string): string => `${origin}/enrol#${code}`

/**
 * Uses a code up. `peer` is where the request came from, whose guesses are counted; `formerId` is the tablet that it was
 * before, which it no longer is.
 * @throws {HttpError} for a bad code, for too many, and for a bad name, which leaves the code good.
 */
export async function enrolByCode(
  deps: EnrolmentDeps,
  typed: string,
  deviceName: string,
  peer: string | undefined,
  formerId: string | undefined,
): Promise<Admitted> {
  const { store, clock, sha256 } = deps
  const code = readEnrolmentCode(typed)
  const name = readName(deviceName)
  if (code !== undefined && name === undefined) throw refusal.badName()
  const limits = codeLimits(peer)
  const now = clock.now()
  const refused = await store.beginTry(limits, now)
  if (refused) throw refusal.tooManyTries('code', refused.until, now)
  if (code === undefined || name === undefined) throw refusal.badCode()
  const admitted = await newTablet(deps, name)
  const note = (kept: string) => notesBy(clock, null)('let in', kept)
  const savedName = await store.enrolDevice(await sha256(code), admitted.device, note, formerId)
  if (savedName === undefined) throw refusal.badCode()
  await store
    .takeBackTry(
      limits.map(({ subject }) => subject),
      now,
    )
    // It is in, and its code used up: it must have its cookie.
    .catch(unlessAway)
  return { ...admitted, device: { ...admitted.device, name: savedName } }
}

/** A tablet that nobody has let in yet. */
async function newTablet(
  { clock, randomBytes, sha256 }: Omit<EnrolmentDeps, 'store'>,
  name: string,
): Promise<Admitted> {
  const token = newToken(randomBytes)
  const now = clock.now()
  const device = { id: newId(randomBytes), name, tokenHash: await sha256(token), enrolledAt: now, lastSeenAt: now }
  return { device, token }
}

function unlessAway(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}

/** Gives a tablet another name. @returns it as it is kept: with a number where another has it. @throws {HttpError} for a bad name, or no such tablet. */
export async function renameTablet(
  { store }: { readonly store: Pick<PeopleStore, 'devices' | 'renameDevice'> },
  id: string,
  wished: string,
  note: Note,
): Promise<string> {
  const name = readName(wished)
  if (name === undefined) throw refusal.badName()
  const device = (await store.devices()).find((each) => each.id === id)
  // What stands in the log already keeps the name of its day.
  const noteOf = (kept: string) => note('rename tablet', `${device?.name} → ${kept}`)
  const savedName = device && (await store.renameDevice(id, name, noteOf))
  if (savedName === undefined) throw refusal.noSuchTablet()
  return savedName
}

/** Lets a tablet in without a code: for those who already know that they may. */
export async function admitTablet(deps: EnrolmentDeps, name: string, entry?: LogEntry): Promise<Admitted> {
  const admitted = await newTablet(deps, name)
  await deps.store.addDevice(admitted.device, entry)
  return admitted
}
