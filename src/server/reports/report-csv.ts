import type { Figures, MissingItem, ReportTable, SoldItem, Times } from '#contract/desk/reports.ts'
import { fates, type MoneySum } from '#contract/desk/shift.ts'
import { addDays, weekdayOf, type CalendarDay } from '#domain/calendar-day.ts'
import { productKey } from '#domain/report-day.ts'
import { byteOrderMark, csvLine } from '#server/history/csv.ts'

const timesHead = (of: string) => [`${of}_count`, `${of}_median_s`, `${of}_p90_s`]
const timesCells = ({ count, median_seconds: median, p90_seconds: p90 }: Times) => [count, median, p90]
const fateCells = (counts: Pick<Figures, 'orders' | (typeof fates)[number]>) => [
  counts.orders,
  ...fates.map((fate) => counts[fate]),
]

/** One of the tables that follow from the sum of a span. */
export function tableInCsv(table: Exclude<ReportTable, 'days'>, figures: Figures): string {
  const [head, ...rows] = tables[table](figures)
  return byteOrderMark + [head ?? [], ...rows].map(csvLine).join('')
}

const salesHead = (currency: string) => [`sold_orders ${currency}`, `sales ${currency}`]
const salesCells = (sum: Pick<MoneySum, 'orders' | 'total'> | undefined) => [
  sum?.orders ?? 0,
  { decimal: sum?.total ?? '0' },
]

type Rows = readonly Parameters<typeof csvLine>[0][]

const tables: Readonly<Record<Exclude<ReportTable, 'days'>, (figures: Figures) => Rows>> = {
  hours: ({ hours }) => [['hour', 'orders', ...fates], ...hours.map((each) => [each.hour, ...fateCells(each)])],
  reasons: ({ reasons }) => [
    ['reason', 'id', 'code', 'count'],
    ...reasons.map(({ name, id, code, count }) => [name, id, code, count]),
  ],
  items: ({ items, missing_items: missing }) => [
    ['product_id', 'name', 'quantity', 'orders', 'missing_orders'],
    ...mergedItems(items, missing).map((each) => [
      each.product_id,
      each.name,
      each.quantity,
      each.orders,
      each.missing,
    ]),
  ],
  payments: paymentRows,
  people: ({ people }) => [
    ['name', 'kind', 'accepted', 'rejected', 'ready', ...timesHead('answer')],
    ...people.map(({ name, kind, accepted, rejected, ready, to_answer: times }) => [
      name,
      kind,
      accepted,
      rejected,
      ready,
      ...timesCells(times),
    ]),
  ],
}

/** One row a payment method; an order without a readable total is in none. */
function paymentRows({ money: { sums } }: Figures): Rows {
  const currencies = sums.map(({ currency }) => currency).toSorted()
  const methods = new Set(sums.flatMap(({ payments }) => payments.map(({ payment }) => payment)))
  const sumIn = (currency: string, method: string | null) =>
    sums.find((sum) => sum.currency === currency)?.payments.find(({ payment }) => payment === method)
  return [
    ['payment', ...currencies.flatMap(salesHead)],
    ...[...methods].map((method) => [method, ...currencies.flatMap((currency) => salesCells(sumIn(currency, method)))]),
  ]
}

/** Sold and missing products in one list: the sold ones first, in their order. */
function mergedItems(items: readonly SoldItem[], missing: readonly MissingItem[]) {
  const keyOf = ({ product_id: id, name }: MissingItem) => productKey({ id, name })
  const times = new Map(missing.map((item) => [keyOf(item), item.orders]))
  const sold = new Set(items.map(keyOf))
  return [
    ...items.map((item) => ({ ...item, missing: times.get(keyOf(item)) ?? 0 })),
    ...missing
      .filter((item) => !sold.has(keyOf(item)))
      .map((item) => ({ ...item, quantity: 0, orders: 0, missing: item.orders })),
  ]
}

/** One row a day, also for days without orders; the sales of each currency have two columns. */
export function daysInCsv(from: CalendarDay, to: CalendarDay, days: ReadonlyMap<CalendarDay, Figures>): string {
  const currencies = [
    ...new Set([...days.values()].flatMap(({ money }) => money.sums.map(({ currency }) => currency))),
  ].toSorted()
  const lines = [
    csvLine([
      'day',
      'weekday',
      'orders',
      ...fates,
      'asked',
      'ready',
      ...timesHead('answer'),
      ...timesHead('ready'),
      'unreadable_totals',
      ...currencies.flatMap(salesHead),
    ]),
  ]
  for (let day = from; day <= to; day = addDays(day, 1)) lines.push(dayLine(day, days.get(day), currencies))
  return byteOrderMark + lines.join('')
}

function dayLine(day: CalendarDay, figures: Figures | undefined, currencies: readonly string[]): string {
  const none = { count: 0, median_seconds: null, p90_seconds: null }
  const sums = figures?.money.sums ?? []
  return csvLine([
    day,
    weekdayOf(day),
    ...(figures ? fateCells(figures) : [0, ...fates.map(() => 0)]),
    figures?.asked ?? 0,
    figures?.ready ?? 0,
    ...timesCells(figures?.to_answer ?? none),
    ...timesCells(figures?.to_ready ?? none),
    figures?.money.unreadable ?? 0,
    ...currencies.flatMap((currency) => salesCells(sums.find((each) => each.currency === currency))),
  ])
}

const otherThanAscii = /[^A-Za-z0-9]+/g
/** Also what a file system forbids, and what changes the direction of a text. */
const otherThanWords = /[^\p{L}\p{M}\p{N}]+/gu
const dashed = (text: string, others: RegExp): string => text.replace(others, '-').replace(/^-|-$/g, '')

/** How the files of a shop begin: with its name in Latin letters, else with `full` where a name may have any letters. */
export function fileNamesOf(shop: string): { readonly ascii: string; readonly full: string } {
  const latin = dashed(shop.normalize('NFKD').replace(/\p{M}/gu, ''), otherThanAscii)
  // Digits alone do not tell whose file it is.
  if (/[a-z]/i.test(latin)) return { ascii: latin, full: latin }
  const usual = 'vendor-desk'
  return { ascii: usual, full: dashed(shop, otherThanWords) || usual }
}
