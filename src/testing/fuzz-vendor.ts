import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Clock } from '#contract/clock.ts'
import { fillPath, matchPath, type Endpoint } from '#contract/endpoint.ts'
import { vendor as endpoints } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { isCount, lastPageThinkable, perPageThinkable } from '#contract/vendor/catalog-endpoints.ts'
import { NeverSent } from '#server/vendor/vendor-transport.ts'
import { createChance } from '#simulator/basket.ts'
import { testToken } from './desk.ts'
import { hostileText, hostileValue } from './fuzz-texts.ts'
import { anything, garbledOrder, order as soundOrder } from './order-arbitrary.ts'

/** An unreliable vendor service, which also records calls outside the contract. */
export interface FuzzVendor {
  fetch(request: Request): Promise<Response>
  readonly breaches: readonly string[]
  /** The number of calls. */
  readonly calls: () => number
}

// Rarely long: while the desk backs off, no unusual calls are made.
const retryAfters = [
  '1',
  '0',
  '-1',
  '0.5',
  'x',
  'Fri, 20 Nov 2026 12:00:00 GMT',
  ...Array(40).fill('1'),
  '1e9',
] as const
/** Written independently of the code that it checks. */
const safeId = /^(?!unsafe-)[\w-][\w.:-]{0,127}$/
const poolSize = 300
const placeholder = 'the-order-of-this-pool'

export function createFuzzVendor(seed: number, clock: Clock): FuzzVendor {
  const chance = createChance(seed)
  const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { seed, numRuns: poolSize })
  const sound = sample(soundOrder).map((order) => JSON.stringify({ ...order, id: placeholder }))
  const garbled = sample(garbledOrder).map(({ askedFor, text }) =>
    text.replaceAll(JSON.stringify(askedFor), JSON.stringify(placeholder)),
  )
  const rows = sample(
    fc.array(
      fc.oneof(
        anything,
        hostileValue,
        fc.nat(99).map((id) => ({ id, name: { en: `${id}` } })),
      ),
      { maxLength: 9 },
    ),
  )
  const odd = sample(
    fc.oneof(
      hostileText,
      anything.map((value) => JSON.stringify(value)),
      hostileText.map((data) => JSON.stringify({ status: 'error', message: data, data })),
    ),
  )
  const breaches: string[] = []
  let calls = 0

  function bodyFor(orderId: string | undefined): string {
    if (orderId === undefined) {
      const [data, meta, links] = [chance.pick(rows), chance.pick(rows), chance.pick(rows)]
      return JSON.stringify({ data, meta: chance.percent(50) ? { last_page: 2, total: 9 } : meta, links })
    }
    const text = chance.pick(chance.percent(60) ? sound : garbled)
    return `{"data":${text.replaceAll(JSON.stringify(placeholder), JSON.stringify(orderId))}}`
  }

  async function answer(request: Request, orderId: string | undefined): Promise<Response> {
    const dice = chance.between(0, 99)
    const status = chance.pick([200, 200, 201, 204, 301, 302, 400, 401, 403, 404, 409, 418, 422, 429, 500, 503, 599])
    const headers = { 'Retry-After': chance.pick(retryAfters) }
    if (dice < 65) return new Response(bodyFor(orderId))
    if (dice < 85) return new Response(status === 204 ? null : chance.pick(odd), { status, headers })
    if (dice < 88) throw new Error('The line broke.')
    if (dice < 90) throw new NeverSent('unplugged')
    if (dice < 92) return new Response(`{"data":${'['.repeat(9000)}${']'.repeat(9000)}}`)
    if (dice < 94) return new Response(new Uint8Array([0xff, 0xfe, 0x7b, 0, 0xc3, 0x28]))
    if (dice < 95) return new Response('x', { headers: { 'Content-Length': '999999999999' } })
    if (dice < 96) return new Response(brokenBody(), { status: 200 })
    if (dice < 97) return sleepAndBreak(request.signal)
    await clock.sleep(chance.between(0, 3000), request.signal)
    return new Response(bodyFor(orderId))
  }

  async function sleepAndBreak(signal: AbortSignal): Promise<never> {
    await clock.sleep(60_000, signal)
    throw new Error('Nobody waits any longer.')
  }

  return {
    breaches,
    calls: () => calls,
    async fetch(request) {
      calls += 1
      const { call, wrong } = await judge(request)
      if (wrong) breaches.push(`${request.method} ${request.url}: ${wrong}`)
      return answer(request, call?.params['orderId'])
    },
  }
}

const brokenBody = () =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"data":')),
    pull: (controller) => controller.error(new Error('The line broke.')),
  })

interface Call {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
}

function findCall(method: string, pathname: string): Call | undefined {
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const params = endpoint.method === method ? matchPath(vendorPrefix + endpoint.path, pathname) : undefined
    // Exact: another spelling of an address does not count.
    if (params && vendorPrefix + fillPath<string>(endpoint.path, params) === pathname) return { endpoint, params }
  }
  return undefined
}

/** Whether a request is exactly one of the nine calls. */
async function judge(
  request: Request,
): Promise<{ readonly call: Call | undefined; readonly wrong: string | undefined }> {
  const url = new URL(request.url)
  const call = url.origin === 'https://vendor.test' ? findCall(request.method, url.pathname) : undefined
  if (!call) return { call, wrong: 'is not in the contract' }
  const orderId = call.params['orderId']
  if (orderId !== undefined && !safeId.test(orderId)) return { call, wrong: 'is no order' }
  const body = await request.clone().text()
  return {
    call,
    wrong: wrongQuery(url, call.endpoint) ?? wrongHeaders(request.headers, body) ?? wrongBody(body, call.endpoint),
  }
}

function wrongQuery({ searchParams, hash }: URL, { query }: Endpoint): string | undefined {
  const names = [...searchParams.keys()]
  if (hash !== '' || new Set(names).size < names.length) return 'has an odd address'
  const limits: Readonly<Record<string, number>> = { page: lastPageThinkable, per_page: perPageThinkable }
  const isFine = (name: string) =>
    Object.hasOwn(query?.shape ?? {}, name) && isCount(searchParams.get(name) ?? '', limits[name] ?? 0)
  return names.every(isFine) ? undefined : 'has an odd query'
}

function wrongHeaders(headers: Headers, body: string): string | undefined {
  const expected = { accept: 'application/json', authorization: `Bearer ${testToken}` }
  const given = JSON.stringify(Object.fromEntries(headers))
  return given === JSON.stringify(body === '' ? expected : { ...expected, 'content-type': 'application/json' })
    ? undefined
    : `has the headers ${given}`
}

function wrongBody(body: string, endpoint: Endpoint): string | undefined {
  if (body === '') return endpoint.path.endsWith('/reject') ? 'gives no reason' : undefined
  if (!endpoint.body) return 'has a body'
  return z.safeParse(endpoint.body, JSON.parse(body)).success && body !== '{}' ? undefined : `has the body ${body}`
}
