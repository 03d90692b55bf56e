import type { Clock } from '#contract/clock.ts'
import { urgencies, type VendorUrgency } from '#domain/vendor-urgency.ts'

const ofEach = <T>(make: (urgency: VendorUrgency) => T): Record<VendorUrgency, T> =>
  Object.fromEntries(urgencies.map((urgency) => [urgency, make(urgency)])) as Record<VendorUrgency, T> // All of them.

/** Whether who waits for the one need not wait for what the other waits for. */
export const isMoreUrgent = (one: VendorUrgency, other: VendorUrgency): boolean =>
  urgencies.indexOf(one) < urgencies.indexOf(other)

/** There was no room for a call in the time that its caller had. It was not begun. */
export class NoRoom extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('There was no room for a call in time.')
    this.retryAfterMs = retryAfterMs
  }
}

export interface BudgetDeps {
  readonly clock: Clock
  /** Calls under way at the same time. Actions are not counted: they never wait. */
  readonly atOnce: number
  /** Calls begun in a second, on average; as many may come in one burst. */
  readonly perSecond: number
}

export interface RunOptions {
  /** How long it may wait for room, in milliseconds; as long as it takes, where it is left out. */
  readonly waitLimitMs?: number
  /** The first reading of a new order: it waits for no pause that calls of another urgency were told to make. */
  readonly isFirstRead?: boolean | undefined
}

export interface Budget {
  /**
   * Runs a call when there is room for it; actions at once. @throws {NoRoom} where there was none within `waitLimitMs`.
   */
  run<T>(urgency: VendorUrgency, call: () => Promise<T>, options?: RunOptions): Promise<T>
  /** How many calls are under way now, and how many wait for room. */
  load(): Readonly<Record<VendorUrgency, { readonly running: number; readonly waiting: number }>>
  /**
   * The vendor asked a call of this urgency for a pause, in milliseconds, of which a minute at most is kept. It holds the
   * calls of that urgency and the less urgent ones; actions go on.
   */
  pause(urgency: VendorUrgency, ms: number): void
}

/** The calls of one urgency that wait, in the order in which they came. What holds first reads holds the others too. */
interface Queue {
  readonly urgency: VendorUrgency
  readonly isFirstRead: boolean
  readonly calls: (() => void)[]
}

/** A board that is blind for longer shows orders that were cancelled long ago. */
const pauseAtMostMs = 60_000

/** So often the last in line is let in before the first: a busy evening must not keep the catalog out for ever. */
const lastGoesFirstEvery = 5
const leastRetryMs = 1_000
/** A reason at hand: one that the platform makes costs more than all else here. */
const begunInTime = new Error('It has begun.')
const admittedEarlier = new Error('There is something to admit earlier.')

