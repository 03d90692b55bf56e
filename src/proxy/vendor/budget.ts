import type { Clock } from '#contract/clock.ts'

/**
 * Who goes first when the vendor must not be asked more: what a person waits for, then orders that nobody has seen yet,
 * then those that are looked at again, then the catalog.
 */
export const urgencies = ['action', 'screen', 'news', 'watch', 'list'] as const
export type VendorUrgency = (typeof urgencies)[number]

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

export interface BudgetParts {
  readonly clock: Clock
  /** Calls under way at the same time. Actions are not counted: they never wait. */
  readonly atOnce: number
  /** Calls begun in a second, on average; as many may come in one burst. */
  readonly perSecond: number
}

export interface Budget {
  /**
   * Runs a call when there is room for it; actions at once. @throws {NoRoom} where there was none within `waitLimitMs`.
   */
  run<T>(urgency: VendorUrgency, call: () => Promise<T>, waitLimitMs?: number): Promise<T>
  /** How many calls are under way now, and how many wait for room. */
  load(): Readonly<Record<VendorUrgency, { readonly running: number; readonly waiting: number }>>
  /** The vendor asked for a pause, in milliseconds, of which a minute at most is kept; actions go on. */
  pause(ms: number): void
}

/** A board that is blind for longer shows orders that were cancelled long ago. */
const pauseAtMostMs = 60_000

/** So often the last in line is let in before the first: a busy evening must not keep the catalog out for ever. */
const lastGoesFirstEvery = 5
const leastRetryMs = 1_000
/** A reason at hand: one that the platform makes costs more than all else here. */
const begunInTime = new Error('It has begun.')

/** unspecified: rate limits. One budget for the token keeps us polite, and what matters first. */
export function createBudget({ clock, atOnce, perSecond }: BudgetParts): Budget {
  const waiting = ofEach((): (() => void)[] => [])
  const underWay = ofEach(() => 0)
  const listsAtOnce = Math.max(1, atOnce - 2)
  const againAtOnce = atOnce > 2 ? atOnce - 1 : atOnce
  let tokens = perSecond
  let refilledAt = clock.steady()
  let pausedUntil = 0
  let isTimed = false
  let begun = 0

  function refill(): void {
    const now = clock.steady()
    tokens = Math.min(perSecond, tokens + ((now - refilledAt) / 1000) * perSecond)
    refilledAt = now
  }

  const someWait = () => urgencies.some((urgency) => waiting[urgency].length > 0)

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

  /** Takes room for one call, where there is any. */
  function takeRoom(urgency: VendorUrgency): boolean {
    refill()
    if (!hasPlace(urgency) || tokens < 1 || clock.steady() < pausedUntil) return false
    underWay[urgency] += 1
    tokens -= 1
    begun += 1
    return true
  }

  /** Of those for which there is a place. */
  function nextInLine(): VendorUrgency | undefined {
    const order = (begun + 1) % lastGoesFirstEvery === 0 ? urgencies.toReversed() : urgencies
    return order.find((urgency) => waiting[urgency].length > 0 && hasPlace(urgency))
  }

  /** Waits for room. @throws {NoRoom} */
  async function waitForRoom(urgency: VendorUrgency, limitMs: number): Promise<void> {
    if (!someWait() && takeRoom(urgency)) return
    const queue = waiting[urgency]
    const isBegun = new AbortController()
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        isBegun.abort(begunInTime)
        resolve()
      }
      queue.push(begin)
      admit()
      if (isBegun.signal.aborted || !Number.isFinite(limitMs)) return
      void clock.sleep(limitMs, isBegun.signal).then(() => {
        const place = queue.indexOf(begin)
        if (place < 0) return
        queue.splice(place, 1)
        reject(new NoRoom(Math.max(leastRetryMs, pausedUntil - clock.steady())))
      })
    })
  }

  /** Begins what there is room for, and comes back when there will be more. */
  function admit(): void {
    let next = nextInLine()
    while (next && takeRoom(next)) {
      waiting[next].shift()?.()
      next = nextInLine()
    }
    if (isTimed || !next) return
    isTimed = true
    const untilToken = Math.ceil(((1 - tokens) / perSecond) * 1000)
    void clock.sleep(Math.max(untilToken, pausedUntil - clock.steady(), 1)).then(() => {
      isTimed = false
      admit()
    })
  }

  const loadOf = (urgency: VendorUrgency) => ({
    running: underWay[urgency],
    waiting: waiting[urgency].length,
  })

  return {
    load: () => ofEach(loadOf),
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.steady() + Math.min(ms, pauseAtMostMs))
    },
    async run(urgency, call, waitLimitMs = Number.POSITIVE_INFINITY) {
      if (urgency === 'action') underWay.action += 1
      else await waitForRoom(urgency, waitLimitMs)
      try {
        return await call()
      } finally {
        underWay[urgency] -= 1
        admit()
      }
    },
  }
}
