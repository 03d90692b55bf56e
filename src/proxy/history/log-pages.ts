import type { LogEntry as TellableEntry } from '#contract/desk/log.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { answer } from '#proxy/desk-failure.ts'
import { checkQuery } from '#proxy/gate/check-query.ts'
import { checkOrderId } from '#proxy/orders/check-order-id.ts'
import { printNumber } from '#proxy/orders/order-row.ts'
import { isCursor } from '#proxy/store/store-memory-actions.ts'
import type { LogEntry, LogStore, OrderStore } from '#proxy/store/store.ts'
import { csvHead, csvRows, type Numbers } from './log-csv.ts'

const rowsAtOnce = 100
/** Each page is read at one go, its orders' numbers too, while all else waits. */
const rowsInOnePage = 100

const parameters = {
  // Checked as every order's id is.
  order_id: () => true,
  before: isCursor,
  format: (text: string) => text === 'json' || text === 'csv',
}

type Log = Pick<LogStore, 'readLog'> & Pick<OrderStore, 'find'>

/**
 * Answers `GET /api/desk/log`: a page, newest first, or all of it in CSV; of every order, or of one.
 * @throws {DeskFailure} `bad_order_id`, `bad_request`
 */
export async function logPage(log: Log, search: URLSearchParams): Promise<Response> {
  const { order_id: asked, before, format } = checkQuery(search, parameters)
  const orderId = asked === undefined ? undefined : checkOrderId(asked)
  if (format === 'csv') return csvAnswer(log, orderId)
  const { entries, next } = await log.readLog({
    ...of(orderId),
    ...(before !== undefined && { before }),
    limit: rowsAtOnce,
  })
  const numbers = await numbersIn(log, entries)
  return answer(200, { data: entries.map((entry) => tellable(entry, numbers)), meta: { next } })
}

const of = (orderId: OrderId | undefined) => (orderId === undefined ? {} : { orderId })

async function numbersIn({ find }: Log, entries: readonly LogEntry[]): Promise<Numbers> {
  const numbers = new Map<OrderId, string>()
  for (const id of new Set(entries.flatMap(({ orderId }) => orderId ?? []))) {
    const record = await find(id)
    const number = record && printNumber(record)
    if (number) numbers.set(id, number)
  }
  return numbers
}

interface NumberedEntries {
  readonly entries: readonly LogEntry[]
  readonly numbers: Numbers
}

/** The whole log, newest first, page by page, so that years of it take no memory. */
export async function* wholeLog(log: Log, orderId: OrderId | undefined): AsyncGenerator<NumberedEntries> {
  for (let before: string | null | undefined; before !== null;) {
    const { entries, next } = await log.readLog({
      ...of(orderId),
      ...(before !== undefined && { before }),
      limit: rowsInOnePage,
    })
    yield { entries, numbers: await numbersIn(log, entries) }
    before = next
  }
}

/** The same in CSV. */
export async function* logInCsv(log: Log, orderId: OrderId | undefined): AsyncGenerator<string> {
  yield csvHead
  for await (const { entries, numbers } of wholeLog(log, orderId)) yield csvRows(entries, numbers)
}

function csvAnswer(log: Log, orderId: OrderId | undefined): Response {
  const pages = logInCsv(log, orderId)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = await pages.next()
      if (page.done) controller.close()
      else controller.enqueue(encoder.encode(page.value))
    },
    cancel: async () => void (await pages.return(undefined)),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="vendor-desk-log.csv"',
      'Cache-Control': 'no-store',
    },
  })
}

const tellable = ({ at, orderId, settledBy, tookMs, sent, ...entry }: LogEntry, numbers: Numbers): TellableEntry => ({
  ...entry,
  at: new Date(at).toISOString(),
  order_id: orderId,
  number: (orderId !== null && numbers.get(orderId)) || null,
  sent: sent && { ...sent },
  settled_by: settledBy,
  took_ms: tookMs,
})
