import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayOf, startOfDay, type CalendarDay } from '#domain/calendar-day.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { totalsIn } from './daily-totals.ts'
import { notificationOf } from './store-suite.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

const paris = 'Europe/Paris'
/** Summer time ends on the third day. */
const [first, last] = ['2026-10-23', '2026-10-28']
const start = startOfDay(first, paris)
const end = startOfDay(addDays(last, 1), paris)
/** Instead of 90 days: shorter than some orders are open, so that a day changes after some of its orders are gone. */
const keptMs = day

interface Receipt {
  readonly receivedAt: number
  /** Null for an order that is never closed. */
  readonly closedAfterMs: number | null
}

interface Step {
  /** How long the desk was off before: up to weeks. */
  readonly pauseMs: number
  /** After how many writes it is killed. */
  readonly killedAt: number
  readonly timeZone: string
}

const midnights = Array.from({ length: 6 }, (_, count) => startOfDay(addDays(first, count), paris))
const anyMoment = fc.oneof(
  fc.integer({ min: start, max: end - 1 }),
  fc.constantFrom(...midnights, ...midnights.slice(1).map((at) => at - 1)),
)
/** Far enough from midnight that it is the same day in either zone. */
const aroundNoon = fc
  .tuple(fc.constantFrom(...midnights), fc.integer({ min: 6 * hour, max: 18 * hour }))
  .map(([midnight, ms]) => midnight + ms)

const receiptsAt = (moment: fc.Arbitrary<number>): fc.Arbitrary<readonly Receipt[]> =>
  fc.array(
    fc.record({ receivedAt: moment, closedAfterMs: fc.option(fc.integer({ min: 0, max: 4 * day }), { freq: 8 }) }),
    { minLength: 1, maxLength: 30 },
  )

const stepsIn = (...zones: readonly string[]): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.record({
      pauseMs: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 2 * day }) }, fc.constantFrom(0, 21 * day)),
      killedAt: fc.oneof(fc.nat(12), fc.constant(Infinity)),
      timeZone: fc.constantFrom(...zones),
    }),
    { minLength: 1, maxLength: 10 },
  )

/** Refuses all writes from one on. */
function dyingAt(killedAt: number, store: Store): Store {
  let writes = 0
  const mortal =
    <Args extends readonly unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      writes += 1
      if (writes > killedAt) throw new StoreUnavailable('killed')
      return write(...args)
    }
  return {
    ...store,
    saveReportDay: mortal(store.saveReportDay),
    saveSetting: mortal(store.saveSetting),
    forget: mortal(store.forget),
  }
}

/** Counts, stores and deletes as the desk does in the background. */
async function runMaintenance(store: Store, now: number, timeZone: string): Promise<void> {
  const { totals } = totalsIn({ store, now, timeZone })
  await totals.save()
  await totals.finish(now - keptMs)
  await store.forget({ closedBefore: now - keptMs, unreadableBefore: 0 })
}

async function ordersByDay(store: Store, now: number, timeZone: string): Promise<ReadonlyMap<CalendarDay, number>> {
  const days = new Map<CalendarDay, number>()
  const { totals: counted } = totalsIn({ store, now, timeZone })
  for await (const { day: each, totals } of counted.read('2026-01-01', '2026-12-31')) {
    const orders = totals.hours.flatMap(([, counts]) => counts).reduce((sum, count) => sum + count, 0)
    if (orders > 0) days.set(each, orders)
  }
  return days
}

/** Tests that the days of reports outlive their orders; `create` makes a new, empty store for each run. */
export function testReportRetention(name: string, create: () => Promise<Store>, numRuns: number): void {
  test.each([
    ['whenever it is killed and however long it was off', anyMoment, [paris]],
    ['also if the time zone changes', aroundNoon, [paris, 'Asia/Baghdad']],
  ] as const)(
    `${name}: counts each order once after it was deleted, %s`,
    async (_, moment, zones) => {
      await fc.assert(
        fc.asyncProperty(receiptsAt(moment), stepsIn(...zones), async (receipts, steps) => {
          const store = await create()
          const orders = receipts
            .toSorted((one, other) => one.receivedAt - other.receivedAt)
            .map((receipt, index) => ({ ...receipt, orderId: `order-${index}` }))
          let now = start
          const timeZone = () => steps.at(-1)?.timeZone ?? paris
          try {
            for (const step of steps) {
              const until = now + step.pauseMs
              await store.ingest(
                orders.flatMap(({ orderId, receivedAt }) =>
                  receivedAt >= now && receivedAt < until ? [notificationOf(orderId, { receivedAt })] : [],
                ),
              )
              now = until
              for (const { orderId, receivedAt, closedAfterMs } of orders) {
                const closedAt = receivedAt + (closedAfterMs ?? Infinity)
                const record = closedAt <= now ? await store.find(orderId) : undefined
                if (record?.closedAt === null) await store.save({ ...record, lane: 'closed', closedAt })
              }
              const dying = dyingAt(step.killedAt, store)
              await runMaintenance(dying, now, step.timeZone).catch((error: unknown) =>
                expect(error).toBeInstanceOf(StoreUnavailable),
              )
            }
            const known = orders.filter(({ receivedAt }) => receivedAt < now)
            const expected = new Map<CalendarDay, number>()
            for (const { receivedAt } of known) {
              const own = dayOf(receivedAt, paris)
              expected.set(own, (expected.get(own) ?? 0) + 1)
            }
            expect(await ordersByDay(store, now, timeZone())).toEqual(expected)
            await runMaintenance(store, now, timeZone())
            expect(await ordersByDay(store, now, timeZone())).toEqual(expected)
          } finally {
            await store.close()
          }
        }),
        { numRuns },
      )
    },
    60_000,
  )
}
