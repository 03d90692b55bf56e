import type { Lane } from '#contract/desk/lane.ts'
import type { Alarm, Problem } from '#contract/desk/inbox.ts'
import type { TabletState } from '#contract/desk/presence.ts'
import type { Who } from '#contract/desk/actor.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import type {
  CompletedAttempt,
  FailedAttempt,
  StoredAttempt,
  SentAttempt,
  ReconciledAttempt,
  UnknownAttempt,
} from './action-attempt.ts'
import type { Marks } from '#server/orders/marks.ts'
import type { TryStore } from '#server/auth/try-limit.ts'
import type { Sent } from '#server/vendor/redact-action.ts'

// What must survive. Moments are milliseconds since 1970 on our clock. Every promise of a store resolves when what it
// did would survive a power cut, and rejects with StoreUnavailable where it could not be done. Three implementations,
// `store-memory.ts`, `node/store/store-sqlite.ts` and `node/store/store-postgres.ts`, pass one test.

/** The disk or the database cannot be used now. Nothing was stored, and nothing may be acknowledged. */
export class StoreUnavailable extends Error {}

/** Word of an order, as a webhook or a person brought it. */
export interface OrderNotification {
  readonly orderId: OrderId
  /** The id as it was told, where it is none that we put into an address. */
  readonly toldId: string | null
  /** The order items' ids as the webhook had them; digital goods are accepted under these. */
  readonly itemIds: readonly string[]
  readonly source: 'webhook' | 'opened'
  readonly receivedAt: number
}

export interface LastAction {
  readonly action: string
  readonly outcome: string
  readonly by: Who | null
  readonly at: number
}

/** All that is kept of one order. */
export interface OrderRecord extends OrderNotification {
  /** The vendor's `data`, without hand-over codes and payment form; null until it was read. */
  readonly order: unknown
  readonly readAt: number | null
  readonly problem: Problem | null
  readonly lane: Lane
  /** Since when it waits for an answer again, after it was in another lane; null where it does not. */
  readonly backAt: number | null
  readonly acknowledged: { readonly by: Who; readonly until: number } | null
  /** Who has opened it to answer it, and until when that is to be told. */
  readonly answering: { readonly by: Who; readonly until: number } | null
  /** What was tried last, whatever came of it. */
  readonly lastAction: LastAction | null
  /** What was done last: a later try that came to nothing takes nothing back. */
  readonly lastDone: LastAction | null
  /** The lines as they were before the customer changed them. */
  readonly beforeChange: unknown
  /** By the catalog codes are sold on it; false where they are not, and where the catalog does not tell. */
  readonly isDigital: boolean
  /** What this shop marked on it by itself. */
  readonly marks: Marks
  readonly closedAt: number | null
  /** The numbers it is looked for by: id, print number, receipt number; lower case, parted by spaces. */
  readonly numbers: string
  /** Grows with every change of any order of this store. */
  readonly version: number
}

export interface TimelineRecord {
  readonly at: number
  readonly what: string
  readonly detail: string | null
  readonly by: Who | null
}

/** What is told of a change of an order: in its timeline, and in the log. */
export interface Told {
  readonly notes?: readonly TimelineRecord[]
  readonly entry?: LogEntry
}

