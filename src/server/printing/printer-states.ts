import type { Clock } from '#contract/clock.ts'
import type { FailedCondition, PrinterCondition } from '#contract/desk/printers.ts'
import type { AlarmCode } from '#domain/alarm.ts'
import { silentAfterMs, type PrinterRecord, type PrinterState } from '#domain/print-job.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Store } from '#server/storage/store.ts'

/** An unchanged state is written no more often. */
const writtenEveryMs = 4_000

export interface PrinterStates {
  /** Records what a printer said of itself. */
  heard(printer: PrinterRecord, condition: PrinterCondition): Promise<void>
  /** Records which printers have been silent for 30 s, and shows on the board what is wrong. */
  check(printers: readonly PrinterRecord[]): Promise<void>
  /** Takes back the alarms, because another server looks after the printers now. */
  leave(): void
}

const alarmOf: Readonly<Record<FailedCondition, AlarmCode>> = {
  paper_out: 'printer_paper_out',
  cover_open: 'printer_cover_open',
  error: 'printer_fault',
  unreachable: 'printer_unreachable',
}

/** How the printers are, as they say themselves. */
export function createPrinterStates(store: Store, clock: Clock, alarms: Alarms): PrinterStates {
  let startedAt = clock.now()
  return {
    async heard({ id, state }, condition) {
      const now = clock.now()
      const isSame = state.is === condition
      const sinceSeenMs = now - (state.seenAt ?? Number.NEGATIVE_INFINITY)
      if (isSame && sinceSeenMs >= 0 && sinceSeenMs < writtenEveryMs) return
      await store.savePrinterState(id, { is: condition, since: isSame ? state.since : now, seenAt: now })
    },
    async check(printers) {
      const now = clock.now()
      startedAt = Math.min(startedAt, now)
      const checked = await Promise.all(
        printers.map(async (printer) => {
          const heardAt = printer.state.seenAt ?? printer.setUpAt
          // No printer could speak before the start. One heard in the future was heard before the clock was set back.
          const lastAt = heardAt > now ? startedAt : Math.max(heardAt, startedAt)
          if (printer.state.is === 'unreachable' || now - lastAt < silentAfterMs + writtenEveryMs) return printer
          const state: PrinterState = { is: 'unreachable', since: lastAt, seenAt: printer.state.seenAt }
          await store.savePrinterState(printer.id, state)
          return { ...printer, state }
        }),
      )
      for (const [condition, code] of Object.entries(alarmOf)) {
        const names = checked.filter(({ state }) => state.is === condition).map(({ name }) => name)
        if (names.length > 0) alarms.raise(code, names)
        else alarms.clear(code)
      }
    },
    leave() {
      for (const code of [...Object.values(alarmOf), 'print_waits' as const]) alarms.clear(code)
    },
  }
}
