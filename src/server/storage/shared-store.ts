import type { OrderRecord } from '#domain/order.ts'
import type { Alarm } from '#contract/desk/inbox.ts'
import type { TabletState } from '#contract/desk/presence.ts'

/** What a server tells its neighbours, the other servers of the same shop on the same database. */
export interface PeerMessage {
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
  readonly word: PeerMessage
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
  listen(ingest: (isAfterGap: boolean) => void, closing: AbortSignal): void
  /**
   * Notes that a server lives, with what it tells, and takes or keeps the watch for it, where nobody else has it, for so
   * many milliseconds of the store's clock. @returns whether it has the watch, and the neighbours of the last day.
   */
  beat(
    id: string,
    word: PeerMessage,
    watchForMs: number,
  ): Promise<{ readonly isWatching: boolean; readonly peers: readonly Peer[] }>
  /** A server ends in good order: whoever comes next need not wait. */
  leave(id: string): Promise<void>
}