export interface OrderStore {
  /**
   * Takes words down, many in one go. A word of a known order changes nothing. @returns at each word's place the version
   * of its new order, or nothing where the order was known.
   */
  hear(words: readonly OrderNotification[]): Promise<readonly (number | undefined)[]>
  /**
   * Writes a record over the one that it was made of, under the next version; in the same step what is told of it.
   * @returns it with that version; nothing, and nothing is written, where another server wrote the order in between, or
   * it was forgotten.
   */
  save(record: OrderRecord, told?: Told): Promise<OrderRecord | undefined>
  find(orderId: OrderId): Promise<OrderRecord | undefined>
  /** Every order that is not closed, oldest first. */
  open(): Promise<readonly OrderRecord[]>
  /**
   * Closed orders, newest first: those in which any of the texts of `search` stands, as `standsIn` tells; `before` is
   * the `receivedAt` to go on from.
   */
  closed(options: {
    readonly search?: readonly string[]
    readonly before?: number
    readonly limit: number
  }): Promise<readonly OrderRecord[]>
  /** The latest version given out. */
  version(): Promise<number>
  timeline(orderId: OrderId): Promise<readonly TimelineRecord[]>
  /** Keeps a webhook's body that could not be read, and forgets all but the newest `noticesKept` of them. */
  keepUnreadable(notice: {
    readonly receivedAt: number
    readonly contentType: string
    readonly body: string
  }): Promise<void>
  unreadable(): Promise<readonly { readonly receivedAt: number; readonly contentType: string; readonly body: string }[]>
  /** Forgets closed orders and unreadable bodies from before. @returns how many of both. */
  forget(before: { readonly closedBefore: number; readonly unreadableBefore: number }): Promise<number>
}

/** An order that the service spoke of, and that may be none, or no longer over: the vendor is to be asked for it. */
export interface UnconfirmedOrder {
  readonly orderId: OrderId
  /** The last time. No two times of one order are the same: it tells whether it was spoken of again. */
  readonly spokenAt: number
}

export interface UnconfirmedOrderStore {
  /** Keeps that orders were spoken of. @returns each of them once, and whether nothing was kept of it before. */
  saveUnconfirmed(
    orderIds: readonly OrderId[],
    spokenAt: number,
  ): Promise<readonly (UnconfirmedOrder & { readonly isNew: boolean })[]>
  /** All that are kept, the oldest first. */
  unconfirmedOrders(): Promise<readonly UnconfirmedOrder[]>
  /** Drops one, unless its order was spoken of again since. */
  dropUnconfirmed(unconfirmedOrder: UnconfirmedOrder): Promise<void>
  /** Forgets those that were spoken of last before, in milliseconds since 1970. @returns how many. */
  forgetUnconfirmed(spokenBefore: number): Promise<number>
}

/** So many are enough to see what a service sends; a service that sends many of another kind must not fill the disk. */
export const noticesKept = 200

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

/**
 * The taps that were sent to the vendor, or refused. For one order at most one is unsettled, held here too: so that not
 * even a second server on the same database could send another.
 */
export interface ActionStore {
  /** Takes a tap down before it is sent. @returns nothing; or, where it may not be sent, the tap that is in the way. */
  beginTap(tap: SentAttempt): Promise<StoredAttempt | undefined>
  /**
   * Writes what became of a tap over what was written of it, together with its row in the log. What is settled stays:
   * nothing is written then, so that what two servers find out is told once.
   * @returns nothing; or the tap as another settled it, which stands.
   */
  writeTap(tap: StoredAttempt, entry?: LogEntry): Promise<ReconciledAttempt | undefined>
  /**
   * Takes a tap down that was refused before it was sent; not over another one under its key, which another server may
   * have sent meanwhile. @returns nothing; or that other one.
   */
  refuseTap(tap: FailedAttempt): Promise<StoredAttempt | undefined>
  findTap(key: string): Promise<StoredAttempt | undefined>
  /** Every tap that was sent and is not settled, oldest first. */
  unreconciledAttempts(): Promise<readonly (SentAttempt | UnknownAttempt)[]>
  /** The tap of an order that was done latest. */
  lastDoneTap(orderId: OrderId): Promise<CompletedAttempt | undefined>
  /** Forgets taps that were settled before, in milliseconds since 1970. @returns how many. */
  forgetTaps(settledBefore: number): Promise<number>
}

/** One row of the action log: who did what, and what came of it. */
export interface LogEntry {
  readonly at: number
  /** `accept`, `reject`, `ready`, or what else this desk writes down: `people-log.ts`. */
  readonly what: string
  /** Nothing where it concerns no order. */
  readonly orderId: OrderId | null
  /** The person or the tablet that it concerns, by name. */
  readonly about?: string
  readonly by: Who | null
  readonly sent: Sent | null
  /** What the vendor said: its status and at most 300 characters; nothing where it said nothing. */
  readonly vendor: { readonly status: number | null; readonly message: string | null } | null
  readonly outcome: string
  /** By the vendor's answer, a re-read at once, a later reading, or one after a crash; nothing while it is unknown. */
  readonly settledBy: 'answer' | 'reread' | 'later' | 'recovery' | null
  /** From the tap to this outcome, in milliseconds. */
  readonly tookMs: number | null
  /** How often the vendor was asked to do it; nothing where that is not known. */
  readonly posts: number | null
}

