import type { Clock } from '#contract/clock.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { readName } from '#contract/desk/people.ts'
import {
  StoreUnavailable,
  type Device,
  type DeviceChange,
  type LogEntry,
  type NewDevice,
  type PeopleStore,
} from '#server/storage/store.ts'
import {
  newEnrolmentCode,
  newId,
  newToken,
  readEnrolmentCode,
  type RandomBytes,
  type Sha256,
} from '#server/runtime/credentials.ts'
import { codeLifeMs } from '#domain/people.ts'
import { type Note, notesBy, refusal } from './auth-outcomes.ts'
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

/** A paired tablet, and the token for its cookie. */
export interface Admitted {
  readonly device: NewDevice
  readonly token: string
}

/** Creates a code that pairs one tablet of a role within 10 minutes. */
export async function createEnrolmentCode(
  { store, clock, randomBytes, sha256 }: EnrolmentDeps,
  note: Note,
  role: TabletRole = 'counter',
): Promise<EnrolmentCode> {
  const code = newEnrolmentCode(randomBytes)
  const expiresAt = clock.now() + codeLifeMs
  await store.addEnrolmentCode(await sha256(readEnrolmentCode(code) ?? code), expiresAt, note('make code'), role)
  return { code, expiresAt }
}

/** The code is in the fragment, which browsers do not send, so no log contains it. */
export const enrolmentLink = (origin: string, code: string): string => `${origin}/enrol#${code}`

/**
 * Uses up a code. `peer` is the request's address, whose guesses are counted; `formerId` is the tablet's earlier id,
 * which is removed.
 * @throws {HttpError} for a bad code, too many tries, and a bad name, which leaves the code valid.
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
  const note = (stored: string) => notesBy(clock, null)('let in', stored)
  const savedName = await store.enrolDevice(await sha256(code), admitted.device, note, formerId)
  if (savedName === undefined) throw refusal.badCode()
  await store
    .takeBackTry(
      limits.map(({ subject }) => subject),
      now,
    )
    // It is paired and its code is used up, so it must get its cookie.
    .catch(unlessAway)
  return { ...admitted, device: { ...admitted.device, name: savedName } }
}

/** A new tablet, not stored yet. */
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

/**
 * Renames a tablet.
 * @returns it as stored: with a number if the name is taken.
 * @throws {HttpError} for a bad name, or an unknown tablet.
 */
export async function renameTablet(
  { store }: { readonly store: Pick<PeopleStore, 'devices' | 'renameDevice'> },
  id: string,
  requested: string,
  note: Note,
): Promise<string> {
  const name = readName(requested)
  if (name === undefined) throw refusal.badName()
  const device = (await store.devices()).find((each) => each.id === id)
  // Existing log rows keep the old name.
  const noteOf = (stored: string) => note('rename tablet', `${device?.name} → ${stored}`)
  const savedName = device && (await store.renameDevice(id, name, noteOf))
  if (savedName === undefined) throw refusal.noSuchTablet()
  return savedName
}

/**
 * Changes what a tablet is for.
 * @throws {HttpError} for an unknown tablet.
 */
export async function changeTablet(
  { store }: { readonly store: Pick<PeopleStore, 'devices' | 'changeDevice'> },
  id: string,
  change: DeviceChange,
  note: Note,
): Promise<Device> {
  const device = (await store.devices()).find((each) => each.id === id)
  const { role, categoryIds } = change
  const isSame =
    (role ?? device?.role) === device?.role &&
    (categoryIds === undefined || JSON.stringify(categoryIds) === JSON.stringify(device?.categoryIds))
  if (device && isSame) return device
  const sent = { ...(role && { role }), ...(categoryIds !== undefined && { categories: categoryIds?.length ?? null }) }
  const entry: LogEntry | undefined = device && { ...note('change tablet', device.name), sent }
  const changed = entry && (await store.changeDevice(id, change, entry))
  if (!changed) throw refusal.noSuchTablet()
  return changed
}

/** Pairs a tablet without a code, for callers that have checked permission. */
export async function admitTablet(
  deps: EnrolmentDeps,
  name: string,
  role: TabletRole = 'counter',
): Promise<Admitted & { readonly device: Device }> {
  const { device, token } = await newTablet(deps, name)
  const admitted = { device: { ...device, role, categoryIds: null }, token }
  await deps.store.addDevice(admitted.device)
  return admitted
}
