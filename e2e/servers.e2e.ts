import { startPostgres, type TestPostgres } from '#testing/postgres.ts'
import { expect, test as base } from './fixture.ts'
import { startServers, type ServerGroup } from './server-group.ts'

// Two servers of one shop on a real PostgreSQL, each its own process.

interface Group extends ServerGroup {
  readonly postgres: TestPostgres
  /** Sends a request to a server as a signed-in tablet. */
  ask(server: number, path: string, init?: RequestInit): Promise<Response>
  /** Opens a server's board in the browser. */
  open(server: number): Promise<void>
}

const test = base.extend<{ group: Group }>({
  group: async ({ page, context }, use) => {
    const postgres = await startPostgres({ isDurable: true })
    base.skip(!postgres, 'No PostgreSQL here: Debian has it as "postgresql".')
    if (!postgres) return
    const group = await startServers(postgres, 2)
    const cookie = await group.admit('Counter')
    const urlOf = (server: number) => group.servers[server]?.url ?? ''
    await use({
      ...group,
      postgres,
      ask: (server, path, init) =>
        fetch(urlOf(server) + path, { ...init, headers: { ...init?.headers, Cookie: cookie, Origin: urlOf(server) } }),
      async open(server) {
        const cookies = cookie.split('; ').map((each) => each.split('='))
        await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: urlOf(server) })))
        await page.goto(urlOf(server))
      },
    })
    await group.stop()
    await postgres.remove()
  },
})

const timeouts = { timeout: 20_000 }
const lanes = async (answer: Response) =>
  ((await answer.json()) as { data: { order_id: string; lane: string }[] }).data.map((row) => [row.order_id, row.lane])

test('rings on one server for an order notified to another, and shows its answer on both', async ({ group, page }) => {
  await group.open(1)
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeVisible()
  const order = group.vendor.placeOrder()
  expect((await group.notify(0, order.id)).status).toBe(202)
  const card = page.getByRole('article', { name: order.printNumber })
  await card.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('region', { name: 'In progress' }).getByText(order.printNumber)).toBeVisible()
  await expect
    .poll(async () => lanes(await group.ask(0, '/api/desk/orders')), timeouts)
    .toEqual([[order.id, 'preparing']])
  expect(group.vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('polls orders by the other server within 10 s when the polling one is killed', async ({ group }) => {
  const order = group.vendor.placeOrder()
  await group.notify(0, order.id)
  await expect.poll(() => group.reads.length, timeouts).toBeGreaterThan(0)
  const watching = group.reads.at(-1)?.server ?? 0
  await group.servers[watching]?.kill()
  const killedAt = Date.now()
  const other = 1 - watching
  await expect.poll(() => group.reads.some(({ server }) => server === other), timeouts).toBe(true)
  const first = group.reads.find(({ server }) => server === other)
  // A promise to the shop, independent of this machine: the lease ends by the database's clock.
  expect((first?.at ?? 0) - killedAt).toBeLessThan(10_000)
  await group.restart(watching)
})

test(
  'answers 503 without a database, warns on every board, and recovers with all acknowledged orders',
  { tag: '@long' },
  async ({ group, page }) => {
    const alarm = page.getByText(/^The desk’s server cannot write/)
    await group.open(1)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    const orders = [group.vendor.placeOrder(), group.vendor.placeOrder()] as const
    expect((await group.notify(0, orders[0].id)).status).toBe(202)
    await group.postgres.kill()
    const refused = await group.notify(0, orders[1].id)
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'store_unavailable' }])
    expect(refused.headers.get('Retry-After')).not.toBeNull()
    await expect(alarm).toBeVisible(timeouts)
    await group.postgres.start()
    await expect(alarm).toBeHidden(timeouts)
    await expect.poll(async () => (await group.notify(1, orders[1].id)).status, timeouts).toBe(202)
    for (const server of [0, 1]) {
      const known = async () => new Set((await lanes(await group.ask(server, '/api/desk/orders'))).map(([id]) => id))
      await expect.poll(known, timeouts).toEqual(new Set(orders.map(({ id }) => id)))
    }
  },
)
