import { useSyncExternalStore } from 'react'

/** The read-only side of a store. `watch` returns how to stop. */
export interface ReadableStore<T> {
  read(): T
  watch(watcher: () => void): () => void
}

/** Creates a store: a value that notifies its watchers when it is set. */
export function createStore<T>(value: T): ReadableStore<T> & { set(next: T): void } {
  const watchers = new Set<() => void>()
  return {
    read: () => value,
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    set(next) {
      value = next
      for (const watcher of watchers) watcher()
    },
  }
}

/** The store's value; the component renders again when it changes. */
export const useStore = <T>({ watch, read }: ReadableStore<T>): T => useSyncExternalStore(watch, read)
