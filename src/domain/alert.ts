import type { Who } from '#contract/desk/action.ts'
import type { AlertEnd, AlertKind, AlertOutcome, Rung } from '#contract/desk/alerts.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { AlarmCode } from './alarm.ts'
import { wallTime } from './wall-time.ts'

// Alerts, the phones that get them, and who is told when. Timestamps are milliseconds since 1970 on the desk's clock.

/** The languages of an alert's texts. */
export const alertLanguages = ['en', 'ar', 'fr'] as const
export type AlertLanguage = (typeof alertLanguages)[number]

/** One attempt to tell somebody. */
export interface ToldRecord {
  readonly to: Rung
  /** The phone's id, or the place of an address among those of ALERT_URL. */
  readonly id: string
  /** The person's name, or the host of an address. */
  readonly name: string
  readonly outcome: AlertOutcome
  readonly at: number
}

export interface AlertRecord {
  readonly id: string
  /** What makes it one alert over all servers and restarts. */
  readonly occasion: string
  readonly kind: AlertKind
  readonly orderId: OrderId | null
  /** The order's print number; null if it is not known. */
  readonly number: string | null
  /** 1 to 3 for an unanswered order; null for other kinds. */
  readonly step: number | null
  /** The alarm that it is about; null for other kinds. */
  readonly alarm: AlarmCode | null
  /** The names of what the alarm concerns, such as printers. */
  readonly about: readonly string[]
  readonly isRehearsal: boolean
  readonly at: number
  readonly told: readonly ToldRecord[]
  readonly ended: { readonly at: number; readonly how: AlertEnd; readonly by: Who | null } | null
  /** 1 for a new alert, and one more with each change. */
  readonly revision: number
}

/** A browser that gets alerts. */
export interface PhoneRecord {
  readonly id: string
  readonly personId: string
  readonly deviceId: string
  /** The address at its push service, which is as good as a key: it is never logged. */
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  readonly language: AlertLanguage
  readonly createdAt: number
  readonly deliveredAt: number | null
}

/** When a person may be told. Times of day are `HH:MM` in `timeZone`; null for none. */
export interface DutyRecord {
  readonly isOnDuty: boolean
  readonly isOwner: boolean
  readonly quietFrom: string | null
  readonly quietTo: string | null
  readonly timeZone: string
}

export const usualDuty = (timeZone: string): DutyRecord => ({
  isOnDuty: true,
  isOwner: false,
  quietFrom: null,
  quietTo: null,
  timeZone,
})

/** The steps from which the addresses and the owner are told. */
export interface LadderRecord {
  readonly callFrom: number
  readonly ownerFrom: number
}

export const usualLadder: LadderRecord = { callFrom: 2, ownerFrom: 3 }

/** Whether it is now in a person's quiet hours, which may pass midnight. The last minute is not among them. */
export function isQuiet({ quietFrom, quietTo, timeZone }: DutyRecord, now: number): boolean {
  if (quietFrom === null || quietTo === null) return false
  const { time } = wallTime(now, timeZone)
  return quietFrom <= quietTo ? quietFrom <= time && time < quietTo : quietFrom <= time || time < quietTo
}

/**
 * The rungs that are told at once. An unanswered order climbs by its step; that nobody is there also calls. What a rung
 * cannot reach is handed on to the next.
 */
export function rungsOf({ kind, step }: Pick<AlertRecord, 'kind' | 'step'>, ladder: LadderRecord): readonly Rung[] {
  if (kind === 'nobody_there') return ['phone', 'call']
  if (step === null) return ['phone']
  const call: readonly Rung[] = step >= ladder.callFrom ? ['call'] : []
  const owner: readonly Rung[] = step >= ladder.ownerFrom ? ['owner'] : []
  return ['phone', ...call, ...owner]
}

/** The phones of people on duty, but for those in their quiet hours; or the owners', quiet or not. */
export function phonesOf(
  rung: 'phone' | 'owner',
  phones: readonly PhoneRecord[],
  dutyOf: (personId: string) => DutyRecord,
  now: number,
): readonly PhoneRecord[] {
  return phones.filter(({ personId }) => {
    const duty = dutyOf(personId)
    return rung === 'owner' ? duty.isOwner : duty.isOnDuty && !isQuiet(duty, now)
  })
}

/** Notifications of one tag replace each other: those of an order, of printers, of silence, of a rehearsal. */
export function tagOf({ kind, orderId, isRehearsal }: Pick<AlertRecord, 'kind' | 'orderId' | 'isRehearsal'>): string {
  if (isRehearsal) return 'rehearsal'
  return orderId === null ? kind : `order ${orderId}`
}
