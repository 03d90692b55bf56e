import type { DrillStepName } from '#contract/desk/practice.ts'
import { timeouts, type SimulatedOrder } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'
import type { Clock } from '#contract/clock.ts'
import type { Wifi } from './wifi.ts'

export interface DrillDeps {
  readonly simulator: Simulator
  readonly clock: Clock
  readonly wifi: Wifi
  readonly responseWindowSeconds: number
}

/** What a step waits for. */
export interface DrillScene {
  readonly order: SimulatedOrder
  isDone(order: SimulatedOrder): boolean
}

interface Scripted {
  readonly name: DrillStepName
  /** Sets the scene; resolves when the desk shows it. */
  begin(stage: DrillDeps & { readonly signal: AbortSignal }): Promise<DrillScene>
}

/** How long the network is cut, in ms. */
const cutMs = 8000
/** How long a customer takes to answer about missing items, in seconds. */
const thinkSeconds = 5
/** How many seconds an order has left when its late notification arrives. */
const lateSeconds = 30

const lookMs = 200

const readsOf = ({ requests }: Simulator, { id }: SimulatedOrder): number =>
  requests.filter(({ method, path }) => method === 'GET' && path.endsWith(`/orders/${id}`)).length

const isAccepted = ({ state }: SimulatedOrder): boolean => state === 'preparing' || state === 'ready'
const accept = (order: SimulatedOrder): DrillScene => ({ order, isDone: isAccepted })

/** Everything that can go wrong between a customer and a counter, step by step. */
export const drillScript: readonly Scripted[] = [
  { name: 'plain', begin: async ({ simulator }) => accept(simulator.placeOrder()) },
  {
    name: 'twice',
    async begin({ simulator }) {
      simulator.webhookHabits.times = 2
      const order = simulator.placeOrder()
      simulator.webhookHabits.times = 1
      return accept(order)
    },
  },
  {
    name: 'lost',
    async begin({ simulator }) {
      simulator.faults.add({ kind: 'drop-late', on: 'acceptOrder' })
      return accept(simulator.placeOrder())
    },
  },
  {
    name: 'wifi',
    async begin({ simulator, wifi, clock, signal }) {
      wifi.cut()
      await clock.sleep(cutMs / 2, signal)
      const order = simulator.placeOrder()
      await clock.sleep(cutMs / 2, signal)
      wifi.mend()
      return accept(order)
    },
  },
  {
    name: 'missing',
    async begin({ simulator }) {
      const order = simulator.placeOrder('large')
      order.lines = order.lines.slice(0, 3)
      return { order, isDone: ({ state }) => state === 'contact' }
    },
  },
  {
    name: 'changed',
    async begin({ simulator, clock, signal }) {
      const asked = simulator.orders.all().find(({ state }) => state === 'contact')
      // If the customer was not asked in the step before, a new order comes back instead.
      const order = asked ?? simulator.placeOrder()
      if (asked) {
        asked.stateSince = clock.now() - (timeouts(asked) - thinkSeconds) * 1000
        await clock.sleep(thinkSeconds * 1000, signal)
        // No notification announces the change; it shows once the desk has read the order again.
        const before = readsOf(simulator, order)
        while (!signal.aborted && readsOf(simulator, order) === before) await clock.sleep(lookMs, signal)
      }
      return accept(order)
    },
  },
  {
    name: 'late',
    async begin({ simulator, clock, responseWindowSeconds }) {
      const order = simulator.placeOrder()
      const age = Math.max(0, responseWindowSeconds - lateSeconds) * 1000
      // Its notification follows in a moment, so the age can still be set.
      Object.assign(order, { createdAt: clock.now() - age, stateSince: clock.now() - age })
      return accept(order)
    },
  },
  {
    name: 'ready',
    async begin({ simulator }) {
      const prepared = simulator.orders.all().findLast(({ state }) => state === 'preparing')
      return { order: prepared ?? simulator.placeOrder(), isDone: ({ state }) => state === 'ready' }
    },
  },
]
