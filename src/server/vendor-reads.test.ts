import { expect, test } from 'vitest'
import { matchPath } from '#contract/endpoint.ts'
import { vendor as endpoints, vendorPrefix } from '#contract/vendor/endpoints.ts'
import { createTestDesk, type TestDesk } from '#testing/desk.ts'

const second = 1000
const minute = 60 * second
const orders = 30
const tablets = 3

/** By which endpoint of the contract a call went. */
function endpointOf(call: string): string {
  const [method = '', address = ''] = call.split(' ')
  const path = address.replace(vendorPrefix, '').replace(/\?.*$/, '')
  const [name] = Object.entries(endpoints).find(
    ([, each]) => each.method === method && matchPath(each.path, path) !== undefined,
  ) ?? ['none of the contract']
  return name
}

/** An order's quarter of an hour: told of, looked at on every tablet, answered, made ready, fetched. */
async function serve(desk: TestDesk, all: readonly Pick<TestDesk, 'ask' | 'tap'>[]): Promise<void> {
  const { clock, vendor } = desk
  const order = vendor.placeOrder()
  await desk.tell(JSON.stringify({ event: 'order_created', data: { id: order.id } }))
  await clock.advance(20 * second)
  for (const { ask } of all) await ask(`/api/desk/orders/${order.id}`)
  await all[0]?.ask(`${vendorPrefix}/orders/${order.id}`)
  await clock.advance(20 * second)
  await all[0]?.tap(order.id, 'accept')
  void later(10 * minute, () => all[1]?.tap(order.id, 'ready'))
  void later(15 * minute, () => vendor.orders.move(order, 'completed'))

  async function later(ms: number, act: () => unknown): Promise<void> {
    await clock.sleep(ms)
    await act()
  }
}

async function lookAtTheCatalog(desk: TestDesk): Promise<void> {
  for (const path of ['/items?page=1', '/categories', '/brands', '/variant-attributes'])
    await desk.ask(vendorPrefix + path)
  await desk.ask('/api/desk/catalog/items?q=tea')
}

// A budget: who changes a pace, or asks for something more, sees here what it costs the service, and says that it is
// worth it. It may be less at any time.
test('an hour of 30 orders on three tablets, with one look at the catalog, costs the service so many calls', async () => {
  const desk = createTestDesk()
  await desk.open()
  const all = [desk, ...(await Promise.all([1, 2].map((each) => desk.admit(`Tablet ${each}`, 'Sara'))))]
  expect(all).toHaveLength(tablets)
  const start = desk.clock.now()
  for (let each = 0; each < orders; each += 1) {
    await serve(desk, all)
    if (each === orders / 2) await lookAtTheCatalog(desk)
    await desk.clock.advance(start + (each + 1) * 2 * minute - desk.clock.now())
  }

  const calls: Record<string, number> = {}
  for (const call of desk.asked()) calls[endpointOf(call)] = (calls[endpointOf(call)] ?? 0) + 1
  expect(calls).toEqual({
    acceptOrder: 30,
    // 32 an order: it is read again every 5 s while it waits, every 30 s while it is prepared, once a minute after that.
    getOrder: 973,
    listBrands: 1,
    // Once to be shown; and all of their pages, to be searched.
    listCategories: 9,
    listItems: 17,
    listVariantAttributes: 1,
    // Of the last five the ten minutes were not over.
    markOrderReady: 25,
  })
  expect(desk.clock.now() - start).toBe(60 * minute)
})
