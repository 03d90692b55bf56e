import { alertKinds, rungs } from '#contract/desk/alerts.ts'
import { alarmCodes } from '#domain/alarm.ts'
import { urgencies } from '#domain/urgency.ts'
import { lanes } from '#contract/desk/inbox.ts'
import { vendor as endpoints } from '#contract/vendor/endpoints.ts'

/**
 * One metric: its help text, and the values of each label. An empty list means few values that are not ours to list.
 */
interface Measure {
  readonly help: string
  readonly labels: Readonly<Record<string, readonly string[]>>
}

const anyOfFew: readonly string[] = []

// Names and units follow Prometheus: seconds, bytes, `_total` for counters. Never label by order, person or an address
// with an id: each value would be a series forever.

export const counters = {
  vendor_desk_webhooks_total: {
    help: 'Notifications by what became of them.',
    labels: { result: ['stored', 'duplicate', 'test', 'unreadable', 'refused', 'failed'] },
  },
  vendor_desk_actions_total: {
    help: 'Taps by what became of them; one whose outcome was unknown at first counts again when it is known.',
    labels: { action: ['accept', 'reject', 'ready'], outcome: ['done', 'failed', 'unknown', 'not_sent'] },
  },
  vendor_desk_missed_orders_total: {
    help: 'Orders that were cancelled while they waited for an answer.',
    labels: {},
  },
  vendor_desk_alerts_total: {
    help: 'Alerts to phones and addresses outside the shop, by what became of each.',
    labels: { kind: alertKinds, to: rungs, outcome: ['delivered', 'failed', 'gone', 'not_needed'] },
  },
  vendor_desk_store_failures_total: {
    help: 'What the store could not do.',
    labels: { operation: anyOfFew },
  },
} as const satisfies Record<string, Measure>

export const timings = {
  vendor_desk_webhook_seconds: {
    help: "From a notification's arrival until it is on disk and acknowledged.",
    labels: {},
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  },
  vendor_desk_first_answer_seconds: {
    help: 'From the word of an order to the tap that answered it first.',
    labels: { action: ['accept', 'reject'] },
    buckets: [5, 10, 20, 30, 60, 90, 120, 180, 240, 300, 600],
  },
  vendor_desk_action_seconds: {
    help: 'From a tap until what became of it was known.',
    labels: { action: ['accept', 'reject', 'ready'] },
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 300],
  },
  vendor_desk_vendor_call_seconds: {
    help: 'Calls to the vendor service, once begun, by what it answered; none: nothing came in time.',
    labels: {
      endpoint: Object.keys(endpoints),
      status: ['2xx', '3xx', '4xx', '5xx', 'unreadable', 'none'],
    },
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  vendor_desk_store_seconds: {
    help: 'What the store did, until it was on disk.',
    labels: { operation: anyOfFew },
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
  },
} as const satisfies Record<string, Measure & { readonly buckets: readonly number[] }>

export const gauges = {
  vendor_desk_info: { help: 'What kind of desk it is.', labels: { mode: ['live', 'practice', 'demo'] } },
  vendor_desk_open_orders: { help: 'Open orders by lane.', labels: { lane: lanes } },
  vendor_desk_longest_wait_seconds: {
    help: 'How long the order waits that has waited longest for its answer; 0 where none does.',
    labels: {},
  },
  vendor_desk_response_window_seconds: { help: 'How long an order is thought to wait.', labels: {} },
  vendor_desk_alarm: { help: '1 while the board shows this alarm.', labels: { code: alarmCodes } },
  vendor_desk_streams: { help: 'Open feeds of tablets.', labels: {} },
  vendor_desk_tablets: {
    help: 'Tablets that beat within 75 s, and those of them that ring.',
    labels: { state: ['there', 'armed'] },
  },
  vendor_desk_anybody_there: { help: '1 while some tablet would show an order that came now.', labels: {} },
  vendor_desk_vendor_calls: {
    help: 'Calls to the vendor service under way, and those that wait for room in the budget.',
    labels: { urgency: urgencies, state: ['running', 'waiting'] },
  },
  vendor_desk_vendor_answers: {
    help: '1 while the vendor service answered the last call; 0 from the start.',
    labels: {},
  },
  vendor_desk_time_seconds: { help: "The desk's clock, in seconds since 1970.", labels: {} },
  vendor_desk_clock_ahead_of_service_seconds: {
    help: "How far the desk's clock is ahead of the vendor service's, by the Date of its answers.",
    labels: {},
  },
  vendor_desk_store_works: { help: '1 while the store can be read and written.', labels: {} },
  vendor_desk_disk_free_bytes: { help: 'Room where the store is.', labels: {} },
} as const satisfies Record<string, Measure>

type Labels<M extends Measure> = Readonly<Record<never, string>> & {
  readonly [Label in keyof M['labels']]: M['labels'][Label][number]
}

type Counters = typeof counters
type Timings = typeof timings
type Gauges = typeof gauges

/** The current value of a gauge. */
export type Reading = {
  [Name in keyof Gauges]: { readonly name: Name; readonly labels: Labels<Gauges[Name]>; readonly value: number }
}[keyof Gauges]

/** Counters and timers of a server. */
export interface Metrics {
  count<Name extends keyof Counters>(name: Name, labels: Labels<Counters[Name]>): void
  time<Name extends keyof Timings>(name: Name, labels: Labels<Timings[Name]>, seconds: number): void
  /** Starts a timer. @returns a function that gives the seconds since. */
  stopwatch(): () => number
  /** Registers gauges, which are read with each page. */
  watch(read: () => Promise<readonly Reading[]>): void
  /** All metrics in Prometheus format; undefined if nothing is measured. */
  page(): Promise<{ readonly text: string; readonly contentType: string } | undefined>
}

/** Measures nothing. */
export const noMetrics: Metrics = {
  count: () => undefined,
  time: () => undefined,
  stopwatch: () => () => 0,
  watch: () => undefined,
  page: () => Promise.resolve(undefined),
}
