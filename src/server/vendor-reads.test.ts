import { expect, test } from 'vitest'
import { matchPath } from '#contract/endpoint.ts'
import { vendor as endpoints } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { type TestDesk, openTestDesk } from '#testing/desk.ts'

const second = 1000
const minute = 60 * second
const orders = 30
const tablets = 3

/** The endpoint of a call. */
function endpointOf(call: string): string {
  const [method = '', address = ''] = call.split(' ')
  const path = address.replace(vendorPrefix, '').replace(/\?.*$/, '')
  const [name] = Object.entries(endpoints).find(
    ([, each]) => each.method === method && matchPath(each.path, path) !== undefined,
  ) ?? ['none of the contract']
  return name
}

/** An order's quarter of an hour: announced, opened on every tablet, answered, ready, collected. */
async function serve(desk: TestDesk, all: readonly Pick<TestDesk, 'ask' | 'act'>[]): Promise<void> {
  const { clock, vendor } = desk
  const order = vendor.placeOrder()
  await desk.notify(JSON.stringify({ event: 'order_created', data: { id: order.id } }))
  await clock.advance(20 * second)
  for (const { ask } of all) await ask(`/api/desk/orders/${order.id}`)
  await all[0]?.ask(`${vendorPrefix}/orders/${order.id}`)
  await clock.advance(20 * second)
  await all[0]?.act(order.id, 'accept')
  void later(10 * minute, () => all[1]?.act(order.id, 'ready'))
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

// A budget: a change of pace or a new request shows its cost to the service here, and must justify it. It may decrease
// at any time.
test('stays within the request budget for an hour of 30 orders, three tablets and one catalog visit', async () => {
  const desk = await openTestDesk()
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
    // 32 per order: read every 5 s while it waits, every 30 s in preparation, then once a minute.
    getOrder: 973,
    listBrands: 1,
    // Once for display, and all pages for the search.
    listCategories: 9,
    listItems: 17,
    listVariantAttributes: 1,
    // The ten minutes of the last five were not over.
    markOrderReady: 25,
  })
  expect(desk.clock.now() - start).toBe(60 * minute)
})
