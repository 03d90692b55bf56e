import type { OrderRecord } from '#domain/order.ts'
import type { Alarm } from '#contract/desk/inbox.ts'
import type { TabletState } from '#contract/desk/presence.ts'

/** The message of a server to its peers: the other servers of the shop on the same database. */
export interface PeerMessage {
  /** Whether a tablet is present that would ring for a new order. */
  readonly isAnybodyThere: boolean
  /** The tablets that beat within the last day. */
  readonly tablets: readonly TabletBeat[]
  /** Its own alarms; older servers omit it. */
  readonly alarms?: readonly Alarm[]
}

export interface TabletBeat extends TabletState {
  readonly tablet: string
  /** How long ago it beat, in milliseconds, because the clocks of servers may differ. */
  readonly agoMs: number
}

export interface Peer {
  readonly id: string
  /** The time of its last beat on the store's clock, which may be set: another value is another beat. */
  readonly beatAt: number
  /** Time since then, on that clock. */
  readonly silentMs: number
  readonly word: PeerMessage
}

/** No server polls for longer without renewal: a longer term dates from before the store's clock was set back. */
export const watchAtMostMs = 120_000

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
    word: PeerMessage,
    watchForMs: number,
  ): Promise<{ readonly isWatching: boolean; readonly peers: readonly Peer[] }>
  /** Ends a server in good order, so that the next one need not wait. */
  leave(id: string): Promise<void>
}
