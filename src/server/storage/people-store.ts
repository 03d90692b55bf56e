import type { LogEntry } from './log-store.ts'

/** All times in milliseconds. */
export interface TryLimit {
  /** Whose tries are counted. */
  readonly subject: string
  /** So many tries within so long a time … */
  readonly most: number
  readonly withinMs: number
  /** … and after each of them a wait: after the first, the second, and so on, ever longer; the last for all further. */
  readonly waitsMs: readonly number[]
}

/** Why nothing may be tried now. */
interface TryRefusal {
  readonly subject: string
  /** From this moment on one more may be tried. */
  readonly until: number
}

export interface TryStore {
  /**
   * Counts a try for every subject, or, where one of them has to wait, for none; in one step, so that of many at once
   * no more get through than may.
   * @returns nothing where it may go on; else for how long not.
   */
  beginTry(limits: readonly TryLimit[], now: number): Promise<TryRefusal | undefined>
  /** Takes back a try of that moment: it was no guess. */
  takeBackTry(subjects: readonly string[], at: number): Promise<void>
}

export interface Device {
  readonly id: string
  readonly name: string
  /** SHA-256 of its cookie, base64url: the cookie itself is nowhere but on the tablet. */
  readonly tokenHash: string
  readonly enrolledAt: number
  readonly lastSeenAt: number
}

export interface Person {
  readonly id: string
  readonly name: string
  readonly isManager: boolean
  /** As the hasher wrote it; never leaves the server. */
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

/** What the log tells of a tablet under the name that it got. */
export type NoteOfName = (name: string) => LogEntry

/**
 * Who may: tablets, people, and the codes that let a tablet in. What another process changes here is seen at once. An
 * `entry` goes into the log in the same step, where something was changed.
 */
export interface PeopleStore extends TryStore {
  devices(): Promise<readonly Device[]>
  findDevice(tokenHash: string): Promise<Device | undefined>
  addDevice(device: Device, entry?: LogEntry): Promise<void>
  /** Notes that a tablet was here. */
  touchDevice(id: string, at: number): Promise<void>
  /** Gives a tablet another name, as `freeName` does. @returns that name; nothing where there is no such tablet. */
  renameDevice(id: string, wished: string, note?: NoteOfName): Promise<string | undefined>
  /** Cuts a tablet off, and ends the sign-ins on it. @returns whether there was one. */
  removeDevice(id: string, entry?: LogEntry): Promise<boolean>
  people(): Promise<readonly Person[]>
  /** @returns false where the name is taken; names are compared without case. */
  addPerson(person: Person, entry?: LogEntry): Promise<boolean>
  /** Removes a person, and ends their sign-ins; the last manager only where no manager has to stay. */
  removePerson(
    id: string,
    how?: { readonly keepsManager?: boolean; readonly entry?: LogEntry },
  ): Promise<'removed' | 'unknown' | 'last_manager'>
  /**
   * Gives a person another PIN, ends their sign-ins, but not the one that stays, and forgets what was guessed of the old
   * one. @returns whether there is such a person.
   */
  changePin(
    id: string,
    pinHash: string,
    how?: { readonly staying?: string | undefined; readonly entry?: LogEntry },
  ): Promise<boolean>
  findSignIn(tokenHash: string): Promise<SignIn | undefined>
  /** Signs a person in, where they are still here; by a PIN only where `pinHash` is still theirs. @returns whether it did. */
  addSignIn(signIn: SignIn, entry?: LogEntry, pinHash?: string): Promise<boolean>
  /** Notes that the person did something; where that was noted over a minute ahead, the clock was set back since. */
  touchSignIn(tokenHash: string, at: number): Promise<void>
  removeSignIn(tokenHash: string): Promise<void>
  addEnrolmentCode(codeHash: string, expiresAt: number, entry?: LogEntry): Promise<void>
  /**
   * Lets a tablet in by a code, which is used up in the same step; in which what it was before, by the id `formerId`, is
   * removed as by `removeDevice`, and a name that another tablet has is changed as by `freeName`.
   * @returns its name; nothing where the code was not there, or not good until now.
   */
  enrolDevice(codeHash: string, device: Device, note?: NoteOfName, formerId?: string): Promise<string | undefined>
  /** Forgets sign-ins and codes that were over before, and tries from before. */
  forgetExpired(before: number): Promise<void>
}
