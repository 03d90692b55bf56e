import type { OrderRecord } from '#domain/order.ts'
import type { AlarmCode } from '#domain/alarm.ts'
import type { ReconciledAttempt, SentAttempt, UnknownAttempt } from '#domain/action-attempt.ts'
import type { LogEntry, StoreUnavailable } from '#server/storage/store.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'

/** What happened on this desk, for all that react to it. */
export type DomainEvent =
  /** The vendor showed an order. */
  | { readonly type: 'order-read'; readonly reading: OrderReading }
  /** An order is another than tablets know, whichever server of the shop wrote it. `previous` is what was open before. */
  | { readonly type: 'order-changed'; readonly record: OrderRecord; readonly previous: OrderRecord | undefined }
  /** This server wrote a change of an order. Of several servers exactly one emits it, so it is what to count by. */
  | { readonly type: 'order-saved'; readonly record: OrderRecord; readonly previous: OrderRecord }
  /** Orders wait to be requested from the vendor, which may not know them. */
  | { readonly type: 'orders-unconfirmed' }
  /** An action is on disk, and about to be sent to the vendor. */
  | { readonly type: 'action-sent'; readonly attempt: SentAttempt }
  /** Nobody knows what came of an action that was sent; `action-reconciled` follows. */
  | { readonly type: 'action-unknown'; readonly attempt: UnknownAttempt; readonly entry: LogEntry | undefined }
  /** The outcome of an action is on disk. An action that was never sent has no entry. */
  | {
      readonly type: 'action-reconciled'
      readonly attempt: ReconciledAttempt
      readonly entry: LogEntry | undefined
      /** Another server found it out first, and wrote it. */
      readonly isByPeer: boolean
    }
  /** An alarm began; emitted again every five minutes while its cause goes on. */
  | { readonly type: 'alarm-raised'; readonly code: AlarmCode }
  | { readonly type: 'alarm-cleared'; readonly code: AlarmCode }
  /** A tablet was removed. */
  | { readonly type: 'device-left'; readonly deviceId: string }
  /** The service's moments are other moments on the desk's clock than before. */
  | { readonly type: 'clock-shifted' }
  /** Whether the service's clock differs from the desk's by more than is harmless has changed. */
  | { readonly type: 'clock-differs'; readonly isOff: boolean }
  /** The vendor took the token, or refused it. */
  | { readonly type: 'vendor-token'; readonly isTaken: boolean }
  | { readonly type: 'store-unavailable'; readonly error: StoreUnavailable }
  /** Something was written: the store works. */
  | { readonly type: 'store-available' }

export type EventType = DomainEvent['type']
export type EventOf<Type extends EventType> = Extract<DomainEvent, { readonly type: Type }>
