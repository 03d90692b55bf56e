import type { VendorUrgency } from '#domain/vendor-urgency.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import { isOrderAskedFor, isOtherOrder, readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { createRecent } from '#server/runtime/recent.ts'
import { isMoreUrgent } from '#server/vendor/budget.ts'
import { promptMs } from '#server/vendor/timeouts.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { editAnswer, OtherOrder, VendorFailure, type Vendor } from '#server/vendor/vendor.ts'
import { withoutForm } from '#domain/order-events.ts'

export interface OrderReader {
  /**
   * The order as of at most a second ago: all who ask meanwhile share one call. `isFirstRead`: of a new order, which waits
   * for no pause that other calls were told to make. @throws {VendorFailure}
   */
  read(orderId: OrderId, urgency?: VendorUrgency, isFirstRead?: boolean): Promise<OrderReading>
  /** The order as of now, for an action: nothing that was asked for earlier will do. @throws {VendorFailure} */
  readAnew(orderId: OrderId, timeLimitMs?: number): Promise<OrderReading>
  /** What is being asked for of this order, where the vendor has been prompt of late; it may be so for a moment longer. */
  arriving(orderId: OrderId): Promise<OrderReading> | undefined
  /** The order as it was last read, however long ago. */
  last(orderId: OrderId): OrderReading | undefined
}

interface Asked {
  readonly reading: Promise<OrderReading>
  readonly urgency: VendorUrgency
  readonly isFirstRead: boolean
  /** It has left, and waits for no room any more. */
  hasBegun: boolean
  /** On the steady clock. */
  readonly since: number
}

/** How an order is asked for. */
interface Call {
  readonly urgency: VendorUrgency
  readonly isFirstRead: boolean
  readonly timeLimitMs: number | undefined
  readonly onBegin: () => void
}

const sharedForMs = 1000
const readingsKept = 1000

/** `onReading` is told of every reading that is newer than the last. */
export function createOrderReader(
  vendor: Vendor,
  clock: Clock,
  onReading: (reading: OrderReading) => void = () => undefined,
): OrderReader {
  const readings = createRecent<OrderReading>(readingsKept, ({ text }) => text)
  /** In the order in which they were asked. */
  const underWay = new Map<OrderId, Asked>()
  let lastTookMs = 0

  async function ask(orderId: OrderId, how: Pick<Call, 'urgency'> & Partial<Call>): Promise<OrderReading> {
    const { urgency, isFirstRead, timeLimitMs, onBegin } = how
    const moment = () => ({ askedAt: clock.now(), turn: clock.steady() })
    const wanted = moment()
    // It may wait for its turn, and somebody else ask at once meanwhile.
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
    const kept = { id: orderId, text, ...asked }
    return keep(
      understoodLater(kept, () => data),
      understoodLater(kept, () => dataIn(text)),
    )
  }

  /** Two reads may end in the other order than they began: the later question has the truer answer. */
  function keep(reading: OrderReading, toKeep: OrderReading): OrderReading {
    const { id } = reading
    const known = readings.get(id)
    if (known && known.turn > reading.turn) return reading
    readings.set(id, toKeep)
    onReading(reading)
    return reading
  }

  /** How long who waits for an answer has waited, or had to. */
  function latestWaitMs(): number {
    const [oldest] = underWay.values()
    return Math.max(lastTookMs, oldest ? clock.steady() - oldest.since : 0)
  }

  return {
    arriving: (orderId) => (latestWaitMs() < promptMs ? underWay.get(orderId)?.reading : undefined),
    last: (orderId) => readings.get(orderId),
    readAnew: (orderId, timeLimitMs) => ask(orderId, { urgency: 'action', timeLimitMs }),
    read(orderId, urgency = 'screen', isFirstRead = false) {
      const known = readings.get(orderId)
      if (known && clock.steady() - known.turn < sharedForMs) return Promise.resolve(known)
      const shared = underWay.get(orderId)
      // What the watch asks for may wait its turn for long; a person does not wait with it.
      // Nor does the first reading of a new order wait with one that may be held by a pause.
      const isHeldBack = isFirstRead && shared && !shared.isFirstRead && !shared.hasBegun
      if (shared && !isHeldBack && !isMoreUrgent(urgency, shared.urgency)) return shared.reading
      const asked: Omit<Asked, 'reading'> = { urgency, isFirstRead, hasBegun: false, since: clock.steady() }
      const onBegin = () => void (asked.hasBegun = true)
      const reading = ask(orderId, { urgency, isFirstRead, onBegin }).finally(() => {
        if (underWay.get(orderId)?.reading === reading) underWay.delete(orderId)
      })
      underWay.delete(orderId)
      underWay.set(orderId, Object.assign(asked, { reading }))
      return reading
    },
  }
}

/**
 * A reading that is understood when somebody asks. What is kept holds its text alone: what was understood of it takes as
 * much memory again, which each sweep of the garbage collector would carry along, and is seldom asked for.
 */
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

/** It was seen to be an order, and that one, before it became a reading. */
function certain<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A reading is no longer of its order.')
  return value
}

/** For who can do without a reading: what the vendor does not show is not there. */
export function noReading(error: unknown): undefined {
  if (!(error instanceof VendorFailure)) throw error
}

/** It goes no further than this. */
function withoutPaymentForm(tree: unknown): unknown {
  const data = isRecord(tree) ? tree['data'] : undefined
  if (!isRecord(tree) || !isRecord(data) || data['payment_method'] === undefined) return tree
  return { ...tree, data: { ...data, payment_method: withoutForm(data['payment_method']) } }
}
