import { useSyncExternalStore } from 'react'

/** A value that changes, and tells whoever watches. */
export interface ChangeRecords<T> {
  read(): T
  watch(watcher: () => void): () => void
}

/** @returns the value for those who watch, and the way to change it for the one who knows. */
export function createStore<T>(value: T): ChangeRecords<T> & { set(next: T): void } {
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

/** The value as it is now; the component renders again when it changes. */
export const useStore = <T>({ watch, read }: ChangeRecords<T>): T => useSyncExternalStore(watch, read)
