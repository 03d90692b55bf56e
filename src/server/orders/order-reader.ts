import type { Clock } from '#contract/clock.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { isOrderAskedFor, isOtherOrder, readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import { withoutForm } from '#domain/order-events.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { VendorUrgency } from '#domain/urgency.ts'
import { createRecent } from '#server/runtime/recent.ts'
import { isMoreUrgent } from '#server/vendor/budget.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { promptMs } from '#server/vendor/vendor-transport.ts'
import { editAnswer, type Vendor } from '#server/vendor/vendor.ts'
import { OtherOrder, VendorFailure } from '#server/vendor/vendor-failure.ts'

export interface OrderReader {
  /**
   * The order as of at most one second ago; concurrent callers share one request. `isFirstRead`: the first read of a
   * new order, which skips pauses set for other calls. @throws {VendorFailure}
   */
  read(orderId: OrderId, urgency?: VendorUrgency, isFirstRead?: boolean): Promise<OrderReading>
  /** A fresh read for an action; never shares an earlier request. @throws {VendorFailure} */
  readAnew(orderId: OrderId, timeLimitMs?: number): Promise<OrderReading>
  /** The pending read of this order, if the vendor has answered promptly of late; else nothing. */
  arriving(orderId: OrderId): Promise<OrderReading> | undefined
  /** The last reading, however old. */
  last(orderId: OrderId): OrderReading | undefined
}

interface PendingRead {
  readonly reading: Promise<OrderReading>
  readonly urgency: VendorUrgency
  readonly isFirstRead: boolean
  /** Whether the request has left the queue. */
  hasBegun: boolean
  /** On the steady clock. */
  readonly since: number
}

/** Options of a request. */
interface Call {
  readonly urgency: VendorUrgency
  readonly isFirstRead: boolean
  readonly timeLimitMs: number | undefined
  readonly onBegin: () => void
}

const sharedForMs = 1000
const readingsSaved = 1000

/** `onReading` is called with each reading that is newer than the last. */
export function createOrderReader(
  vendor: Vendor,
  clock: Clock,
  onReading: (reading: OrderReading) => void = () => undefined,
): OrderReader {
  const readings = createRecent<OrderReading>(readingsSaved, ({ text }) => text)
  /** Oldest request first. */
  const pending = new Map<OrderId, PendingRead>()
  let lastTookMs = 0

  async function ask(orderId: OrderId, how: Pick<Call, 'urgency'> & Partial<Call>): Promise<OrderReading> {
    const { urgency, isFirstRead, timeLimitMs, onBegin } = how
    const moment = () => ({ askedAt: clock.now(), turn: clock.steady() })
    const wanted = moment()
    // Renewed once the request leaves the queue, because another may overtake it there.
    let asked = wanted
    const limit = timeLimitMs === undefined ? {} : { timeLimitMs }
    const begin = () => {
      asked = moment()
      onBegin?.()
    }
    const answer = await vendor
      .call('getOrder', { params: { orderId }, urgency, isFirstRead, onBegin: begin, ...limit })
      .finally(() => (lastTookMs = clock.steady() - wanted.turn))
    const { data } = answer.body
    if (isRecord(data) && isOtherOrder(orderId, data)) throw new OtherOrder()
    if (!isOrderAskedFor(orderId, data))
      throw new VendorFailure('unreadable', 'The vendor service answered without an order.', 200)
    const text = editAnswer(answer, withoutPaymentForm)
    const base = { id: orderId, text, ...asked }
    return save(
      understoodLater(base, () => data),
      understoodLater(base, () => dataIn(text)),
    )
  }

  /** Reads may complete out of order; the later request has the newer state. */
  function save(reading: OrderReading, toSave: OrderReading): OrderReading {
    const { id } = reading
    const known = readings.get(id)
    if (known && known.turn > reading.turn) return reading
    readings.set(id, toSave)
    onReading(reading)
    return reading
  }

  /** The longest current wait, or the duration of the last request. */
  function latestWaitMs(): number {
    const [oldest] = pending.values()
    return Math.max(lastTookMs, oldest ? clock.steady() - oldest.since : 0)
  }

  return {
    arriving: (orderId) => (latestWaitMs() < promptMs ? pending.get(orderId)?.reading : undefined),
    last: (orderId) => readings.get(orderId),
    readAnew: (orderId, timeLimitMs) => ask(orderId, { urgency: 'action', timeLimitMs }),
    read(orderId, urgency = 'screen', isFirstRead = false) {
      const known = readings.get(orderId)
      if (known && clock.steady() - known.turn < sharedForMs) return Promise.resolve(known)
      const shared = pending.get(orderId)
      // A person does not share a queued request of the poller. Nor does the first read of a new order share a request
      // that a pause may hold up.
      const isHeldBack = isFirstRead && shared && !shared.isFirstRead && !shared.hasBegun
      if (shared && !isHeldBack && !isMoreUrgent(urgency, shared.urgency)) return shared.reading
      const asked: Omit<PendingRead, 'reading'> = { urgency, isFirstRead, hasBegun: false, since: clock.steady() }
      const onBegin = () => void (asked.hasBegun = true)
      const reading = ask(orderId, { urgency, isFirstRead, onBegin }).finally(() => {
        if (pending.get(orderId)?.reading === reading) pending.delete(orderId)
      })
      pending.delete(orderId)
      pending.set(orderId, Object.assign(asked, { reading }))
      return reading
    },
  }
}

/** A reading that is parsed on first use, because the parsed tree doubles its memory and is seldom needed. */
function understoodLater(reading: Omit<OrderReading, 'order' | 'data'>, readData: () => unknown): OrderReading {
  const { id } = reading
  let data: OrderReading['data'] | undefined
  let order: ReadOrder | undefined
  return {
    ...reading,
    get data() {
      return (data ??= certain(recordIn(readData())))
    },
    get order() {
      return (order ??= certain(readOrder(id, this.data)))
    },
  }
}

const recordIn = (value: unknown) => (isRecord(value) ? value : undefined)

function dataIn(text: string): unknown {
  const answer = parseJson(text)
  return isRecord(answer) ? answer['data'] : undefined
}

/** The reading was validated when it was created. */
function certain<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A reading is no longer of its order.')
  return value
}

/** Turns a failed read into no reading, for callers that can do without. @throws any other error */
export function noReading(error: unknown): undefined {
  if (!(error instanceof VendorFailure)) throw error
}

/** Removes extra payment data, which never leaves this module. */
function withoutPaymentForm(tree: unknown): unknown {
  const data = isRecord(tree) ? tree['data'] : undefined
  if (!isRecord(tree) || !isRecord(data) || data['payment_method'] === undefined) return tree
  return { ...tree, data: { ...data, payment_method: withoutForm(data['payment_method']) } }
}

/** An order, and when it was requested, on the desk's clock. */
export interface Look {
  readonly order: ReadOrder
  readonly askedAt: number
}

/**
 * The latest reading of the order: by this server, or from the record by another one or before the last restart.
 * @returns nothing if the order was never read
 */
export function lastLook(
  orders: Pick<OrderReader, 'last'>,
  orderId: OrderId,
  record: OrderRecord | undefined,
): Look | undefined {
  const last = orders.last(orderId)
  const readAt = record?.readAt ?? Number.NEGATIVE_INFINITY
  if (last && last.askedAt >= readAt) return last
  const order = readOrder(orderId, record?.order)
  return order ? { order, askedAt: readAt } : last
}
