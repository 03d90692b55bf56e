import type { Action } from '#contract/desk/action.ts'
import type { CatalogItem } from '#contract/vendor/catalog.ts'
import { vendor, type VendorAnswer, type VendorEndpointName } from '#contract/vendor/endpoints.ts'
import type { Links, Meta } from '#contract/vendor/page.ts'
import { attributes } from '#simulator/shop/attributes.ts'
import { brands } from '#simulator/shop/brands.ts'
import { categories } from '#simulator/shop/categories.ts'
import type { OrderBook, SimulatedOrder } from './order-book.ts'
import { allowedFrom } from './order-life.ts'
import { fullOrder, partialOrder } from './order-wire.ts'
import { cancelReasons, missingLines, orderNotFound, type RejectionHabits, wrongState } from './rejection.ts'
import * as z from 'zod/mini'

interface Page<T> {
  readonly data: T[]
  readonly meta: Meta
}

const perPageDefault = 100

const positive = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise

/** One page of a list. After the last page the list is empty, and `from` and `to` are null. */
function pageOf<T>(all: readonly T[], query: { readonly page?: string; readonly per_page?: string }): Page<T> {
  const perPage = Math.min(positive(query.per_page, perPageDefault), perPageDefault)
  const current = positive(query.page, 1)
  const start = (current - 1) * perPage
  const data = all.slice(start, start + perPage)
  return {
    data,
    meta: {
      current_page: current,
      from: data.length === 0 ? null : start + 1,
      last_page: Math.max(1, Math.ceil(all.length / perPage)),
      per_page: perPage,
      to: data.length === 0 ? null : start + data.length,
      total: all.length,
    },
  }
}

/** The absolute addresses of the neighbouring pages. */
function linksOf(address: string, { current_page: current, last_page: last }: Meta): Links {
  const at = (page: number) => `${address}?page=${page}`
  return {
    first: at(1),
    last: at(last),
    prev: current > 1 ? at(Math.min(current - 1, last)) : null,
    next: current < last ? at(current + 1) : null,
  }
}

/** The parts of a call that an answer needs. */
interface Ask {
  /** The whole address without its query, as it appears in links. */
  readonly address: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The answer of each endpoint; the compiler finds a missing one. Each throws a `Refusal` for a refused request. */
type Answers = { readonly [Name in VendorEndpointName]: (ask: Ask) => VendorAnswer<Name> }

export function createAnswers(
  book: OrderBook,
  items: readonly CatalogItem[],
  rejectionHabits: RejectionHabits,
): Answers {
  const find = ({ params }: Ask): SimulatedOrder => {
    const order = book.find(params['orderId'] ?? '')
    if (!order) throw orderNotFound()
    return order
  }
  const findFor = (ask: Ask, action: Action): SimulatedOrder => {
    const order = find(ask)
    if (!allowedFrom[action].includes(order.state)) throw wrongState(action)
    return order
  }
  return {
    getOrder: (ask) => ({ data: fullOrder(find(ask)) }),
    acceptOrder: (ask) => {
      const order = findFor(ask, 'accept')
      if (!hasAllCodes(order, ask.body)) throw wrongState('accept')
      book.move(order, 'preparing')
      return { data: partialOrder(order) }
    },
    rejectOrder: (ask) => {
      const order = findFor(ask, 'reject')
      const missing = missingLines(order, ask.body, rejectionHabits)
      order.missing = missing
      book.move(order, missing.length > 0 ? 'contact' : 'rejected')
      return { data: partialOrder(order) }
    },
    markOrderReady: (ask) => {
      const order = findFor(ask, 'ready')
      book.move(order, 'ready')
      return { data: partialOrder(order) }
    },
    listCancelReasons: () => ({ data: [...cancelReasons] }),
    listCategories: ({ query }) => pageOf(categories, query),
    listBrands: ({ query, address }) => {
      const { data, meta } = pageOf(brands, query)
      return { data, meta: { ...meta, path: address } }
    },
    listVariantAttributes: () => ({ data: [...attributes] }),
    listItems: ({ query, address }) => {
      const { data, meta } = pageOf(items, { page: query['page'] ?? '1' })
      return { data, links: linksOf(address, meta), meta }
    },
  }
}

/** Digital lines need a code for each unit; the specification has no text for the refusal. */
function hasAllCodes(order: SimulatedOrder, body: unknown): boolean {
  const digital = order.lines.filter((line) => line.item.is_virtual)
  if (digital.length === 0) return true
  const given = z.safeParse(vendor.acceptOrder.body, body)
  const codes = given.success ? (given.data?.items ?? []) : []
  return digital.every((line) => codes.filter((code) => code.order_item_id === line.id).length === line.quantity)
}
