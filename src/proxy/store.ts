import type { Lane } from '#contract/desk/lane.ts'
import type { Problem } from '#contract/desk/inbox.ts'
import type { Who } from '#contract/desk/who.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'

// What must survive. Moments are milliseconds since 1970 on our clock. Every promise of a store resolves when what it
// did would survive a power cut, and rejects with StoreUnavailable where it could not be done. Two implementations,
// `store-memory.ts` and `node/store-sqlite.ts`, pass one test.

/** The disk or the database cannot be used now. Nothing was stored, and nothing may be acknowledged. */
export class StoreUnavailable extends Error {}

/** Word of an order, as a webhook or a person brought it. */
export interface Word {
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
export interface OrderRecord extends Word {
  /** The vendor's `data`, without hand-over codes and payment form; null until it was read. */
  readonly order: unknown
  readonly readAt: number | null
  readonly problem: Problem | null
  readonly lane: Lane
  readonly acknowledged: { readonly by: Who; readonly until: number } | null
  readonly lastAction: LastAction | null
  /** The lines as they were before the customer changed them. */
  readonly beforeChange: unknown
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

export interface OrderStore {
  /** Takes words down, many in one go; each answer stands at its word's place. A word of a known order changes nothing. */
  hear(words: readonly Word[]): Promise<readonly ('stored' | 'duplicate')[]>
  /** Writes a record over the one of the same order, under the next version. @returns it with that version. */
  save(record: OrderRecord): Promise<OrderRecord>
  find(orderId: OrderId): Promise<OrderRecord | undefined>
  /** Every order that is not closed, oldest first. */
  open(): Promise<readonly OrderRecord[]>
  /** Closed orders, newest first; `search` looks among their numbers, `before` is the `receivedAt` to go on from. */
  closed(options: {
    readonly search?: string
    readonly before?: number
    readonly limit: number
  }): Promise<readonly OrderRecord[]>
  /** The latest version given out. */
  version(): Promise<number>
  note(orderId: OrderId, entry: TimelineRecord): Promise<void>
  timeline(orderId: OrderId): Promise<readonly TimelineRecord[]>
  /** Keeps a webhook's body that could not be read. */
  keepUnreadable(notice: {
    readonly receivedAt: number
    readonly contentType: string
    readonly body: string
  }): Promise<void>
  unreadable(): Promise<readonly { readonly receivedAt: number; readonly contentType: string; readonly body: string }[]>
  /** Forgets closed orders and unreadable bodies from before. @returns how many of both. */
  forget(before: { readonly closedBefore: number; readonly unreadableBefore: number }): Promise<number>
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
}

/** Who may: tablets, people, and the codes that let a tablet in. What another process changes here is seen at once. */
export interface PeopleStore {
  devices(): Promise<readonly Device[]>
  findDevice(tokenHash: string): Promise<Device | undefined>
  addDevice(device: Device): Promise<void>
  /** Notes that a tablet was here. */
  touchDevice(id: string, at: number): Promise<void>
  /** Cuts a tablet off, and ends the sign-ins on it. @returns whether there was one. */
  removeDevice(id: string): Promise<boolean>
  people(): Promise<readonly Person[]>
  /** @returns false where the name is taken; names are compared without case. */
  addPerson(person: Person): Promise<boolean>
  /** Removes a person, and ends their sign-ins. @returns whether there was one. */
  removePerson(id: string): Promise<boolean>
  findSignIn(tokenHash: string): Promise<SignIn | undefined>
  addSignIn(signIn: SignIn): Promise<void>
  removeSignIn(tokenHash: string): Promise<void>
  addEnrolmentCode(codeHash: string, expiresAt: number): Promise<void>
  /** Uses a code up. @returns whether it was there and still good. */
  useEnrolmentCode(codeHash: string, now: number): Promise<boolean>
}

export interface Store extends OrderStore, PeopleStore {
  /** A consistent copy into a new file, while everything goes on. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}
