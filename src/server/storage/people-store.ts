import type { Alarm } from '#contract/desk/inbox.ts'
import type { TabletState } from '#contract/desk/session.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { LogEntry } from './order-store.ts'

/** A limit on tries. Times are in milliseconds. */
export interface TryLimit {
  /** Whose tries are counted. */
  readonly subject: string
  /** This many tries within that time. */
  readonly most: number
  readonly withinMs: number
  /** The wait after the first try, the second, and so on; the last one for all further tries. */
  readonly waitsMs: readonly number[]
}

/** Why no try is allowed now. */
interface TryRefusal {
  readonly subject: string
  /** When the next try is allowed. */
  readonly until: number
}

export interface TryStore {
  /**
   * Counts a try for every subject, or for none if one has to wait. Atomic, so that parallel tries cannot exceed the
   * limit.
   * @returns undefined if allowed; else the refusal.
   */
  beginTry(limits: readonly TryLimit[], now: number): Promise<TryRefusal | undefined>
  /** Takes back a try of that moment, because it was no guess. */
  takeBackTry(subjects: readonly string[], at: number): Promise<void>
}

export interface Device {
  readonly id: string
  readonly name: string
  /** SHA-256 of its cookie in base64url; only the tablet has the cookie itself. */
  readonly tokenHash: string
  readonly enrolledAt: number
  readonly lastSeenAt: number
  readonly role: TabletRole
  /** Of a station: the categories whose lines it shows; null shows all lines. */
  readonly categoryIds: readonly string[] | null
}

/** What a manager changes of a tablet; a missing field keeps its value. */
export interface DeviceChange {
  readonly role?: TabletRole | undefined
  readonly categoryIds?: readonly string[] | null | undefined
}

/** A tablet that pairs by a code, which says its role. */
export type NewDevice = Omit<Device, 'role' | 'categoryIds'>

export interface Person {
  readonly id: string
  readonly name: string
  readonly isManager: boolean
  /** As hashed by `Pins`; never leaves the server. */
  readonly pinHash: string
}

export interface SignIn {
  readonly tokenHash: string
  readonly personId: string
  readonly deviceId: string
  readonly expiresAt: number
  /** When the person last did something on the tablet. */
  readonly usedAt: number
}

/** The log row of a tablet, by its final name. */
export type NoteOfName = (name: string) => LogEntry

/**
 * Access data: tablets, people, and pairing codes. Changes by other processes are visible at once. An `entry` is logged
 * atomically, if something was changed.
 */
export interface PeopleStore extends TryStore {
  devices(): Promise<readonly Device[]>
  findDevice(tokenHash: string): Promise<Device | undefined>
  addDevice(device: Device, entry?: LogEntry): Promise<void>
  /** Records that a tablet was here. */
  touchDevice(id: string, at: number): Promise<void>
  /** Renames a tablet, as `freeName` does. @returns the new name; undefined for an unknown tablet. */
  renameDevice(id: string, requested: string, note?: NoteOfName): Promise<string | undefined>
  /**
   * Removes the phones of a tablet that is no counter, and ends the sign-ins on a display.
   * @returns the tablet as changed; undefined for an unknown one.
   */
  changeDevice(id: string, change: DeviceChange, entry?: LogEntry): Promise<Device | undefined>
  /** Removes a tablet, and ends the sign-ins on it. @returns whether it existed. */
  removeDevice(id: string, entry?: LogEntry): Promise<boolean>
  people(): Promise<readonly Person[]>
  /** @returns false if the name is taken; ignores case. */
  addPerson(person: Person, entry?: LogEntry): Promise<boolean>
  /** Removes a person, and ends their sign-ins; the last manager only if none has to stay. */
  removePerson(
    id: string,
    how?: { readonly keepsManager?: boolean; readonly entry?: LogEntry },
  ): Promise<'removed' | 'unknown' | 'last_manager'>
  /**
   * Changes a PIN, ends the person's sign-ins except one, and forgets guesses of the old PIN.
   * @returns whether the person exists.
   */
  changePin(
    id: string,
    pinHash: string,
    how?: { readonly staying?: string | undefined; readonly entry?: LogEntry },
  ): Promise<boolean>
  findSignIn(tokenHash: string): Promise<SignIn | undefined>
  /** Adds a sign-in if the person still exists and, if given, `pinHash` is still theirs. @returns whether it did. */
  addSignIn(signIn: SignIn, entry?: LogEntry, pinHash?: string): Promise<boolean>
  /** Records use. Replaces a time more than a minute ahead, because the clock was set back since. */
  touchSignIn(tokenHash: string, at: number): Promise<void>
  removeSignIn(tokenHash: string): Promise<void>
  /** `role` is that of the tablet that it pairs: a counter if omitted. */
  addEnrolmentCode(codeHash: string, expiresAt: number, entry?: LogEntry, role?: TabletRole): Promise<void>
  /**
   * Pairs a tablet by a code. Atomically uses up the code, removes the earlier tablet `formerId` as `removeDevice`
   * does, gives it the code's role, and changes a taken name as `freeName` does.
   * @returns the name; undefined if the code is unknown or expired.
   */
  enrolDevice(codeHash: string, device: NewDevice, note?: NoteOfName, formerId?: string): Promise<string | undefined>
  /** Deletes sign-ins and codes that ended before a moment, and older tries. */
  forgetExpired(before: number): Promise<void>
}

/** The message of a server to its peers: the other servers of the shop on the same database. */
export interface PeerMessage {
  /** Whether a counter is present, which would ring for a new order. */
  readonly isAnybodyThere: boolean
  /** The tablets that beat within the last day. */
  readonly tablets: readonly TabletBeat[]
  /** Its own alarms; older servers omit it. */
  readonly alarms?: readonly Alarm[]
  /** When it last understood a notification of the webhook, in milliseconds since 1970; omitted if it never did. */
  readonly webhookHeardAt?: number
}

export interface TabletBeat extends TabletState {
  readonly tablet: string
  /** Older servers omit it: a counter. */
  readonly role?: TabletRole
  /** How long ago it beat, in milliseconds, because the clocks of servers may differ. */
  readonly agoMs: number
}

export interface Peer {
  readonly id: string
  /** The time of its last beat on the store's clock, which may be set: another value is another beat. */
  readonly beatAt: number
  /** Time since then, on that clock. */
  readonly silentMs: number
  readonly message: PeerMessage
}

/** No server polls for longer without renewal: a longer term dates from before the store's clock was set back. */
export const pollAtMostMs = 120_000

/** What several servers on one database need in addition. */
export interface SharedStore {
  /**
   * The common clock of all servers, in milliseconds since 1970: a server judges what another has dated, and their own
   * clocks may differ.
   */
  now(): number
  /** Orders that changed after a version, sorted by version. None is missed, because versions grow in commit order. */
  changedSince(version: number): Promise<readonly OrderRecord[]>
  /**
   * Calls back soon after another server may have written an order, without details. `isAfterGap`: wake-ups may have
   * been missed. Until the signal aborts.
   */
  listen(ingest: (isAfterGap: boolean) => void, closing: AbortSignal): void
  /**
   * Records a server's beat with its message, and takes or renews the polling role if it is free, for a time on the
   * store's clock.
   * @returns whether it has the role, and the peers of the last day.
   */
  beat(
    id: string,
    message: PeerMessage,
    pollForMs: number,
  ): Promise<{ readonly isPolling: boolean; readonly peers: readonly Peer[] }>
  /** Ends a server in good order, so that the next one need not wait. */
  leave(id: string): Promise<void>
}
