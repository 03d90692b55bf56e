import type { Drill, DrillStep } from '#contract/desk/practice.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { drillScript, type DrillDeps, type DrillScene } from './drill-script.ts'

export interface PracticeDrill {
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
const lookMs = 200
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
      const tell = (said: Partial<DrillStep>) => {
        const step = steps?.[index]
        if (steps && step && !signal.aborted) steps[index] = { ...step, ...said }
      }
      const scene = await begin({ ...parts, signal })
      const { order } = scene
      tell({ state: 'now', order_id: order.id, number: order.printNumber, began_at: iso(clock.now()) })
      const began = clock.now()
      const isDone = await untilDone(scene, signal)
      if (signal.aborted) return
      tell({ state: isDone ? 'done' : 'missed', seconds: (clock.now() - began) / 1000, requests: requestsFor(order) })
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
