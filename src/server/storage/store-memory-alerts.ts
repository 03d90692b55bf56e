import type { AlertRecord, PhoneRecord } from '#domain/alert.ts'
import type { Done } from './store-memory-actions.ts'
import type { AlertStore, LogEntry } from './store.ts'

interface AlertsInMemory {
  readonly done: Done
  readonly appendLog: (entry: LogEntry) => void
  readonly hasPerson: (id: string) => boolean
  readonly hasDevice: (id: string) => boolean
  readonly isCounter: (id: string) => boolean
}

/**
 * Alerts and phones in memory. Call `dropOrphans` when a person or a tablet was removed, or a tablet
 * is no counter any more.
 */
export function createAlertsInMemory({ done, appendLog, hasPerson, hasDevice, isCounter }: AlertsInMemory) {
  const alerts = new Map<string, AlertRecord>()
  const phones = new Map<string, PhoneRecord>()
  const isTheirs = ({ personId, deviceId }: PhoneRecord) => hasPerson(personId) && hasDevice(deviceId)
  const oldestFirst = () => [...alerts.values()].toSorted(byAge)

  const store: AlertStore = {
    beginAlert: (alert) =>
      done(() => {
        const isTold = [...alerts.values()].some(({ id, occasion }) => id === alert.id || occasion === alert.occasion)
        if (!isTold) alerts.set(alert.id, structuredClone(alert))
        return !isTold
      }),
    saveAlert: (alert) =>
      done(() => {
        if (alerts.get(alert.id)?.revision !== alert.revision) return undefined
        const saved = structuredClone({ ...alert, revision: alert.revision + 1 })
        alerts.set(alert.id, saved)
        return saved
      }),
    findAlert: (id) => done(() => alerts.get(id)),
    openAlerts: () => done(() => oldestFirst().filter(({ ended }) => ended === null)),
    latestAlerts: (limit) => done(() => oldestFirst().toReversed().slice(0, limit)),
    forgetAlerts: (before) =>
      done(() => {
        const old = oldestFirst().filter(({ at }) => at < before)
        for (const { id } of old) alerts.delete(id)
        return old.length
      }),
    phones: () =>
      done(() =>
        [...phones.values()].toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)),
      ),
    savePhone: (phone, entry) =>
      done(() => {
        if (!isTheirs(phone) || !isCounter(phone.deviceId)) return false
        const before = [...phones.values()].find(({ endpoint }) => endpoint === phone.endpoint)
        if (before) phones.delete(before.id)
        phones.set(phone.id, structuredClone({ ...phone, deliveredAt: before?.deliveredAt ?? phone.deliveredAt }))
        if (entry) appendLog(entry)
        return true
      }),
    touchPhone: (id, at) =>
      done(() => {
        const phone = phones.get(id)
        if (phone) phones.set(id, { ...phone, deliveredAt: at })
      }),
    removePhone: (id, entry) =>
      done(() => {
        const isThere = phones.delete(id)
        if (isThere && entry) appendLog(entry)
        return isThere
      }),
  }
  return {
    store,
    dropOrphans: (formerCounter?: string) => {
      for (const phone of phones.values())
        if (!isTheirs(phone) || phone.deviceId === formerCounter) phones.delete(phone.id)
    },
  }
}

const byAge = (one: AlertRecord, other: AlertRecord): number =>
  one.at - other.at || (one.occasion < other.occasion ? -1 : 1)
