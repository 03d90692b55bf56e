import type { Clock } from '#contract/clock.ts'
import { urgencies, type VendorUrgency } from '#domain/urgency.ts'

const ofEach = <T>(make: (urgency: VendorUrgency) => T): Record<VendorUrgency, T> =>
  Object.fromEntries(urgencies.map((urgency) => [urgency, make(urgency)])) as Record<VendorUrgency, T> // All of them.

/** Whether calls of one urgency go before calls of the other. */
export const isMoreUrgent = (one: VendorUrgency, other: VendorUrgency): boolean =>
  urgencies.indexOf(one) < urgencies.indexOf(other)

/** There was no room for a call within its caller's limit. It was not sent. */
export class NoRoom extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('There was no room for a call in time.')
    this.retryAfterMs = retryAfterMs
  }
}

export interface BudgetDeps {
  readonly clock: Clock
  /** Maximum of concurrent calls, not counting actions, which never wait. */
  readonly atOnce: number
  /** Average of calls begun in a second; the same number may come in a burst. */
  readonly perSecond: number
}

export interface RunOptions {
  /** How long it may wait for room, in milliseconds; unlimited if omitted. */
  readonly waitLimitMs?: number
  /** The first read of a new order: it ignores pauses of other urgencies. */
  readonly isFirstRead?: boolean | undefined
}

export interface Budget {
  /**
   * Runs a call when there is room for it; actions at once.
   * @throws {NoRoom} if there was none within `waitLimitMs`.
   */
  run<T>(urgency: VendorUrgency, call: () => Promise<T>, options?: RunOptions): Promise<T>
  /** How many calls are running and waiting. */
  load(): Readonly<Record<VendorUrgency, { readonly running: number; readonly waiting: number }>>
  /**
   * Pauses calls of this urgency and less urgent ones because the vendor asked for it, in milliseconds, up to a minute;
   * actions continue.
   */
  pause(urgency: VendorUrgency, ms: number): void
}

/** The waiting calls of one urgency, in order. What blocks first reads blocks the others too. */
interface Queue {
  readonly urgency: VendorUrgency
  readonly isFirstRead: boolean
  readonly calls: (() => void)[]
}

/** After a longer pause the board would show orders that were cancelled long ago. */
const pauseAtMostMs = 60_000

/** Every fifth turn goes to the least urgent, so that a busy evening does not starve the catalog. */
const lastGoesFirstEvery = 5
const leastRetryMs = 1_000
/** Reused as an abort reason, because creating one costs more than everything else here. */
const begunInTime = new Error('It has begun.')
const admittedEarlier = new Error('There is something to admit earlier.')

/**
 * A budget of calls for the token. unspecified: rate limits. It limits the load on the vendor, and puts urgent calls
 * first.
 */
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
  /** By the urgency of the paused call. */
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
   * Each kind of call leaves one slot to the more urgent ones, as far as there are slots: slow lists must not delay
   * re-reads, and slow re-reads must not delay new orders.
   */
  function hasPlace(urgency: VendorUrgency): boolean {
    const { screen, news, watch, list } = underWay
    if (screen + news + watch + list >= atOnce) return false
    if (urgency === 'list' && list >= listsAtOnce) return false
    return (urgency !== 'list' && urgency !== 'watch') || watch + list < againAtOnce
  }

  /** Until when a call is paused: by its own urgency and, unless it is a first read, by more urgent ones. */
  function heldUntil({ urgency, isFirstRead }: Pick<Queue, 'urgency' | 'isFirstRead'>): number {
    if (isFirstRead) return pausedUntil[urgency]
    return Math.max(...urgencies.slice(0, urgencies.indexOf(urgency) + 1).map((each) => pausedUntil[each]))
  }

  const mayBegin = (queue: Queue): boolean => hasPlace(queue.urgency) && heldUntil(queue) <= clock.steady()

  /** Takes a slot for one call that may begin, if there is one. */
  function takeRoom({ urgency }: Queue): boolean {
    refill()
    if (tokens < 1) return false
    underWay[urgency] += 1
    tokens -= 1
    begun += 1
    return true
  }

  /** Among those that may begin. */
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

  /** Starts the calls that there is room for, and schedules the next run. */
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

  /** Replaces a later timer; a later time is found again when the timer fires. */
  function admitAt(at: number): void {
    // A time in the past is from before the clock jumped, and its timer may still run for long.
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
