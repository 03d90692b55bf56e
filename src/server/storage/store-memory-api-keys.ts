import { foldName, notedEveryMs } from '#domain/people.ts'
import type { Done } from './store-memory-actions.ts'
import type { ApiKeyRecord, ApiKeyStore, LogEntry } from './store.ts'

/** Keys of other programs in memory. */
export function createApiKeysInMemory(done: Done, appendLog: (entry: LogEntry) => void): ApiKeyStore {
  const keys = new Map<string, ApiKeyRecord>()
  return {
    apiKeys: () =>
      done(() =>
        [...keys.values()].toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)),
      ),
    findApiKey: (keyHash) => done(() => [...keys.values()].find((key) => key.keyHash === keyHash)),
    addApiKey: (key, entry) =>
      done(() => {
        const isTaken = [...keys.values()].some(
          ({ id, name, keyHash }) => id === key.id || keyHash === key.keyHash || foldName(name) === foldName(key.name),
        )
        if (isTaken) return false
        keys.set(key.id, structuredClone(key))
        if (entry) appendLog(entry)
        return true
      }),
    touchApiKey: (id, at) =>
      done(() => {
        const key = keys.get(id)
        const last = key?.lastUsedAt ?? null
        if (key && (last === null || last < at || last > at + notedEveryMs)) keys.set(id, { ...key, lastUsedAt: at })
      }),
    removeApiKey: (id, entry) =>
      done(() => {
        const existed = keys.delete(id)
        if (existed && entry) appendLog(entry)
        return existed
      }),
  }
}
