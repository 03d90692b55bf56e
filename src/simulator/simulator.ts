import type { Clock } from '#contract/clock.ts'
import type { PracticeKind } from '#contract/desk/practice.ts'
import { matchPath } from '#contract/endpoint.ts'
import { parseJson } from '#contract/json.ts'
import { vendor, type VendorEndpointName } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { createAnswers, Refusal, type RejectionHabits, unauthenticated } from './answers.ts'
import { type Basket, createChance, fillBasket } from './basket.ts'
import { faultAfter, faultBefore, Faults } from './faults.ts'
import { OrderBook, type SimulatedOrder } from './order-book.ts'
import { shopItems } from '#simulator/shop/items.ts'
import { notifyOfOrder, type WebhookHabits, type WebhookTarget } from './webhook.ts'

/** A request as it arrived, for tests to compare with the specification. */
interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface SimulatorDeps {
  readonly clock: Clock
  readonly token: string
  readonly seed?: number
  /** Seconds until an unanswered order is cancelled; 300 if omitted. */
  readonly responseWindowSeconds?: number
  readonly webhook?: WebhookTarget
}

/** A vendor service that follows the specification, and fails on request. */
export interface Simulator {
  /** The service's endpoints, as the specification has them. Rejects if the connection would be lost. */
  fetch(request: Request): Promise<Response>
  /** Places a customer's order and notifies the vendor's webhook, if there is one. */
  placeOrder(kind?: PracticeKind, basket?: Partial<Basket>): SimulatedOrder
  readonly orders: OrderBook
  readonly faults: Faults
  readonly webhookHabits: WebhookHabits
  readonly rejectionHabits: RejectionHabits
  /** The latest requests, oldest first. */
  readonly requests: readonly RecordedRequest[]
}

const requestsKept = 5000

export function createSimulator({
  clock,
  token,
  seed = 7,
  responseWindowSeconds = 300,
  webhook,
}: SimulatorDeps): Simulator {
  const chance = createChance(seed)
  const orders = new OrderBook({ clock, chance, responseWindowSeconds })
  const items = shopItems(new Date(clock.now()))
  const faults = new Faults()
  const requests: RecordedRequest[] = []
  const webhookHabits: WebhookHabits = { times: 1, lateMs: 0 }
  const rejectionHabits: RejectionHabits = { refusesTextBesideReason: false }
  const answers = createAnswers(orders, items, rejectionHabits)

  async function serve(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const body = await request.text()
    requests.push({
      method: request.method,
      path: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      body,
    })
    if (requests.length > requestsKept) requests.shift()
    const call = findEndpoint(request.method, url.pathname)
    if (request.headers.get('Authorization') !== `Bearer ${token}`) throw unauthenticated(call?.name === 'acceptOrder')
    if (!call) throw new Refusal(404, 'Not Found')
    const fault = faults.take(call.name)
    const broken = fault && (await faultBefore(fault, request, clock))
    if (broken) return broken
    const answer = Response.json(
      answers[call.name]({
        address: url.origin + url.pathname,
        params: call.params,
        query: Object.fromEntries(url.searchParams),
        body: readBody(body),
      }),
      { headers: { Date: new Date(clock.now()).toUTCString() } },
    )
    return fault ? faultAfter(fault, answer) : answer
  }

  return {
    orders,
    faults,
    requests,
    webhookHabits,
    rejectionHabits,
    fetch: (request) =>
      serve(request).catch((error: unknown) => {
        if (error instanceof Refusal) return error.toResponse()
        throw error
      }),
    placeOrder(kind = 'ordinary', basket = {}) {
      const order = orders.place({ ...fillBasket(kind, items, chance), ...basket })
      if (webhook) void notifyOfOrder(order, webhook, webhookHabits, clock)
      return order
    },
  }
}

interface Call {
  readonly name: VendorEndpointName
  readonly params: Readonly<Record<string, string>>
}

const names = Object.keys(vendor) as VendorEndpointName[]

function findEndpoint(method: string, pathname: string): Call | undefined {
  for (const name of names) {
    const params = matchPath(vendorPrefix + vendor[name].path, pathname)
    if (params && vendor[name].method === method) return { name, params }
  }
  return undefined
}

function readBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return parseJson(text)
  } catch {
    throw new Refusal(400, 'The request body is not JSON')
  }
}
