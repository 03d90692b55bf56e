import { logBug, type Log } from '#server/runtime/bug.ts'
import type { DomainEvent, EventOf, EventType } from './domain-event.ts'

export type Emit = (event: DomainEvent) => void
export type Subscribe = <Type extends EventType>(type: Type, listener: (event: EventOf<Type>) => void) => void

export interface EventBus {
  /** Calls the listeners of this type of event, in the order in which they subscribed, before it returns. */
  readonly emit: Emit
  readonly subscribe: Subscribe
}

/**
 * Carries domain events from the part where something happened to all that react to it. A listener that throws is
 * logged: neither the emitter nor the other listeners fail with it.
 */
export function createEventBus(log: Log): EventBus {
  const listeners = new Map<EventType, ((event: never) => void)[]>()
  return {
    emit(event) {
      for (const listener of listeners.get(event.type) ?? []) {
        try {
          ;(listener as (event: DomainEvent) => void)(event) // It subscribed to this type.
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
