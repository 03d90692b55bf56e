import type { Clock } from '#contract/clock.ts'
import { Who } from '#contract/desk/action.ts'
import type { Shortage } from '#contract/desk/shortages.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { AnyNumber, NullableText, Text } from '#contract/plain.ts'
import type { OrderRecord } from '#domain/order.ts'
import {
  isReported,
  ofToday,
  productOfLine,
  shownShortages,
  withoutReport,
  withReport,
  type ShortageRecord,
} from '#domain/shortage.ts'
import { endOfDay } from '#domain/wall-time.ts'
import type { Emit } from '#server/events/bus.ts'
import { HttpError } from '#server/http/http-error.ts'
import { newId, type RandomBytes } from '#server/runtime/credentials.ts'
import { changeSetting, type SettingStore } from '#server/storage/setting-store.ts'
import type { LogEntry } from '#server/storage/store.ts'
import type { Inbox } from './inbox.ts'
import type { OrderRows } from './order-rows.ts'
import { isShownTo } from './role-rows.ts'
import * as z from 'zod/mini'

interface ShortagesDeps {
  readonly store: SettingStore
  readonly clock: Clock
  readonly emit: Emit
  /** In which days end, such as `Asia/Baghdad`. */
  readonly timeZone: string
  readonly randomBytes: RandomBytes
}

type Ordered = Pick<OrderRecord, 'orderId' | 'order'>

/** The products that are out today, the same for all servers of the shop. The vendor's catalog is not changed. */
export interface Shortages {
  /** As they were last read, the latest first. */
  current(): readonly Shortage[]
  /** Reads them anew, because another server may have changed them. @throws {StoreUnavailable} */
  look(): Promise<void>
  /** A line was marked missing. Nothing happens if its product cannot be compared. @throws {StoreUnavailable} */
  report(record: Ordered, line: string, by: Who): Promise<void>
  /** Whether a line reported a shortage, as far as this server knows. */
  isReportedBy(record: Ordered, line: string): boolean
  /** The mark of a line was taken back. @throws {StoreUnavailable} */
  takeBack(record: Ordered, line: string): Promise<void>
  /** The product is back. `entry` gets its name. @throws {HttpError} 404; {StoreUnavailable} */
  end(id: string, entry: (name: string) => LogEntry): Promise<void>
  /** Forgets them when the day ends, until the signal aborts. */
  run(closing: AbortSignal): void
}

const settingName = 'shortages'

const StoredProduct = z.object({
  name: NullableText,
  product_id: NullableText,
  reference: NullableText,
  barcode: NullableText,
})
const StoredReport = z.object({ orderId: Text, line: Text, by: Who, at: AnyNumber })
const StoredShortage = z.object({ id: Text, product: StoredProduct, reports: z.array(StoredReport) })

/** The readable part of what was stored: a server starts whatever another version wrote. */
const recordsIn = (stored: unknown): readonly ShortageRecord[] =>
  (Array.isArray(stored) ? stored : []).flatMap((each: unknown) => {
    const read = z.safeParse(StoredShortage, each)
    return read.success ? [read.data] : []
  })

export function createShortages({ store, clock, emit, timeZone, randomBytes }: ShortagesDeps): Shortages {
  let held: readonly ShortageRecord[] = []
  let shown: readonly Shortage[] = []
  let revision = 0
  /** When the day of `held` ends. */
  let endsAt = Number.POSITIVE_INFINITY
  let cancelWake = (): void => undefined
  let isRunning = false

  const read = (value: unknown) => ofToday(recordsIn(value), clock.now(), timeZone)

  function hold(list: readonly ShortageRecord[], atRevision: number): void {
    // An answer of the store may be overtaken by a later one.
    if (atRevision < revision || (atRevision === revision && list.length === held.length)) return
    held = list
    shown = shownShortages(list)
    revision = atRevision
    wakeAtMidnight()
    emit({ type: 'shortages-changed' })
  }

  /** One timer for the whole day, because most days need none. */
  function wakeAtMidnight(): void {
    cancelWake()
    endsAt = held.length === 0 ? Number.POSITIVE_INFINITY : endOfDay(clock.now(), timeZone)
    if (held.length === 0 || !isRunning) return
    cancelWake = clock.after(endsAt - clock.now(), () => {
      // The clock may have been set back meanwhile.
      if (clock.now() >= endsAt) hold(ofToday(held, clock.now(), timeZone), revision)
      // All of it may have been reported after midnight, by a server whose clock is ahead.
      wakeAtMidnight()
    })
  }

  async function change(
    next: (before: readonly ShortageRecord[]) => readonly ShortageRecord[] | undefined,
    entry?: () => LogEntry | undefined,
  ): Promise<void> {
    const written = await changeSetting(store, settingName, (stored) => next(read(stored)), entry)
    if (written.value) hold(written.value, written.revision)
  }

  return {
    current: () => (clock.now() < endsAt ? shown : []),
    async look() {
      const stored = await store.readSetting(settingName)
      if (stored && stored.revision !== revision) hold(read(stored.value), stored.revision)
    },
    async report({ orderId, order }, line, by) {
      const product = productOfLine(orderId, order, line)
      if (!product) return
      const report = { orderId, line, by, at: clock.now() }
      await change((before) => {
        const after = withReport(before, product, report, () => newId(randomBytes))
        return after === before ? undefined : after
      })
    },
    isReportedBy: ({ orderId }, line) => isReported(held, orderId, line),
    takeBack: ({ orderId }, line) =>
      change((before) => (isReported(before, orderId, line) ? withoutReport(before, orderId, line) : undefined)),
    async end(id, entry) {
      let name = ''
      await change(
        (before) => {
          const ended = before.find((each) => each.id === id)
          if (!ended) throw new HttpError(404, 'not_found', 'This product is not out, or no longer.')
          const { product } = ended
          name = product.name ?? product.reference ?? product.barcode ?? product.product_id ?? ''
          return before.filter((each) => each !== ended)
        },
        () => entry(name),
      )
    },
    run(closing) {
      isRunning = true
      wakeAtMidnight()
      closing.addEventListener('abort', () => {
        isRunning = false
        cancelWake()
      })
    },
  }
}

interface ShortagesForDeps {
  readonly shortages: Pick<Shortages, 'current'>
  readonly inbox: Pick<Inbox, 'peek'>
  readonly rows: Pick<OrderRows, 'row'>
}

/** The products that are out, as tablets of a role see them: a station without the id of an order that it does not see. */
export function createShortagesFor({ shortages, inbox, rows }: ShortagesForDeps) {
  return (role: TabletRole): readonly Shortage[] => {
    if (role === 'display') return []
    if (role === 'counter') return shortages.current()
    return shortages.current().map((shortage) => {
      const record = inbox.peek(shortage.order_id)
      return record && isShownTo(role, rows.row(record)) ? shortage : { ...shortage, order_id: '' }
    })
  }
}
