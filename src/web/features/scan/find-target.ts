import { boardQuery } from '#web/api/board.ts'
import { orderQuery } from '#web/api/order.ts'
import { callDesk } from '#web/api/http/call.ts'
import { catalog, type CatalogReach } from '#contract/desk/catalog.ts'
import { inbox } from '#contract/desk/inbox.ts'
import { readBarcode, type BarcodeReading } from '#domain/barcode.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  itemRead,
  itemWith,
  ordersNumbered,
  ordersRead,
  ordersWith,
  type CatalogTarget,
  type FoundOrder,
  type ShownOrder,
} from './scan-target.ts'

export interface ScanPlace {
  /** The id of the order on the screen. */
  readonly shownId: string | undefined
  /** In the catalog, items come before orders. */
  readonly isAmongItems: boolean
}

/** The target that a scanned code leads to. */
export type ScanTarget =
  | { readonly is: 'orders'; readonly orders: readonly [FoundOrder, ...FoundOrder[]] }
  | { readonly is: 'closed'; readonly orders: readonly [FoundOrder, ...FoundOrder[]] }
  | Exclude<CatalogTarget, { readonly is: 'none' }>
  | { readonly is: 'none'; readonly reach: CatalogReach }

interface Search {
  readonly queries: QueryClient
  readonly code: string
  readonly place: ScanPlace
  readonly signal: AbortSignal
}

/** Finds the target of a code, or else of its interpretation as a scale label, a carton or UPC-E. */
export async function findTarget(search: Search): Promise<ScanTarget> {
  const { queries, code, place } = search
  const { target, items } = await findWhole(search)
  const reading = readBarcode(code)
  if (target.is !== 'none' || !reading || !items) return target
  const { shown, rows } = await readOrders(queries, place.shownId)
  const order = ordersTarget(ordersRead(reading, shown, rows))
  const item = itemRead(reading, items.data, items.index)
  if (item.is !== 'none' && (place.isAmongItems || !order)) return item
  return order ?? target
}

type ItemsFound = Awaited<ReturnType<typeof searchItems>>

/** The target of the code itself, and the catalog's result if it was searched. */
async function findWhole({
  queries,
  code,
  place,
  signal,
}: Search): Promise<{ target: ScanTarget; items?: ItemsFound }> {
  const findOrders = async () => {
    const { shown, rows } = await readOrders(queries, place.shownId)
    return ordersTarget(ordersWith(code, shown, rows))
  }
  const first = place.isAmongItems ? undefined : await findOrders()
  if (first) return { target: first }
  const items = await searchItems(code, signal)
  const item = itemWith(code, items.data, items.index)
  if (item.is !== 'none') return { target: item, items }
  const second = place.isAmongItems ? await findOrders() : undefined
  if (second) return { target: second, items }
  const [closed, ...others] = await findClosed(code, signal)
  return { target: closed ? { is: 'closed', orders: [closed, ...others] } : item, items }
}

/** The lines of the order on the screen that a code means. */
export interface OwnLines {
  readonly keys: readonly string[]
  readonly reading: BarcodeReading | undefined
}

/**
 * Finds the lines of the order on the screen that have a code or, if nothing has it, its interpretation.
 * @returns undefined if the code belongs to another target or to none.
 */
export async function findLines(search: Search): Promise<OwnLines | undefined> {
  const { queries, code, place } = search
  const { shown } = await readOrders(queries, place.shownId)
  const [own] = ordersWith(code, shown, [])
  if (own) return { keys: keysOf(own), reading: undefined }
  const reading = readBarcode(code)
  const [read] = reading ? ordersRead(reading, shown, []) : []
  if (!read || (await findWhole(search)).target.is !== 'none') return undefined
  return { keys: keysOf(read), reading }
}

const keysOf = ({ lines }: FoundOrder): readonly string[] => lines.map(({ key }) => key)

function ordersTarget([first, ...others]: readonly FoundOrder[]): ScanTarget | undefined {
  return first && { is: 'orders', orders: [first, ...others] }
}

/** Uses the cached order and board, which are kept up to date, so that finding a line needs no request. */
async function readOrders(queries: QueryClient, shownId: string | undefined) {
  const [shown, board] = await Promise.all([readShown(queries, shownId), queries.ensureQueryData(boardQuery())])
  return { shown, rows: board.data }
}

async function readShown(queries: QueryClient, shownId: string | undefined): Promise<ShownOrder | undefined> {
  if (shownId === undefined || !isOrderId(shownId)) return undefined
  // An unreadable order has no lines. Its own screen shows the failure.
  const view = await queries.ensureQueryData(orderQuery(shownId)).catch(() => undefined)
  return view && { order: view.order, matches: view.matches }
}

/** Finds closed orders, newest first, by the number on their ticket, for example of a returned bag. */
async function findClosed(code: string, signal: AbortSignal): Promise<readonly FoundOrder[]> {
  const { data } = await callDesk(inbox.list, { query: { view: 'closed', q: code }, signal })
  return ordersNumbered(code, data)
}

const searchItems = (code: string, signal: AbortSignal) => callDesk(catalog.search, { query: { q: code }, signal })
