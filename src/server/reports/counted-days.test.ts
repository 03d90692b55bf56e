import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Figures } from '#contract/desk/reports.ts'
import type { Order } from '#contract/vendor/order.ts'
import { addDays, daysIn, startOfDay } from '#domain/calendar-day.ts'
import { recordOfNotification } from '#domain/order.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { figuresOf, totalsIn } from '#testing/daily-totals.ts'
import { plainFigures, storedOrders, storeOrders, type StoredOrder } from '#testing/report-orders.ts'
import { notificationOf } from '#testing/store-suite.ts'

// The figures of days, beside what plain loops over the same orders count.

const hour = 60 * 60 * 1000

/** Orders of some days and of the hours around them, many of them at the very beginning or end of a day. */
function receiptsAround(first: string, last: string, timeZone: string) {
  const days = Array.from({ length: daysIn(first, last) + 1 }, (_, count) =>
    startOfDay(addDays(first, count), timeZone),
  )
  return {
    from: startOfDay(first, timeZone) - 2 * hour,
    before: startOfDay(addDays(last, 1), timeZone) + 2 * hour,
    at: days.flatMap((start) => [start - 1, start]),
  }
}

/** Takes the figures into the form of the plain count, and checks what it does not have. */
function plain(figures: Figures) {
  const { hours, weekdays, to_answer: toAnswer, to_ready: toReady, money, items, missing_items: missing } = figures
  const { orders, accepted, rejected, missed, waiting, other, asked, ready } = figures
  for (const sum of money.sums) expect(sum.payments.reduce((count, each) => count + each.orders, 0)).toBe(sum.orders)
  return {
    orders,
    accepted,
    rejected,
    missed,
    waiting,
    other,
    asked,
    ready,
    hours: hours.map((each) => each.orders),
    weekdays: weekdays.map((each) => each.orders),
    toAnswer,
    toReady,
    money: new Map(money.sums.map(({ currency, total }) => [currency, thousandths(total)])),
    unreadable: money.unreadable,
    sold: new Map(items.map(({ product_id: id, quantity }) => [id, quantity])),
    missing: new Map(missing.map(({ product_id: id, orders: count }) => [id, count])),
    reasons: new Map(figures.reasons.map(({ id, code, count }) => [`${id} ${code}`, count])),
    people: new Map(
      figures.people.map((person) => [
        `${person.name}, ${person.kind}`,
        { accepted: person.accepted, rejected: person.rejected, ready: person.ready },
      ]),
    ),
  }
}

function thousandths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(3, '0'))
}

test.each([
  ['Asia/Baghdad', '2026-11-19', 24],
  ['Europe/Paris', '2026-03-29', 23],
  ['Europe/Paris', '2026-10-25', 25],
  ['Africa/Cairo', '2026-04-24', 23],
  ['Africa/Cairo', '2026-10-29', 25],
  ['America/Santiago', '2026-09-06', 23],
  ['America/Santiago', '2026-04-04', 25],
  ['Asia/Beirut', '2026-03-29', 23],
  ['Asia/Beirut', '2026-10-24', 25],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
])(
  'counts what plain loops over the same orders count, in %s around %s',
  async (timeZone, middle, hours) => {
    const [first, last] = [addDays(middle, -1), addDays(middle, 1)]
    const receipts = receiptsAround(first, last, timeZone)
    expect(startOfDay(last, timeZone) - startOfDay(middle, timeZone)).toBe(hours * hour)
    await fc.assert(
      fc.asyncProperty(storedOrders(receipts), async (orders) => {
        const { store, totals } = totalsIn({ timeZone, now: receipts.before })
        await storeOrders(store, orders)
        // Also from long before the first order.
        for (const [begin, end] of [
          [first, last] as const,
          [middle, middle] as const,
          [addDays(first, -400), last] as const,
        ])
          expect(plain(await figuresOf(totals, begin, end))).toEqual(plainFigures(orders, begin, end, timeZone))
      }),
      { numRuns: 15 },
    )
  },
  60_000,
)

/** An order as it is when nothing but its notification has come. */
const unread = ({ record }: StoredOrder): StoredOrder => ({
  record: recordOfNotification(notificationOf(record.orderId, record), 1),
  log: [],
})

/** The customer changed an order, so that its total is another one. */
const repriced = ({ record, log }: StoredOrder): StoredOrder => {
  const wire = record.order as Order // as it was drawn
  const order = { ...wire, total: 7.125, currency: 'BHD' }
  return { record: { ...record, order }, log }
}

const paris = 'Europe/Paris'
/** Summer time ends in the middle. */
const [from, to] = ['2026-10-24', '2026-10-26']

test('counts the same after any changes, on the server that polls and on another one', async () => {
  const steps = fc.array(
    fc.record({ changed: fc.uniqueArray(fc.nat(29)), isPolling: fc.boolean(), isSaved: fc.boolean() }),
    { maxLength: 4 },
  )
  const span = receiptsAround(from, to, paris)
  await fc.assert(
    fc.asyncProperty(storedOrders(span), steps, async (orders, all) => {
      const store = createMemoryStore()
      let isPolling = true
      const servers = [
        totalsIn({ store, now: span.before, isPolling: () => isPolling }),
        totalsIn({ store, now: span.before, isPolling: () => !isPolling }),
      ]
      await store.ingest(orders.map(({ record }) => record))
      let known = orders.map(unread)
      for (const step of all) {
        isPolling = step.isPolling
        known = await Promise.all(
          known.map(async (order, index) => {
            if (!step.changed.includes(index)) return order
            const isRead = order.record.order !== null
            const next = isRead ? repriced(order) : (orders[index] ?? order)
            await storeOrders(store, [isRead ? { ...next, log: [] } : next])
            return next
          }),
        )
        const expected = plainFigures(known, from, to, paris)
        if (step.isSaved) await servers[isPolling ? 0 : 1]?.totals.save()
        for (const { totals } of servers) expect(plain(await figuresOf(totals, from, to))).toEqual(expected)
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)
