import { alertShares, type AlertKind } from '#contract/desk/alerts.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { AlarmCode } from '#domain/alarm.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Subscribe } from '#server/events/bus.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { printNumber } from '#server/orders/order-row.ts'
import type { OrderTimes } from '#server/orders/order-times.ts'
import type { Log } from '#server/runtime/bug.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { AlertBook, NewAlert } from './alert-book.ts'
import type { AlertDelivery } from './alert-delivery.ts'
import { createAlertEnds, type AlertEndDeps } from './alert-ends.ts'

export interface AlertWatchDeps extends AlertEndDeps {
  readonly log: Log
  readonly subscribe: Subscribe
  readonly inbox: Pick<Inbox, 'open' | 'peek' | 'find'>
  readonly servers: Pick<Cluster, 'sendsAlerts'>
  readonly times: Pick<OrderTimes, 'waitsSince' | 'respondBy'>
  readonly book: AlertBook
  readonly delivery: Pick<AlertDelivery, 'tell'>
  /** Whether there is a phone or an address. */
  readonly isAnybodyListed: () => Promise<boolean>
  readonly onStoreFailure: (error: unknown) => void
}

export interface AlertWatch {
  /** Checks each second until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
}

const second = 1000
/** Time for tablets to reconnect after a start of the server; their feed is back within 30 s. */
const comingBackMs = 30 * second
/** Other servers' alerts are read this often, and an alert of a crashed server is gone on with this long. */
const refreshEveryMs = 10 * second
const goneOnWithMs = 120 * second

/** What an order's alerts are called in the store: a new wait for an answer makes new ones. */
const waitOf = ({ orderId, backAt, receivedAt }: OrderRecord): string => `${orderId} ${backAt ?? receivedAt}`

const kindOfAlarm = (code: AlarmCode): AlertKind | undefined => {
  if (code === 'orders_silent') return 'silence'
  return code.startsWith('printer_') || code === 'print_waits' ? 'printer' : undefined
}

/** Begins alerts when their causes come, and ends them when they are over. Never waits for delivery. */
export function createAlertWatch(deps: AlertWatchDeps): AlertWatch {
  const { clock, log, subscribe, inbox, presence, alarms, servers, times, book, delivery } = deps
  /** How many of the shares caused an alert, by waiting order. */
  let alerted = new Map<OrderId, number>()
  let isAbsenceSent = false
  const startedAt = clock.steady()
  let closing: AbortSignal = new AbortController().signal
  let refreshedAt = Number.NEGATIVE_INFINITY
  let wasSending = false

  const ends = createAlertEnds(deps, () => closing)

  async function begin(alert: NewAlert): Promise<void> {
    // A shop that uses no alerts gets no list of them either.
    if (!(await deps.isAnybodyListed())) return
    const begun = await book.begin(alert)
    if (begun) await delivery.tell(begun, closing)
  }

  const ofOrder = (record: OrderRecord) => ({ orderId: record.orderId, number: printNumber(record) })

  /** Of several shares that passed while the server was down, only the last causes an alert. */
  function alertUnanswered(record: OrderRecord): void {
    const since = times.waitsSince(record)
    const windowMs = times.respondBy(record) - since
    const step = alertShares.filter((share) => clock.now() - since >= share * windowMs).length
    if (step <= (alerted.get(record.orderId) ?? 0)) return
    alerted.set(record.orderId, step)
    void begin({
      ...ofOrder(record),
      occasion: `unanswered ${waitOf(record)} ${step}`,
      kind: 'order_unanswered',
      step,
    })
  }

  function alertAbsence(waiting: readonly OrderRecord[]): void {
    const [longest] = waiting.toSorted((one, other) => times.waitsSince(one) - times.waitsSince(other))
    if (!longest || isAbsenceSent) return
    isAbsenceSent = true
    if (book.open().some(({ kind }) => kind === 'nobody_there')) return
    const occasion = `nobody ${waitOf(longest)} `
    void begin({ ...ofOrder(longest), occasion: `${occasion}${book.countOf(occasion)}`, kind: 'nobody_there' })
  }

  function alertAlarm(code: AlarmCode): void {
    const kind = kindOfAlarm(code)
    const alarm = alarms.current().find((each) => each.code === code)
    if (!kind || !alarm || book.open().some((alert) => alert.alarm === code)) return
    const about = alarm.about ?? []
    void begin({ occasion: `alarm ${code} ${alarm.since}`, kind, alarm: code, about })
  }

  /** Reads the alerts of other servers and earlier processes. Goes on with those that a crash interrupted. */
  async function refresh(isNew: boolean): Promise<void> {
    const found = await book.refresh()
    if (!isNew) return
    for (const alert of found) {
      const isInterrupted = alert.told.length === 0 || alert.told.some(({ outcome }) => outcome === 'pending')
      const isRecent = clock.now() - alert.at < goneOnWithMs
      if (isInterrupted && isRecent && !alert.isRehearsal) void delivery.tell(alert, closing)
    }
  }

  function lookAround(): void {
    const isSending = servers.sendsAlerts()
    if (isSending && (!wasSending || clock.steady() - refreshedAt >= refreshEveryMs)) {
      refreshedAt = clock.steady()
      void refresh(!wasSending)
    }
    wasSending = isSending
    const waiting = inbox.open().filter(({ lane }) => lane === 'answer')
    alerted = new Map(waiting.map(({ orderId }) => [orderId, alerted.get(orderId) ?? 0]))
    if (presence.isAnybodyThere()) isAbsenceSent = false
    // One of several servers sends alerts; when that role moves, the store knows what was told.
    if (!isSending) return
    waiting.forEach(alertUnanswered)
    if (!presence.isAnybodyThere() && clock.steady() - startedAt >= comingBackMs) alertAbsence(waiting)
  }

  subscribe('rule-left', ({ record }) => {
    if (record.lane === 'answer')
      void begin({ ...ofOrder(record), occasion: `rule ${waitOf(record)}`, kind: 'rule_left' })
  })
  subscribe('alarm-raised', ({ code }) => alertAlarm(code))
  subscribe('alarm-cleared', () => ends.checkOthers())
  subscribe('order-changed', ({ record }) => ends.noteOrder(record))

  return {
    async run(signal) {
      closing = signal
      await runForever({ name: 'alerts', clock, log, pauseMs: second }, closing, async () => {
        lookAround()
        ends.checkOthers()
        void ends.checkOrders().catch(deps.onStoreFailure)
        await clock.sleep(second, closing)
      })
    },
  }
}
