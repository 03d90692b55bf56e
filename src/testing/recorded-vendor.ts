import type { Action } from '#contract/desk/action.ts'
import { readOrder, statusKey } from '#contract/vendor/order.ts'
import type { Clock } from '#contract/clock.ts'
import { NeverSent } from '#server/vendor/vendor-transport.ts'
import { faultAfter, faultBefore, Faults } from '#simulator/faults.ts'
import type { OrderState } from '#simulator/order-life.ts'
import type { Simulator } from '#simulator/simulator.ts'

/** A request about an order as it arrived, and its answer. */
export interface Recorded {
  readonly orderId: string
  /** Undefined for a reading. */
  readonly action: Action | undefined
  readonly body: string
  readonly contentType: string | null
  readonly at: number
  /** Its position among all starts and ends: a slow answer may come after a later request. */
  readonly begun: number
  /** Undefined while it is under way, and if the connection was lost. */
  ended: number | undefined
  /** Undefined while it is under way, and if the connection was lost. */
  status: number | undefined
  /** The status that a reading showed; undefined if it returned no order. */
  shown: string | undefined
}

export interface RecordedVendor {
  fetch(request: Request): Promise<Response>
  /** Faults for the calls about one order. */
  faults(orderId: string): Faults
  /** Refuses the connection of this many calls about one order. */
  unplug(orderId: string, times: number): void
  clearFaults(): void
  readonly requests: readonly Recorded[]
  /** The effects of actions on orders, in order of occurrence. */
  readonly effects: readonly { readonly orderId: string; readonly action: Action; readonly at: number }[]
}

const actionBehind: Readonly<Partial<Record<OrderState, Action>>> = {
  preparing: 'accept',
  rejected: 'reject',
  contact: 'reject',
  ready: 'ready',
}
const endpointOf = { accept: 'acceptOrder', reject: 'rejectOrder', ready: 'markOrderReady' } as const

/** A vendor that records the requests it received and their effects, independently of the desk. */
export function recordVendor(vendor: Simulator, clock: Clock): RecordedVendor {
  const requests: Recorded[] = []
  const effects: { orderId: string; action: Action; at: number }[] = []
  const faults = new Map<string, Faults>()
  const unplugged = new Map<string, number>()
  let moment = 0
  const move = vendor.orders.move.bind(vendor.orders)
  // Changes by time and customers come with their own time.
  vendor.orders.move = (order, state, ...at) => {
    const action = actionBehind[state]
    if (action && at.length === 0) effects.push({ orderId: order.id, action, at: clock.now() })
    move(order, state, ...at)
  }

  function faultsOf(orderId: string): Faults {
    const known = faults.get(orderId) ?? new Faults()
    faults.set(orderId, known)
    return known
  }

  async function answer(request: Request, record: Recorded): Promise<Response> {
    const fault = faultsOf(record.orderId).take(record.action ? endpointOf[record.action] : 'getOrder')
    const broken = fault && (await faultBefore(fault, request, clock))
    if (broken) return broken
    const answered = await vendor.fetch(request)
    return fault ? faultAfter(fault, answered) : answered
  }

  return {
    requests,
    effects,
    faults: faultsOf,
    unplug: (orderId, times) => void unplugged.set(orderId, times),
    clearFaults() {
      faults.clear()
      unplugged.clear()
    },
    async fetch(request) {
      const [, orderId, action] =
        /\/orders\/([^/]+)(?:\/(accept|reject|ready))?$/.exec(new URL(request.url).pathname) ?? []
      if (orderId === undefined) return vendor.fetch(request)
      const left = unplugged.get(orderId) ?? 0
      if (left > 0) {
        unplugged.set(orderId, left - 1)
        throw new NeverSent('unplugged')
      }
      const body = await request.text()
      const record: Recorded = {
        orderId,
        action: action as Action | undefined, // The pattern allows nothing else.
        body,
        contentType: request.headers.get('Content-Type'),
        at: clock.now(),
        begun: (moment += 1),
        ended: undefined,
        status: undefined,
        shown: undefined,
      }
      requests.push(record)
      const { method, headers, signal } = request
      const again = new Request(request.url, { method, headers, signal, ...(body !== '' && { body }) })
      const answered = await answer(again, record)
      record.status = answered.status
      if (!record.action && answered.ok) record.shown = await shownBy(answered.clone(), orderId)
      record.ended = moment += 1
      return answered
    },
  }
}

async function shownBy(answered: Response, orderId: string): Promise<string | undefined> {
  const body: unknown = await answered.json().catch(() => undefined)
  const order = readOrder(orderId, Object(body).data)
  return order && statusKey(order)
}