/** unspecified: rate limits. One budget for the token keeps us polite, and what matters first. */
export function createBudget({ clock, atOnce, perSecond }: BudgetDeps): Budget {
  const queueOf = (urgency: VendorUrgency, isFirstRead: boolean): Queue => ({ urgency, isFirstRead, calls: [] })
  const waiting = ofEach((urgency) => ({ firstReads: queueOf(urgency, true), others: queueOf(urgency, false) }))
  const queues = urgencies.flatMap((urgency) => [waiting[urgency].firstReads, waiting[urgency].others])
  const queuesReversed = queues.toReversed()
  const underWay = ofEach(() => 0)
  const listsAtOnce = Math.max(1, atOnce - 2)
  const againAtOnce = atOnce > 2 ? atOnce - 1 : atOnce
  let tokens = perSecond
  let refilledAt = clock.steady()
  /** By the urgency of the call that was told to pause. */
  const pausedUntil = ofEach(() => 0)
  let timer = { at: Number.POSITIVE_INFINITY, cancel: new AbortController() }
  let begun = 0

  function refill(): void {
    const now = clock.steady()
    tokens = Math.min(perSecond, tokens + ((now - refilledAt) / 1000) * perSecond)
    refilledAt = now
  }

  const someWait = () => queues.some(({ calls }) => calls.length > 0)

  /**
   * A service that is slow with its lists keeps no order from being looked at again, and one that is slow with those
   * keeps no new one waiting: as far as there are places, each kind leaves one to those before it.
   */
  function hasPlace(urgency: VendorUrgency): boolean {
    const { screen, news, watch, list } = underWay
    if (screen + news + watch + list >= atOnce) return false
    if (urgency === 'list' && list >= listsAtOnce) return false
    return (urgency !== 'list' && urgency !== 'watch') || watch + list < againAtOnce
  }

  /** Until when a call is held: by what its urgency was told, and, unless it is a first read, the more urgent ones. */
  function heldUntil({ urgency, isFirstRead }: Pick<Queue, 'urgency' | 'isFirstRead'>): number {
    if (isFirstRead) return pausedUntil[urgency]
    return Math.max(...urgencies.slice(0, urgencies.indexOf(urgency) + 1).map((each) => pausedUntil[each]))
  }

  const mayBegin = (queue: Queue): boolean => hasPlace(queue.urgency) && heldUntil(queue) <= clock.steady()

  /** Takes room for one call that may begin, where there is any. */
  function takeRoom({ urgency }: Queue): boolean {
    refill()
    if (tokens < 1) return false
    underWay[urgency] += 1
    tokens -= 1
    begun += 1
    return true
  }

  /** Of those that may begin. */
  function nextInLine(): Queue | undefined {
    const order = (begun + 1) % lastGoesFirstEvery === 0 ? queuesReversed : queues
    return order.find((queue) => queue.calls.length > 0 && mayBegin(queue))
  }

  /** Waits for room. @throws {NoRoom} */
  async function waitForRoom(queue: Queue, limitMs: number): Promise<void> {
    if (!someWait() && mayBegin(queue) && takeRoom(queue)) return
    const isBegun = new AbortController()
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        isBegun.abort(begunInTime)
        resolve()
      }
      queue.calls.push(begin)
      admit()
      if (isBegun.signal.aborted || !Number.isFinite(limitMs)) return
      void clock.sleep(limitMs, isBegun.signal).then(() => {
        const place = queue.calls.indexOf(begin)
        if (place < 0) return
        queue.calls.splice(place, 1)
        reject(new NoRoom(Math.max(leastRetryMs, heldUntil(queue) - clock.steady())))
      })
    })
  }

  /** Begins what there is room for, and comes back when there will be more. */
  function admit(): void {
    let next = nextInLine()
    while (next && takeRoom(next)) {
      next.calls.shift()?.()
      next = nextInLine()
    }
    const now = clock.steady()
    if (next) return admitAt(now + Math.max(1, Math.ceil(((1 - tokens) / perSecond) * 1000)))
    const held = queues.filter(({ calls }) => calls.length > 0).map(heldUntil)
    admitAt(Math.min(...held.filter((until) => until > now)))
  }

  /** An earlier time takes the place of a later one; a later one is looked for again at the earlier. */
  function admitAt(at: number): void {
    // A time that is over already is that of a clock that was set ahead: its timer may still sleep for long.
    if (at >= timer.at && timer.at > clock.steady()) return
    timer.cancel.abort(admittedEarlier)
    const cancel = new AbortController()
    timer = { at, cancel }
    void clock.sleep(at - clock.steady(), cancel.signal).then(() => {
      if (cancel.signal.aborted) return
      timer = { at: Number.POSITIVE_INFINITY, cancel }
      admit()
    })
  }

  const loadOf = (urgency: VendorUrgency) => ({
    running: underWay[urgency],
    waiting: waiting[urgency].firstReads.calls.length + waiting[urgency].others.calls.length,
  })

  return {
    load: () => ofEach(loadOf),
    pause(urgency, ms) {
      pausedUntil[urgency] = Math.max(pausedUntil[urgency], clock.steady() + Math.min(ms, pauseAtMostMs))
    },
    async run(urgency, call, { waitLimitMs = Number.POSITIVE_INFINITY, isFirstRead = false } = {}) {
      if (urgency === 'action') underWay.action += 1
      else await waitForRoom(waiting[urgency][isFirstRead ? 'firstReads' : 'others'], waitLimitMs)
      try {
        return await call()
      } finally {
        underWay[urgency] -= 1
        admit()
      }
    },
  }
}
