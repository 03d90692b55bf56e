import type { OrderRecord } from '#domain/order.ts'
import type { Clock } from '#contract/clock.ts'
import { watchAtMostMs, type PeerMessage, type SharedStore } from './store.ts'

interface SharedMemory {
  readonly done: <T>(work: () => T) => Promise<T>
  readonly clock: Pick<Clock, 'now'>
  readonly records: () => Iterable<OrderRecord>
}

interface Beat {
  readonly at: number
  readonly word: PeerMessage
}

/** What several servers in one process share, for tests. */
export function createSharedInMemory({ done, clock, records }: SharedMemory) {
  const beats = new Map<string, Beat>()
  const listeners = new Set<() => void>()
  let watch: { readonly id: string; readonly until: number } | undefined

  const shared: SharedStore = {
    now: () => clock.now(),
    changedSince: (version) =>
      done(() => {
        const changed = [...records()].filter((record) => record.version > version)
        return changed.toSorted((one, other) => one.version - other.version)
      }),
    listen(ingest, closing) {
      const tell = () => queueMicrotask(() => ingest(false))
      listeners.add(tell)
      closing.addEventListener('abort', () => listeners.delete(tell))
      ingest(true)
    },
    beat: (id, message, watchForMs) =>
      done(() => {
        const now = clock.now()
        beats.set(id, { at: now, word: message })
        const isFree = !watch || watch.until <= now || watch.until > now + watchAtMostMs
        if (isFree || watch?.id === id) watch = { id, until: now + watchForMs }
        const peers = [...beats].flatMap(([other, { at, word: theirs }]) =>
          other === id ? [] : [{ id: other, beatAt: at, silentMs: now - at, word: theirs }],
        )
        return { isWatching: watch?.id === id, peers }
      }),
    leave: (id) =>
      done(() => {
        beats.delete(id)
        if (watch?.id === id) watch = undefined
      }),
  }
  return {
    shared,
    /** Call it after an order was written or mentioned. */
    tell: () => {
      for (const tell of listeners) tell()
    },
  }
}
