import type { Page } from '@playwright/test'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from './fixture.ts'

test.use({ serviceWorkers: 'allow' })

/** The caches and the saved board of a page, once the worker controls it. */
async function cachedBy(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    if (!navigator.serviceWorker.controller) return []
    const names = await caches.keys()
    const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return cached.flat().map(({ url }) => new URL(url).pathname)
  })
}

/** Stops the worker, as browsers stop an idle one. */
async function putWorkerToSleep(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach()
}

const holds = (page: Page, path: string) => expect.poll(() => cachedBy(page), { timeout: 30_000 }).toContain(path)

test('can be installed: has a name, icons and a colour, without objections of the browser', async ({
  shop,
  page,
  context,
}) => {
  await shop.open('/')
  const session = await context.newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Vendor Desk', display: 'standalone', start_url: './' })
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // Each test has a private window, which cannot install pages.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  for (const [icon, side] of [
    ['icon-192.png', 192],
    ['icon-512.png', 512],
    ['icon-maskable.png', 512],
    ['apple-touch-icon.png', 180],
  ] as const) {
    const bytes = await (await page.request.get(`${shop.desk.url}/${icon}`)).body()
    // The position of width and height in a PNG.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([side, side])
  }
})

test('opens offline with the last board, read-only', async ({ shop, page, context }) => {
  test.setTimeout(120_000)
  const order = shop.vendor.placeOrder()
  await shop.open('/')
  const card = page.getByRole('article', { name: order.printNumber })
  await expect(card).toBeVisible()
  await holds(page, '/last-known')
  await shop.desk.stop()

  await shop.open('/')
  await expect(page.getByText(/^Orders as of /)).toBeVisible()
  await expect(page.getByText(/^No connection since/)).toBeVisible()
  await expect(card).toContainText(order.customer.name)
  await card.getByRole('button', { name: 'Accept order' }).click()
  await expect(card.getByRole('alert')).toContainText('nothing was sent')
  // Every screen has its address, and each opens.
  await shop.open('/catalog/items?page=2')
  await expect(page.getByRole('link', { name: 'Orders' })).toBeVisible()
  await shop.open('/')
  await expect(card).toBeVisible()

  // It does not handle other addresses: the desk's own answers, and a demo in a folder of the same host.
  for (const path of ['/api/desk/session', '/healthz', '/demo/']) {
    const peerChanges = await context.newPage()
    await expect(peerChanges.goto(shop.desk.url + path)).rejects.toThrow('ERR_CONNECTION_REFUSED')
    await peerChanges.close()
  }

  await shop.restart()
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText(/^Orders as of/)).toBeHidden()
  expect(shop.vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
  await card.getByRole('button', { name: 'Accept order' }).click()
  await expect.poll(() => order.state).toBe('preparing')
})

test('fetches data, page and files without waiting for a sleeping worker', async ({ shop, page }) => {
  await shop.open('/')
  await holds(page, '/last-known')
  await putWorkerToSleep(page)
  await shop.open('/')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const asked = () =>
    page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => ({
        path: new URL(entry.name).pathname.replace(/^(\/api|\/assets)\/.*/, '$1'),
        // The route through the worker; TypeScript does not have it yet. Empty for cached responses.
        way: (entry as { workerFinalSourceType?: string }).workerFinalSourceType ?? '',
      })),
    )
  // Recorded when the whole response has arrived, which may be after the feed is open.
  await expect.poll(asked).toContainEqual({ path: '/api', way: 'network' })
  await expect.poll(asked).toContainEqual({ path: '/assets', way: 'cache' })
  const ways: Readonly<Record<string, RegExp>> = {
    '/': /^network$/,
    '/api': /^(?:network)?$/,
    '/assets': /^(?:cache)?$/,
  }
  expect((await asked()).filter(({ path, way }) => ways[path]?.test(way) === false)).toEqual([])
})

test('opens when the desk does not answer, or its proxy reports so', async ({ shop, page }) => {
  await shop.open('/')
  await holds(page, '/last-known')
  const port = Number(new URL(shop.desk.url).port)
  const link = page.getByRole('link', { name: 'Orders' })
  shop.desk.freeze()
  await putWorkerToSleep(page)
  await shop.open('/settings')
  await expect(link).toBeVisible()
  shop.desk.thaw()

  await shop.desk.stop()
  const proxy = createServer((_, answer) => answer.writeHead(502, { 'Content-Type': 'text/html' }).end('Bad gateway'))
  await once(proxy.listen(port, '127.0.0.1'), 'listening')
  try {
    await putWorkerToSleep(page)
    await shop.open('/')
    await expect(link).toBeVisible()
    await expect(page.getByText('Bad gateway')).toBeHidden()
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
})

test('saves no answer of the desk but one board, which is deleted with the pairing', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  await shop.open('/')
  await expect(page.getByRole('article', { name: order.printNumber })).toBeVisible()
  await holds(page, '/last-known')
  await shop.open(`/orders/${order.id}`)
  await expect(page.getByRole('button', { name: 'Accept order' })).toBeEnabled()
  await shop.open('/catalog/items')
  await expect(page.getByRole('table')).toBeVisible()
  const cached = await cachedBy(page)
  expect(cached.filter((path) => !/^\/(?:assets\/.+|icon-48\.png|manifest\.webmanifest)?$/.test(path))).toEqual([
    '/last-known',
  ])

  const [id = ''] = shop.command(['devices']).split(/\s/)
  shop.command(['devices', 'revoke', id])
  await expect(page.getByRole('textbox', { name: 'Pairing code' })).toBeVisible({ timeout: 90_000 })
  await expect.poll(() => cachedBy(page)).not.toContain('/last-known')
})
