import type { Clock } from '#contract/clock.ts'
import type { Drill, DrillStep, DrillStepName } from '#contract/desk/practice.ts'
import { type SimulatedOrder, timeouts } from '#simulator/order-book.ts'
import type { Simulator } from '#simulator/simulator.ts'
import type { Wifi } from './wifi.ts'

interface DrillDeps {
  readonly simulator: Simulator
  readonly clock: Clock
  readonly wifi: Wifi
  readonly responseWindowSeconds: number
}

/** What a step waits for. */
interface DrillScene {
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
const drillScript: readonly Scripted[] = [
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

interface PracticeDrill {
  /** The state of the drill; undefined before the first one. */
  read(): Drill | undefined
  /** Starts again from the beginning. */
  start(): void
  /** Ends a running drill; clears a finished one. */
  stop(): void
  isRunning(): boolean
}

/** How long a step waits for its action, in ms. */
const limitMs = 120_000
/** The pause between two steps, in ms. */
const pauseMs = 2000

/** A few minutes with everything that goes wrong in a year: step by step, each timed from the moment it is visible. */
export function createDrill(parts: DrillDeps): PracticeDrill {
  const { simulator, clock, wifi } = parts
  let steps: DrillStep[] | undefined
  let running = new AbortController()
  running.abort()

  async function run(signal: AbortSignal): Promise<void> {
    for (const [index, { begin }] of drillScript.entries()) {
      const report = (update: Partial<DrillStep>) => {
        const step = steps?.[index]
        if (steps && step && !signal.aborted) steps[index] = { ...step, ...update }
      }
      const scene = await begin({ ...parts, signal })
      const { order } = scene
      report({ state: 'now', order_id: order.id, number: order.printNumber, began_at: iso(clock.now()) })
      const began = clock.now()
      const isDone = await untilDone(scene, signal)
      if (signal.aborted) return
      report({ state: isDone ? 'done' : 'missed', seconds: (clock.now() - began) / 1000, requests: requestsFor(order) })
      const isLast = index === drillScript.length - 1
      if (!isLast) await clock.sleep(pauseMs, signal)
    }
  }

  async function untilDone({ order, isDone }: DrillScene, signal: AbortSignal): Promise<boolean> {
    const until = clock.now() + limitMs
    while (!signal.aborted && clock.now() < until) {
      // Reading applies the automatic changes of the order.
      const now = simulator.orders.find(order.id)
      if (!now || now.state === 'cancelled') return false
      if (isDone(now)) return true
      await clock.sleep(lookMs, signal)
    }
    return false
  }

  /** The number of action requests for an order: one attempt must be one request, whatever fails. */
  const requestsFor = ({ id }: SimulatedOrder): number =>
    simulator.requests.filter(({ method, path }) => method === 'POST' && path.includes(`/orders/${id}/`)).length

  function halt(): void {
    running.abort()
    wifi.mend()
    simulator.faults.clear()
    simulator.webhookHabits.times = 1
  }

  return {
    read: () => steps && { is_running: !running.signal.aborted, steps },
    isRunning: () => !running.signal.aborted,
    stop() {
      if (running.signal.aborted) steps = undefined
      halt()
    },
    start() {
      halt()
      const mine = new AbortController()
      running = mine
      steps = drillScript.map(({ name }) => ({
        name,
        state: 'waiting',
        order_id: null,
        number: null,
        began_at: null,
        seconds: null,
        requests: null,
      }))
      void run(mine.signal).finally(() => {
        // Does not end a drill that was started meanwhile.
        if (running === mine) halt()
      })
    },
  }
}

const iso = (at: number): string => new Date(at).toISOString()
