import type { WebhookState } from '#contract/desk/webhook.ts'
import { isRecord } from '#contract/json.ts'
import type { FeedState } from '#web/api/feed/feed-state.ts'
import { writeSaved, readSaved } from '#web/api/preferences.ts'
import type { MessageKey, Translate } from '#web/i18n/translations.tsx'
import { durationWords } from './shift-figures.tsx'

/** What the check needs of this tablet's sound. */
export interface CheckedInstrument {
  readonly isArmed: () => boolean
  readonly arm: () => Promise<void>
  readonly sound: { readonly test: () => void; readonly isRunning: () => boolean }
  readonly wakeLock: { readonly isHeld: () => boolean }
}

/** `ask`: a browser cannot detect it, and nobody has answered yet. */
type CheckState = 'ok' | 'weak' | 'broken' | 'ask'

type CheckName = 'armed' | 'sound' | 'awake' | 'printer' | 'feed' | 'clock' | 'webhook' | 'person'

/** A person's answer about what only they can know. */
export type CheckReply = 'yes' | 'no' | 'none' | undefined

export interface CheckFacts {
  readonly isArmed: boolean
  readonly isAwake: boolean
  readonly heard: CheckReply
  readonly printed: CheckReply
  readonly feed: FeedState
  readonly roundTrip: { readonly tookMs: number; readonly aheadMs: number } | undefined
  readonly webhook: WebhookState | undefined
  readonly person: string | null | undefined
}

export interface Check {
  readonly name: CheckName
  readonly state: CheckState
  /** The message with the state and what to do about it. */
  readonly message: Extract<MessageKey, `check.${CheckName}.${string}`>
}

/** A press feels slow above this. */
const slowMs = 1500
/** Times on the paper and the screen visibly differ above this. */
const clockOffMs = 60_000

/** The points in the order in which staff do them. An unknown one is `ask` or `weak`. */
export function checksOf(facts: CheckFacts): readonly Check[] {
  return [
    facts.isArmed ? is('armed', 'ok', 'check.armed.ok') : is('armed', 'broken', 'check.armed.broken'),
    heardCheck(facts.heard),
    facts.isAwake ? is('awake', 'ok', 'check.awake.ok') : is('awake', 'weak', 'check.awake.weak'),
    printedCheck(facts.printed),
    feedCheck(facts),
    clockCheck(facts),
    webhookCheck(facts.webhook),
    facts.person ? is('person', 'ok', 'check.person.ok') : is('person', 'weak', 'check.person.weak'),
  ]
}

const is = (name: CheckName, state: CheckState, message: Check['message']): Check => ({ name, state, message })

function heardCheck(heard: CheckReply): Check {
  if (heard === undefined) return is('sound', 'ask', 'check.sound.ask')
  return heard === 'yes' ? is('sound', 'ok', 'check.sound.ok') : is('sound', 'broken', 'check.sound.broken')
}

function printedCheck(printed: CheckReply): Check {
  if (printed === undefined) return is('printer', 'ask', 'check.printer.ask')
  if (printed === 'none') return is('printer', 'ok', 'check.printer.none')
  return printed === 'yes' ? is('printer', 'ok', 'check.printer.ok') : is('printer', 'broken', 'check.printer.broken')
}

function feedCheck({ feed, roundTrip }: CheckFacts): Check {
  if (!roundTrip) return is('feed', 'broken', 'check.feed.broken')
  if (feed.is !== 'live') return is('feed', 'weak', 'check.feed.polling')
  return roundTrip.tookMs > slowMs ? is('feed', 'weak', 'check.feed.slow') : is('feed', 'ok', 'check.feed.ok')
}

function clockCheck({ roundTrip }: CheckFacts): Check {
  if (!roundTrip) return is('clock', 'weak', 'check.clock.unknown')
  return Math.abs(roundTrip.aheadMs) > clockOffMs
    ? is('clock', 'weak', roundTrip.aheadMs > 0 ? 'check.clock.ahead' : 'check.clock.behind')
    : is('clock', 'ok', 'check.clock.ok')
}

function webhookCheck(state: WebhookState | undefined): Check {
  if (!state) return is('webhook', 'weak', 'check.webhook.unknown')
  if (!state.is_configured) return is('webhook', 'broken', 'check.webhook.off')
  if (state.refused.count > 0 || state.unreadable.count > 0) return is('webhook', 'weak', 'check.webhook.refused')
  return state.last_heard_at === null
    ? is('webhook', 'weak', 'check.webhook.never')
    : is('webhook', 'ok', 'check.webhook.ok')
}

/** The state of a point and what to do about it, in a sentence or two. */
export function checkText({ message }: Check, { roundTrip, person }: CheckFacts, t: Translate): string {
  switch (message) {
    case 'check.feed.ok':
    case 'check.feed.slow':
      return t(message, { took: Math.round(roundTrip?.tookMs ?? 0) })
    case 'check.clock.ahead':
    case 'check.clock.behind':
      return t(message, { by: durationWords(Math.abs(roundTrip?.aheadMs ?? 0), t) })
    case 'check.person.ok':
      return t(message, { person: person ?? '' })
    default:
      return t(message)
  }
}

/** The result of a shift's start check, as saved on this tablet. */
export interface ShiftCheck {
  /** ISO 8601, on the server's clock. */
  readonly at: string
  /** Who did it; null if nobody was signed in. */
  readonly by: string | null
  /** How many points were not ok. */
  readonly open: number
}

const key = 'shift-check'

export function readCheck(): ShiftCheck | undefined {
  try {
    const kept: unknown = JSON.parse(readSaved(key) ?? 'null')
    if (!isRecord(kept)) return undefined
    const { at, by, open } = kept
    const isWhole = typeof at === 'string' && Number.isFinite(Date.parse(at)) && typeof open === 'number'
    return isWhole ? { at, by: typeof by === 'string' ? by : null, open } : undefined
  } catch {
    return undefined
  }
}

export const saveCheck = (check: ShiftCheck): void => writeSaved(key, JSON.stringify(check))
