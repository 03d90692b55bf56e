import type { Action } from '#contract/desk/action.ts'
import type { VendorError } from '#contract/desk/failure.ts'
import { reasonCodes } from '#contract/desk/reason-text.ts'
import { isRecord } from '#contract/json.ts'
import type { CancelReason } from '#contract/vendor/cancel-reason.ts'
import type { Links, Meta } from '#contract/vendor/catalog-endpoints.ts'
import type { CatalogItem } from '#contract/vendor/catalog.ts'
import { vendor, type VendorAnswer, type VendorEndpointName } from '#contract/vendor/endpoints.ts'
import { attributes, brands, categories } from '#simulator/shop/lists.ts'
import type { OrderBook, SimulatedOrder } from './order-book.ts'
import { allowedFrom } from './order-life.ts'
import { fullOrder, partialOrder } from './order-wire.ts'
import * as z from 'zod/mini'

export const cancelReasons: readonly CancelReason[] = [
  {
    id: 1,
    name: 'Some items are not available',
    should_select_items: true,
    options: { select_items_title: 'Which items are missing?' },
  },
  { id: 2, name: 'Too many orders right now', should_select_items: false },
  { id: 3, name: 'Closing soon', should_select_items: false },
  { id: 4, name: 'The shop is closed', should_select_items: false },
  {
    id: 5,
    name: 'Prices have changed',
    should_select_items: true,
    options: { select_items_title: 'Choose the items with a new price' },
  },
  { id: 6, name: 'لا يوجد سائق توصيل', should_select_items: false },
  { id: 7, name: 'Another reason', should_select_items: false },
]

/** A request that the service refuses, with the texts of the specification, "Errors". */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }

  toResponse(): Response {
    const body: VendorError = { status: 'error', message: this.message }
    return Response.json(body, { status: this.status })
  }
}

const orderNotFound = () => new Refusal(404, 'Order not found')
const invalidReason = () => new Refusal(400, 'Invalid rejection reason provided')

const done = { accept: 'accepted', reject: 'rejected', ready: 'marked as ready' } as const

const wrongState = (action: keyof typeof done) =>
  new Refusal(400, `Order cannot be ${done[action]} in its current state`)

/** The accept endpoint shows this text without its final period. */
export const unauthenticated = (isAccept: boolean) =>
  new Refusal(401, isAccept ? 'Unauthenticated' : 'Unauthenticated.')

/** Choices of a service that the specification leaves open. */
export interface RejectionHabits {
  /** unspecified: whether `cancel_reason_id` and `reason_text` may be combined. */
  refusesTextBesideReason: boolean
}

/**
 * The missing lines of a rejection; none if it rejects the whole order. Every field is optional, so an empty body is
 * legal; the specification, "POST …/reject".
 * @throws {Refusal} if the reason is unknown, needs items that are not given, or has a text that this service refuses.
 */
function missingLines(order: SimulatedOrder, body: unknown, habits: RejectionHabits): readonly string[] {
  if (body === undefined) return []
  if (!isRecord(body)) throw invalidReason()
  const code: unknown = body['reason_code']
  if (code !== undefined && !reasonCodes.some((known) => known === code)) throw invalidReason()
  const reasonId = body['cancel_reason_id']
  if (reasonId === undefined) return []
  const reason = cancelReasons.find(({ id }) => id === reasonId)
  if (!reason || (habits.refusesTextBesideReason && body['reason_text'] !== undefined)) throw invalidReason()
  return reason.should_select_items ? chosenLines(order, body['items']) : []
}

function chosenLines(order: SimulatedOrder, items: unknown): readonly string[] {
  if (!Array.isArray(items) || items.length === 0) throw invalidReason()
  return items.map((item: unknown) => {
    // The specification has integers, so a string is refused.
    const id = isRecord(item) && Number.isSafeInteger(item['id']) ? String(item['id']) : undefined
    const line = order.lines.find((each) => each.id === id)
    if (!line) throw invalidReason()
    return line.id
  })
}

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
