import type { Done } from './store-memory-actions.ts'
import type { LogEntry, Setting, SettingStore } from './store.ts'

/** Settings in memory. */
export function createSettingsInMemory(done: Done, appendLog: (entry: LogEntry) => void): SettingStore {
  const settings = new Map<string, Setting>()
  return {
    readSetting: (name) => done(() => settings.get(name)),
    saveSetting: (name, value, before, entry) =>
      done(() => {
        if ((settings.get(name)?.revision ?? 0) !== before) return false
        settings.set(name, structuredClone({ value, revision: before + 1 }))
        if (entry) appendLog(entry)
        return true
      }),
  }
}
