import { logBug, type Log } from '#server/runtime/bug.ts'
import type { DomainEvent, EventOf, EventType } from './domain-event.ts'

export type Emit = (event: DomainEvent) => void
export type Subscribe = <Type extends EventType>(type: Type, listener: (event: EventOf<Type>) => void) => void

export interface EventBus {
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
