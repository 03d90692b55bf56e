import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiScopes } from '#contract/desk/api-keys.ts'
import { matchPath } from '#contract/endpoint.ts'
import { createTestProgram, type TestProgram } from '#testing/api-keys.ts'
import { created, openTestDesk, type TestDesk } from '#testing/desk.ts'
import type { ApiExample } from './api-examples.ts'
import { keyAddresses, type OperationName } from '#server/api-keys/key-access.ts'

// Each example of the documentation is a request that is made here, with the answer that comes. A changed answer is
// written anew by `WRITE_EXAMPLES=1 npm exec -c 'vitest run src/server/open-api/api-examples.test.ts'`.

const file = new URL('api-examples.json', import.meta.url)
const vendorApi = '/api/developer/v1'

type Sent = ApiExample['request']

/** Sends requests at a desk, and notes them with their answers. */
function createRecorder(desk: TestDesk, program: TestProgram) {
  const noted: ApiExample[] = []

  async function answerTo({ method, path, headers, body }: Sent): Promise<Response> {
    const init = {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    return desk.during(3000, program.ask(path, init))
  }

  /** `first`: how many of a long list the documentation shows. */
  async function note(operation: OperationName, name: string, request: Sent, first?: number): Promise<void> {
    const address = keyAddresses.find((each) => each.name === operation)
    const path = request.path.split('?')[0] ?? ''
    expect([address?.method, matchPath(address?.path ?? '', path)]).toEqual([request.method, expect.anything()])
    const answer = await answerTo(request)
    if (answer.headers.get('Content-Type')?.startsWith('text/csv')) {
      noted.push({ operation, name, request, answer: { status: answer.status, body: await answer.text() } })
      return
    }
    const whole = (await answer.json()) as Readonly<Record<string, unknown>>
    const { data } = whole
    const body = first !== undefined && Array.isArray(data) ? { ...whole, data: data.slice(0, first) } : whole
    noted.push({ operation, name, request, answer: { status: answer.status, body } })
  }

  return {
    noted,
    get: (operation: OperationName, name: string, path: string, first?: number) =>
      note(operation, name, { method: 'GET', path }, first),
    post: (operation: OperationName, name: string, path: string, more: Omit<Sent, 'method' | 'path'> = {}) =>
      note(operation, name, { method: 'POST', path, ...more }),
    /** Follows the feed while something happens. */
    async follow(name: string, happens: () => Promise<void>): Promise<void> {
      const path = '/api/desk/feed'
      const answer = await program.ask(path)
      await happens()
      await desk.clock.advance(10_000)
      let text = ''
      for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += part
        if (text.includes('event: hb')) break
      }
      const body = text.slice(0, text.indexOf('\n\n', text.indexOf('event: hb')) + 2)
      noted.push({ operation: 'followOrders', name, request: { method: 'GET', path }, answer: { status: 200, body } })
    },
  }
}

const attempt = (number: number) => ({ 'Idempotency-Key': `0d9a1b6e-5c1f-4d5e-9a57-3f2b1c0e4a0${number}` })

