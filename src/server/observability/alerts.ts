import type { OrderRecord } from '#domain/order.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { printNumber } from '#server/orders/order-row.ts'
import type { OrderTimes } from '#server/orders/order-times.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { Presence } from '#server/feed/presence.ts'

/** What an outside receiver gets: that an order waits, and nothing about its customer. */
export interface Alert {
  readonly alert: 'order_unanswered' | 'nobody_there'
  readonly order_id: OrderId
  /** The print number; null if the order was not read yet. */
  readonly number: string | null
  readonly waited_seconds: number
  /** ISO 8601 in UTC. */
  readonly at: string
}

export interface AlertDeps {
  readonly clock: Clock
  readonly inbox: Pick<Inbox, 'open'>
  readonly presence: Pick<Presence, 'isAnybodyThere'>
  readonly servers: Pick<Cluster, 'sendsAlerts'>
  readonly times: Pick<OrderTimes, 'waitsSince' | 'respondBy'>
  /** Sends one alert; rejects if it was not delivered. */
  readonly send: (alert: Alert) => Promise<void>
  readonly log: Log
}

export interface Alerts {
  /** Checks each second until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
}

const second = 1000
/** The shares of the response window after which an unanswered order causes an alert. */
const shares = [0.23, 0.5, 0.8]
/** Time for tablets to reconnect after a start of the server; their feed is back within 30 s. */
const comingBackMs = 30 * second
/** The pauses before each further try. */
const tryAgainMs = [2 * second, 8 * second, 30 * second]

/** Sends alerts when orders wait and the shop is offline, or does not answer. Never waits for delivery. */
export function createAlerts(deps: AlertDeps): Alerts {
  const { clock, inbox, presence, servers, times, send, log } = deps
  /** How many of the shares caused an alert, by waiting order. */
  let alerted = new Map<OrderId, number>()
  let isAbsenceSent = false

  const waitedMs = (record: OrderRecord): number => clock.now() - times.waitsSince(record)

  /** Of several shares that passed while the server was down, only the last causes an alert. */
  function alertUnanswered(record: OrderRecord, closing: AbortSignal): void {
    const windowMs = times.respondBy(record) - times.waitsSince(record)
    const passed = shares.filter((share) => waitedMs(record) >= share * windowMs).length
    if (passed <= (alerted.get(record.orderId) ?? 0)) return
    alerted.set(record.orderId, passed)
    sendAlert('order_unanswered', record, closing)
  }

  function alertAbsence(waiting: readonly OrderRecord[], closing: AbortSignal): void {
    const [longest] = waiting.toSorted((one, other) => waitedMs(other) - waitedMs(one))
    if (!longest || isAbsenceSent) return
    isAbsenceSent = true
    sendAlert('nobody_there', longest, closing)
  }

  function sendAlert(alert: Alert['alert'], record: OrderRecord, closing: AbortSignal): void {
    void deliver(
      {
        alert,
        order_id: record.orderId,
        number: printNumber(record),
        waited_seconds: Math.max(0, Math.round(waitedMs(record) / second)),
        at: new Date(clock.now()).toISOString(),
      },
      closing,
    )
  }

  async function deliver(alert: Alert, closing: AbortSignal): Promise<void> {
    for (const pause of [...tryAgainMs, undefined]) {
      try {
        await send(alert)
        return log('alert_sent', { alert: alert.alert, order_id: alert.order_id })
      } catch (error) {
        const message = error instanceof Error ? error.message : 'unknown'
        log('alert_failed', { alert: alert.alert, order_id: alert.order_id, message }, 'warn')
      }
      if (pause !== undefined) await clock.sleep(pause, closing)
      if (closing.aborted) return
    }
  }

  return {
    async run(closing) {
      const startedAt = clock.steady()
      await runForever({ name: 'alerts', clock, log, pauseMs: second }, closing, async () => {
        const waiting = inbox.open().filter(({ lane }) => lane === 'answer')
        alerted = new Map(waiting.map(({ orderId }) => [orderId, alerted.get(orderId) ?? 0]))
        // One of several servers sends alerts; when that role moves, an alert may be repeated.
        if (servers.sendsAlerts()) {
          for (const record of waiting) alertUnanswered(record, closing)
          if (presence.isAnybodyThere()) isAbsenceSent = false
          else if (clock.steady() - startedAt >= comingBackMs) alertAbsence(waiting, closing)
        }
        await clock.sleep(second, closing)
      })
    },
  }
}
