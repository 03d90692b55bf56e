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
  readonly servers: Pick<Cluster, 'isTelling'>
  readonly responseWindowSeconds: number
  readonly times: Pick<OrderTimes, 'waitsSince'>
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

interface Waiting {
  readonly record: OrderRecord
  /** On the steady clock. */
  readonly since: number
  /** How many of the shares caused an alert. */
  told: number
}

/** Sends alerts when orders wait and the shop is offline, or does not answer. Never waits for delivery. */
export function createAlerts({
  clock,
  inbox,
  presence,
  servers,
  responseWindowSeconds,
  times,
  send,
  log,
}: AlertDeps): Alerts {
  const windowMs = responseWindowSeconds * second
  let waiting = new Map<OrderId, Waiting>()
  let isAbsenceTold = false

  const steadyAt = (at: number): number => clock.steady() - (clock.now() - at)

  /** Updates the list of waiting orders. */
  function refresh(): void {
    const next = inbox
      .open()
      .filter(({ lane }) => lane === 'answer')
      .map((record): [OrderId, Waiting] => {
        const told = waiting.get(record.orderId)?.told ?? 0
        return [record.orderId, { since: steadyAt(times.waitsSince(record)), told, record }]
      })
    waiting = new Map(next)
  }

  /** Of several shares that passed while the server was down, only the last causes an alert. */
  function tellUnanswered(order: Waiting, closing: AbortSignal): void {
    const passed = shares.filter((share) => clock.steady() - order.since >= share * windowMs).length
    if (passed <= order.told) return
    order.told = passed
    tell('order_unanswered', order, closing)
  }

  function tellAbsence(startedAt: number, closing: AbortSignal): void {
    const [longest] = [...waiting.values()].toSorted((one, other) => one.since - other.since)
    if (presence.isAnybodyThere()) isAbsenceTold = false
    else if (longest && !isAbsenceTold && clock.steady() - startedAt >= comingBackMs) {
      isAbsenceTold = true
      tell('nobody_there', longest, closing)
    }
  }

  function tell(alert: Alert['alert'], { record, since }: Waiting, closing: AbortSignal): void {
    void deliver(
      {
        alert,
        order_id: record.orderId,
        number: printNumber(record),
        waited_seconds: Math.max(0, Math.round((clock.steady() - since) / second)),
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
        refresh()
        // One of several servers sends alerts; when that role moves, an alert may be repeated.
        if (servers.isTelling()) {
          for (const order of waiting.values()) tellUnanswered(order, closing)
          tellAbsence(startedAt, closing)
        }
        await clock.sleep(second, closing)
      })
    },
  }
}
