import type { Clock } from '#contract/clock.ts'
import { failedConditions } from '#contract/desk/printers.ts'
import type { AlarmCode } from '#domain/alarm.ts'
import type { OutgoingEvent } from '#domain/outgoing-event.ts'
import type { PrinterRecord } from '#domain/print-job.ts'
import type { Subscribe } from '#server/events/bus.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { Store } from '#server/storage/store.ts'

interface OccasionsDeps {
  readonly subscribe: Subscribe
  readonly store: Pick<Store, 'printers' | 'addDeliveries'>
  readonly alarms: Pick<Alarms, 'current'>
  readonly servers: Pick<Cluster, 'isPolling'>
  readonly clock: Pick<Clock, 'now'>
  readonly onAdded: () => void
  readonly onStoreFailure: (error: unknown) => void
}

const iso = (at: number): string => new Date(at).toISOString()

/** The printer's state and its beginning are in the store, so an occasion has one id over servers and restarts. */
const printerEvent = ({ id, name, state }: PrinterRecord, at: number): OutgoingEvent => ({
  id: `evt_printer_${id}_${state.since.toString(36)}_${state.is}`,
  orderId: null,
  type: 'printer.failed',
  at,
  data: { printer_id: id, name, state: state.is, since: iso(state.since) },
})

/** A silence begins with the last order, which is in the store too. */
const silenceEvent = (since: string, usualSeconds: number, at: number): OutgoingEvent => ({
  id: `evt_silence_${Date.parse(since).toString(36)}`,
  orderId: null,
  type: 'silence.noticed',
  at,
  data: { since, usual_seconds: usualSeconds },
})

/**
 * Adds deliveries of failed printers and odd silence, whose alarm is repeated while they last. What cannot be written is
 * written with the next repetition.
 */
export function enqueueOccasions(deps: OccasionsDeps): void {
  const { subscribe, store, alarms, servers, clock, onAdded, onStoreFailure } = deps

  async function eventsOf(code: AlarmCode): Promise<readonly OutgoingEvent[]> {
    if (code.startsWith('printer_'))
      return (await store.printers())
        .filter(({ state }) => failedConditions.some((condition) => condition === state.is))
        .map((printer) => printerEvent(printer, clock.now()))
    const silence = alarms.current().find((alarm) => alarm.code === code)?.silence
    return silence ? [silenceEvent(silence.since, silence.usual_seconds, clock.now())] : []
  }

  async function enqueue(code: AlarmCode): Promise<void> {
    if ((await store.addDeliveries(await eventsOf(code))) > 0) onAdded()
  }

  subscribe('alarm-raised', ({ code }) => {
    // The alarms of all servers are emitted on each.
    if (!servers.isPolling()) return
    if (code.startsWith('printer_') || code === 'orders_silent') void enqueue(code).catch(onStoreFailure)
  })
}
