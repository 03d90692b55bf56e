import {
  failedConditions,
  type FailedCondition,
  printerConditions,
  type PrinterCondition,
} from '#contract/desk/printers.ts'
import { type ShopLine, type ShopProblem, type ShopSummary, shopsReadEveryMs } from '#contract/desk/shops.ts'
import { alarmCodes, type AlarmCode } from '#domain/alarm.ts'

/** What a shop needs somebody for, the most urgent first. `arrived`: an order has just come, and a counter rings. */
const needs = ['waiting', 'silent', 'sound', 'printer', 'alarm', 'arrived', 'nothing', 'key'] as const
export type ShopNeed = (typeof needs)[number]

interface TroubledPrinter {
  readonly name: string
  /** Null for a condition that only a newer desk knows. */
  readonly is: FailedCondition | 'paper_low' | null
}

const known = (is: string): PrinterCondition | undefined => printerConditions.find((condition) => condition === is)

/** The printers that do not print, and then those that soon will not. */
export function troubledPrinters({ printers }: ShopSummary): readonly TroubledPrinter[] {
  const isGood = (is: string) => is === 'ready' || is === 'unknown'
  const troubled = printers
    .filter(({ is }) => !isGood(is))
    .map(({ name, is }): TroubledPrinter => {
      const condition = known(is)
      return { name, is: [...failedConditions, 'paper_low' as const].find((each) => each === condition) ?? null }
    })
  return [...troubled.filter(({ is }) => is !== 'paper_low'), ...troubled.filter(({ is }) => is === 'paper_low')]
}

type DeskAlarm = Exclude<AlarmCode, `printer_${string}`>
const isOfDesk = (code: AlarmCode): code is DeskAlarm => !code.startsWith('printer_')
const deskAlarms = alarmCodes.filter(isOfDesk)

/** Alarms that the printers' own states do not show already. Null for one that only a newer desk knows. */
export const alarmsOf = ({ alarms }: ShopSummary): readonly (DeskAlarm | null)[] =>
  alarms
    .map(({ code }) => code)
    .filter((code) => !code.startsWith('printer_'))
    .map((code) => deskAlarms.find((each) => each === code) ?? null)

/** Longer than the desk takes between two readings. */
const currentForMs = 4 * shopsReadEveryMs

/** Whether a shop's line shows how it is now. `now` is in ms since 1970, on this desk's clock. */
export const isCurrent = ({ problem, since }: ShopLine, now: number): boolean =>
  problem === null && since !== null && now - Date.parse(since) < currentForMs

const waitingSince = ({ waiting_since: since }: ShopSummary): number => Date.parse(since ?? '')

/** A counter that rings is usually answered within this time. */
const answeredWithinMs = 60_000

/** Whether orders wait that the shop does not seem to answer. `now` is in ms since 1970, on this desk's clock. */
export function isUnanswered(summary: ShopSummary, now: number): boolean {
  if (summary.waiting === 0) return false
  const isFresh = now - waitingSince(summary) < answeredWithinMs
  return !isFresh || summary.counters.ringing === 0
}

/** The most urgent thing that a shop needs somebody for. */
export function needOf({ problem, summary }: ShopLine, now: number): ShopNeed {
  if (summary && isUnanswered(summary, now)) return 'waiting'
  if (problem === 'no_key') return 'key'
  if (problem !== null) return 'silent'
  if (!summary) return 'nothing'
  if (summary.counters.ringing === 0) return 'sound'
  if (troubledPrinters(summary).some(({ is }) => is !== 'paper_low')) return 'printer'
  if (alarmsOf(summary).length > 0) return 'alarm'
  return summary.waiting > 0 ? 'arrived' : 'nothing'
}

/** What can be done about a problem; `wait`: the desk asks again by itself. */
export const remedies = {
  no_key: 'addKey',
  key_lost: 'newKey',
  key_refused: 'newKey',
  key_limited: 'newKey',
  needs_update: 'update',
  no_contact: 'wait',
  too_slow: 'wait',
  busy: 'wait',
  failing: 'wait',
  not_https: 'tell',
  bad_certificate: 'tell',
  not_allowed: 'allow',
  unreadable: 'tell',
} as const satisfies Readonly<Record<ShopProblem, string>>

/** Whether a shop's line can be had only with a new key. */
export const needsKey = ({ problem }: ShopLine): boolean =>
  problem !== null && ['addKey', 'newKey'].includes(remedies[problem])

const longestWait = ({ summary }: ShopLine): number => (summary && waitingSince(summary)) || Number.POSITIVE_INFINITY

/** The shop that needs somebody first comes first; among waiting ones, the one that has waited longest. */
export const byNeed = (lines: readonly ShopLine[], now: number): readonly ShopLine[] =>
  lines.toSorted((one, other) => {
    const [first, second] = [needOf(one, now), needOf(other, now)]
    if (first !== second) return needs.indexOf(first) - needs.indexOf(second)
    return first === 'waiting' || first === 'arrived' ? longestWait(one) - longestWait(other) || 0 : 0
  })
