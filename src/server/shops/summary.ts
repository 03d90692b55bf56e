import type { Clock } from '#contract/clock.ts'
import type { ShopSummary } from '#contract/desk/shops.ts'
import { dayOf, startOfDay } from '#domain/calendar-day.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { Presence } from '#server/feed/presence.ts'
import { moneyOf } from '#server/history/shift-money.ts'
import { ordersReceivedIn } from '#server/history/shift-routes.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import type { OrderTimes } from '#server/orders/order-times.ts'
import type { Store } from '#server/storage/store.ts'

export interface SummaryDeps {
  readonly clock: Clock
  readonly store: Pick<Store, 'open' | 'closed' | 'readLog' | 'devices' | 'printers'>
  readonly inbox: Pick<Inbox, 'open'>
  readonly times: Pick<OrderTimes, 'waitsSince'>
  readonly presence: Pick<Presence, 'states'>
  readonly alarms: Pick<Alarms, 'current'>
  /** The time zone of the shop's days, such as `Asia/Baghdad`. */
  readonly timeZone: string
}

interface SummaryOptions {
  readonly hasMoney: boolean
}

export type ReadSummary = (options: SummaryOptions) => Promise<ShopSummary>

/** Counting a day reads all of its orders. */
const countedEveryMs = 20_000

const iso = (at: number): string => new Date(at).toISOString()

/** Summarizes this shop from what the server has in memory, and the day's figures from the store. */
export function createSummary(deps: SummaryDeps): ReadSummary {
  const { clock, store, inbox, times, presence, alarms } = deps
  const today = createToday(deps)

  function waiting() {
    const since = inbox
      .open()
      .filter(({ lane }) => lane === 'answer')
      .map(times.waitsSince)
    const first = since.length === 0 ? null : Math.min(...since)
    return { waiting: since.length, waiting_since: first === null ? null : iso(first) }
  }

  async function counters() {
    const states = presence.states()
    const isCounter = new Set((await store.devices()).filter(({ role }) => role === 'counter').map(({ id }) => id))
    const there = [...states].filter(([id]) => isCounter.has(id)).map(([, state]) => state)
    return { there: there.length, ringing: there.filter(({ armed, sound }) => armed && sound).length }
  }

  async function printers() {
    const all = await store.printers()
    return all.map(({ name, state }) => ({ name, is: state.is, since: iso(state.since) }))
  }

  return async ({ hasMoney }) => {
    const [day, ringers, paper] = await Promise.all([today(), counters(), printers()])
    return {
      server_time: iso(clock.now()),
      ...waiting(),
      counters: ringers,
      printers: paper,
      alarms: alarms.current().map(({ code, since, about }) => ({ code, since, ...(about && { about: [...about] }) })),
      today: { ...day, sales: hasMoney ? day.sales : null },
    }
  }
}

interface Counted {
  readonly at: number
  readonly from: number
  readonly figures: Promise<Day>
}

type Day = ReturnType<typeof countDay> extends Promise<infer Figures> ? Figures : never

/** The figures of the current day, which all who ask within some seconds share. */
function createToday(deps: SummaryDeps): () => Promise<Day> {
  const { clock, timeZone } = deps
  let counted: Counted | undefined
  return () => {
    const now = clock.now()
    const from = startOfDay(dayOf(now, timeZone), timeZone)
    if (counted?.from === from && clock.steady() - counted.at < countedEveryMs) return counted.figures
    const figures = countDay(deps, from)
    const next = { at: clock.steady(), from, figures }
    counted = next
    figures.catch(() => counted === next && (counted = undefined))
    return figures
  }
}

async function countDay({ clock, store, timeZone }: SummaryDeps, from: number) {
  const orders = await ordersReceivedIn({ clock, store }, { from, to: clock.now() + 1 })
  return {
    from: iso(from),
    time_zone: timeZone,
    orders: orders.length,
    missed: orders.filter(({ outcome }) => outcome === 'missed').length,
    sales: moneyOf(orders.flatMap(({ sale }) => sale ?? [])).sums.map(({ currency, orders: count, total }) => ({
      currency,
      orders: count,
      total,
    })),
  }
}