async function makeExamples(): Promise<readonly ApiExample[]> {
  const desk = await openTestDesk({ walksCatalog: true, config: { timeZone: 'Asia/Baghdad' } })
  const program = await createTestProgram(desk, { scopes: apiScopes })
  const { noted, get, post, follow } = createRecorder(desk, program)
  await desk.ask('/api/desk/catalog/items')
  await desk.clock.advance(60_000)

  const first = desk.vendor.placeOrder()
  await follow('A new order comes', async () => {
    await desk.notify(created(first.id))
    await desk.clock.advance(2000)
  })
  await get('listOrders', 'The open orders', '/api/desk/orders')
  await get('listOrders', 'An order by its number', '/api/desk/orders?q=A-824')
  await get('readOrder', 'A waiting order', `/api/desk/orders/${first.id}`)
  await get('readOrder', 'An order that the desk does not know', '/api/desk/orders/999999')
  await get('readOrderMatches', 'The items of its lines', `/api/desk/orders/${first.id}/matches`)
  await get('getOrder', 'The order as the service has it', `${vendorApi}/orders/${first.id}`)
  await post('acceptOrder', 'Without an Idempotency-Key', `${vendorApi}/orders/${first.id}/accept`)
  await post('acceptOrder', 'A plain order', `${vendorApi}/orders/${first.id}/accept`, { headers: attempt(1) })
  await desk.clock.advance(60_000)
  await post('acceptOrder', 'An order that was answered before', `${vendorApi}/orders/${first.id}/accept`, {
    headers: attempt(2),
  })
  await post('markOrderReady', 'The order is packed', `${vendorApi}/orders/${first.id}/ready`, { headers: attempt(3) })

  const digital = await desk.order('digital')
  const items = digital.lines.flatMap((line) =>
    Array.from({ length: line.quantity }, (_, unit) => ({
      order_item_id: line.id,
      secret_code: `ABCD-EFGH-${unit + 1}`,
      serial_number: `SN-000${unit + 1}`,
    })),
  )
  await post('acceptOrder', 'A digital order, with its codes', `${vendorApi}/orders/${digital.id}/accept`, {
    headers: attempt(4),
    body: { items },
  })

  const missing = await desk.order()
  await get('listCancelReasons', 'The service’s reasons', `${vendorApi}/cancel-reasons`)
  await post('rejectOrder', 'Without a reason', `${vendorApi}/orders/${missing.id}/reject`, {
    headers: attempt(5),
    body: {},
  })
  await post('rejectOrder', 'The shop is too busy', `${vendorApi}/orders/${missing.id}/reject`, {
    headers: attempt(6),
    body: { reason_code: 'TOO_BUSY' },
  })
  const short = await desk.order()
  await post('rejectOrder', 'One of its items is missing', `${vendorApi}/orders/${short.id}/reject`, {
    headers: attempt(7),
    body: { cancel_reason_id: 1, items: short.lines.slice(0, 1).map(({ id }) => ({ id: Number(id) })) },
  })
  const other = desk.vendor.placeOrder()
  await post('openOrder', 'An order that no notification announced', '/api/desk/orders', {
    body: { order_id: other.id },
  })

  await get('searchItems', 'Items by their name', '/api/desk/catalog/items?q=storage')
  const [item] = await itemIds(program)
  await get('readItem', 'One item', `/api/desk/catalog/items/${item}`)
  await get('countItems', 'All counts', '/api/desk/catalog/counts')
  await get('listItems', 'The first page, of which two items are shown', `${vendorApi}/items?page=1`, 2)
  await get('listCategories', 'A short page', `${vendorApi}/categories?page=1&per_page=2`)
  await get('listBrands', 'A short page', `${vendorApi}/brands?page=1&per_page=2`)
  await get('listVariantAttributes', 'Attributes, of which one is shown', `${vendorApi}/variant-attributes`, 1)
  await get('readSummary', 'The shop now', '/api/desk/summary')
  await get('readShift', 'The last 12 hours', '/api/desk/shift')
  await get('readReport', 'Today', '/api/desk/reports')
  await get('readReport', 'Two days as a table', '/api/desk/reports?from=2026-11-19&to=2026-11-20&format=csv')
  await get('readReport', 'Sales by payment method', '/api/desk/reports?format=csv&table=payments')
  return noted
}

async function itemIds({ ask }: TestProgram): Promise<readonly number[]> {
  const { data } = (await (await ask('/api/desk/catalog/items?q=storage')).json()) as { data: { id: number }[] }
  return data.map(({ id }) => id)
}

test('shows the requests and answers of the documentation as they are', async () => {
  const examples = await makeExamples()
  if (process.env['WRITE_EXAMPLES']) writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`)
  expect(examples).toEqual(JSON.parse(readFileSync(file, 'utf8')))
})

test('has an example of every operation but the description itself', async () => {
  const shown = new Set((JSON.parse(readFileSync(file, 'utf8')) as ApiExample[]).map(({ operation }) => operation))
  const names = keyAddresses.map(({ name }) => name).filter((name) => name !== 'readDescription')
  expect(names.filter((name) => !shown.has(name))).toEqual([])
})
