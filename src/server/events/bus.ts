import type { ReconciledAttempt, SentAttempt, UnknownAttempt } from '#domain/action-attempt.ts'
import type { AlarmCode } from '#domain/alarm.ts'
import type { RuleReason } from '#contract/desk/rules.ts'
import type { OrderRecord } from '#domain/order.ts'
import { type Log, logBug } from '#server/runtime/bug.ts'
import type { LogEntry, StoreUnavailable } from '#server/storage/store.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'

/** An event on this desk. */
type DomainEvent =
  /** The vendor showed an order. */
  | { readonly type: 'order-read'; readonly reading: OrderReading }
  /** An order changed, written by any server of the shop. `previous` is the open record before. */
  | { readonly type: 'order-changed'; readonly record: OrderRecord; readonly previous: OrderRecord | undefined }
  /** This server wrote a change of an order. Exactly one server emits it, so counts use it. */
  | { readonly type: 'order-saved'; readonly record: OrderRecord; readonly previous: OrderRecord }
  /** Ids wait to be requested from the vendor, which may not know them. */
  | { readonly type: 'orders-unconfirmed' }
  /** An action is stored and about to be sent to the vendor. */
  | { readonly type: 'action-sent'; readonly attempt: SentAttempt }
  /** The outcome of a sent action is unknown; `action-reconciled` follows. */
  | { readonly type: 'action-unknown'; readonly attempt: UnknownAttempt; readonly entry: LogEntry | undefined }
  /** The outcome of an action is stored. An action that was never sent has no entry. */
  | {
      readonly type: 'action-reconciled'
      readonly attempt: ReconciledAttempt
      readonly entry: LogEntry | undefined
      /** Another server found the outcome first and wrote it. */
      readonly isByPeer: boolean
    }
  /** An alarm began; emitted again every five minutes while its cause persists. */
  | { readonly type: 'alarm-raised'; readonly code: AlarmCode }
  | { readonly type: 'alarm-cleared'; readonly code: AlarmCode }
  /** Automatic acceptance left an order to people. */
  | { readonly type: 'rule-left'; readonly record: OrderRecord; readonly because: RuleReason }
  /** Automatic acceptance was changed, switched on or off. */
  | { readonly type: 'rules-changed' }
  /** A product is out, is back, or the day has ended. */
  | { readonly type: 'shortages-changed' }
  /** What the shop sets for its stations or displays was changed. */
  | { readonly type: 'tablet-settings-changed' }
  /** The estimated time to answer has changed. */
  | { readonly type: 'deadline-changed' }
  /** A tablet was removed. */
  | { readonly type: 'device-left'; readonly deviceId: string }
  /** A tablet's role or categories were changed. */
  | { readonly type: 'device-changed'; readonly deviceId: string }
  /** The key of another program was removed. */
  | { readonly type: 'key-removed'; readonly keyId: string }
  /** The shop's stations changed, or which categories they show: each shows what no other does. */
  | { readonly type: 'stations-changed' }
  /** The offset between the service's clock and the desk's has changed. */
  | { readonly type: 'clock-shifted' }
  /** The service's clock began or ceased to differ from the desk's by a harmful amount. */
  | { readonly type: 'clock-differs'; readonly isOff: boolean }
  /** The vendor accepted or refused the token. */
  | { readonly type: 'vendor-token'; readonly isTaken: boolean }
  | { readonly type: 'store-unavailable'; readonly error: StoreUnavailable }
  /** A write succeeded. */
  | { readonly type: 'store-available' }

type EventType = DomainEvent['type']
export type EventOf<Type extends EventType> = Extract<DomainEvent, { readonly type: Type }>

export type Emit = (event: DomainEvent) => void
export type Subscribe = <Type extends EventType>(type: Type, listener: (event: EventOf<Type>) => void) => void

interface EventBus {
  /** Calls the listeners of this type in the order in which they subscribed, before it returns. */
  readonly emit: Emit
  readonly subscribe: Subscribe
}

/** Delivers domain events to listeners. One that throws is logged and does not affect the others. */
export function createEventBus(log: Log): EventBus {
  const listeners = new Map<EventType, ((event: never) => void)[]>()
  return {
    emit(event) {
      for (const listener of listeners.get(event.type) ?? []) {
        try {
          ;(listener as (event: DomainEvent) => void)(event) // The listener subscribed to this type.
        } catch (error) {
          logBug(log, event.type, error)
        }
      }
    },
    subscribe(type, listener) {
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
    },
  }
}