export interface LogPage {
  /** Newest first. */
  readonly entries: readonly LogEntry[]
  /** What to go on from, as `before`; nothing on the last page. */
  readonly next: string | null
}

/** What was done from this desk; rows are added, and never changed. */
export interface LogStore {
  appendLog(entry: LogEntry): Promise<void>
  /**
   * A page of the log, of all or of one order, and of what was done before `until`, in milliseconds since 1970. A `before`
   * that this store did not give out is an empty page.
   */
  readLog(options: {
    readonly orderId?: OrderId
    readonly until?: number
    readonly before?: string
    readonly limit: number
  }): Promise<LogPage>
  /** Forgets rows from before, in milliseconds since 1970. @returns how many. */
  forgetLog(before: number): Promise<number>
}

/** What a server tells its neighbours, the other servers of the same shop on the same database. */
export interface ServerWord {
  /** Whether a tablet would show, and ring for, an order that came now. */
  readonly isAnybodyThere: boolean
  /** The tablets that beat within the last day. */
  readonly tablets: readonly TabletBeat[]
  /** Its own; left out by a server of an older version. */
  readonly alarms?: readonly Alarm[]
}

export interface TabletBeat extends TabletState {
  readonly tablet: string
  /** How long ago it beat, in milliseconds: the clocks of two servers need not agree. */
  readonly agoMs: number
}

export interface Peer {
  readonly id: string
  /** Of its last beat, by the store's own clock, which may be set: another one is another beat. */
  readonly beatAt: number
  /** Since then, by that clock. */
  readonly silentMs: number
  readonly word: ServerWord
}

/** No server takes the watch for longer: one that seems to be taken so was, before the store's clock was set back. */
export const watchAtMostMs = 120_000

/** What several servers on one database need of it besides. */
export interface SharedStore {
  /**
   * The one clock of all servers, in milliseconds since 1970: what one of them dates another one judges, and their own
   * clocks need not agree.
   */
  now(): number
  /** Orders that changed after a version, in the order of their versions: none is left out, for they grow by commit. */
  changedSince(version: number): Promise<readonly OrderRecord[]>
  /**
   * Tells when another server may have written an order, soon after: a wake-up, and no more. `isAfterGap` says that
   * words may have been missed. Until the signal aborts.
   */
  listen(hear: (isAfterGap: boolean) => void, closing: AbortSignal): void
  /**
   * Notes that a server lives, with what it tells, and takes or keeps the watch for it, where nobody else has it, for so
   * many milliseconds of the store's clock. @returns whether it has the watch, and the neighbours of the last day.
   */
  beat(
    id: string,
    word: ServerWord,
    watchForMs: number,
  ): Promise<{ readonly isWatching: boolean; readonly peers: readonly Peer[] }>
  /** A server ends in good order: whoever comes next need not wait. */
  leave(id: string): Promise<void>
}

/** Copies that a store makes of itself, for the day on which it is damaged. */
export interface StoreCopies {
  /** Whether the last one that was due could not be made. */
  areFailing(): boolean
}

export interface Store extends OrderStore, UnconfirmedOrderStore, PeopleStore, ActionStore, LogStore {
  /** Whether there was none, and it is empty: its name may be mistyped. */
  readonly wasMade?: boolean
  /** Whether it was found damaged as it was opened, and a whole one stands in its place: something may be missing. */
  readonly wasRepaired?: boolean
  /** Left out where a store has one server at a time. */
  readonly shared?: SharedStore
  /** Left out where it makes none. */
  readonly copies?: StoreCopies | undefined
  /** A consistent copy into a new file, while everything goes on. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}
