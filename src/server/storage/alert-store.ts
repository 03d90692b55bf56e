import type { AlertRecord, PhoneRecord } from '#domain/alert.ts'
import type { LogEntry } from './order-store.ts'

/** Alerts and the phones that get them. Changes by other servers are visible at once. */
export interface AlertStore {
  /** Adds an alert unless its occasion has one. @returns whether it was added. */
  beginAlert(alert: AlertRecord): Promise<boolean>
  /**
   * Overwrites an alert with its next revision.
   * @returns it with that revision; undefined, with nothing written, if another server wrote it in between.
   */
  saveAlert(alert: AlertRecord): Promise<AlertRecord | undefined>
  findAlert(id: string): Promise<AlertRecord | undefined>
  /** The alerts that have not ended, oldest first. */
  openAlerts(): Promise<readonly AlertRecord[]>
  /** Newest first. */
  latestAlerts(limit: number): Promise<readonly AlertRecord[]>
  /** Deletes alerts that began before a moment. @returns how many. */
  forgetAlerts(before: number): Promise<number>
  /** Oldest first. */
  phones(): Promise<readonly PhoneRecord[]>
  /**
   * Adds a phone, or overwrites the one with its endpoint but for `deliveredAt`. Removing its person or its tablet
   * removes it, as does making the tablet a station or a display.
   * @returns false, with nothing written, if the person or the counter is gone.
   */
  savePhone(phone: PhoneRecord, entry?: LogEntry): Promise<boolean>
  /** Records that an alert was delivered. */
  touchPhone(id: string, at: number): Promise<void>
  /** @returns whether it existed. */
  removePhone(id: string, entry?: LogEntry): Promise<boolean>
}
