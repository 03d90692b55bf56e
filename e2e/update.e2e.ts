import type { Page } from '@playwright/test'
import { expect, test as base } from './fixture.ts'
import { startVersioned, type VersionedDesk } from './next-version.ts'

const test = base.extend<{ versioned: VersionedDesk }>({
  versioned: async ({ shop }, use) => {
    const versioned = await startVersioned(shop.desk.url)
    await use(versioned)
    versioned.stop()
  },
})

const shellsOf = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')))
const isOfWorker = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null)

/** Marks the page. @returns a function that tells whether it is still the marked one. */
async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
  // During a reload there is no page to evaluate.
  return () => page.evaluate(() => 'isMarked' in globalThis).catch(() => true)
}

test('tells a tablet with sound on of a new version, never on an order, and loads it on request', async ({
  shop,
  page,
  versioned,
}) => {
  test.setTimeout(120_000)
  const order = shop.vendor.placeOrder()
  shop.vendor.orders.move(order, 'preparing')
  await page.clock.install()
  await page.goto(versioned.url)
  await page.getByRole('button', { name: 'Turn on sound' }).click()
  await expect.poll(() => isOfWorker(page), { timeout: 30_000 }).toBe(true)
  const [old] = await shellsOf(page)
  const isSame = await markPage(page)
  await page.getByRole('article', { name: order.printNumber }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: order.printNumber })).toBeVisible()

  versioned.publish()
  await shop.restart()
  await expect.poll(() => shellsOf(page), { timeout: 40_000 }).toHaveLength(2)
  const toast = page.getByText('A new version of the desk is ready')
  await page.clock.fastForward(8000)
  await expect(toast).toBeHidden()
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(toast).toBeVisible()
  await expect(page.getByText('must be turned on again')).toBeVisible()
  // The search has typed text.
  await page.getByRole('searchbox', { name: 'Find an order' }).fill('1')
  await expect(toast).toBeHidden()
  await page.getByRole('searchbox', { name: 'Find an order' }).fill('')
  await expect(toast).toBeVisible()
  // Nor does it cover a waiting order.
  const waiting = shop.vendor.placeOrder()
  await expect(page.getByRole('article', { name: waiting.printNumber })).toBeVisible()
  await expect(toast).toBeHidden()
  shop.vendor.orders.move(waiting, 'preparing')
  await expect(toast).toBeVisible({ timeout: 30_000 })
  expect(await isSame()).toBe(true)

  await page.getByRole('button', { name: 'Update now' }).click()
  await expect.poll(isSame).toBe(false)
  await expect.poll(() => shellsOf(page), { timeout: 30_000 }).toEqual([old?.replace('-', '-next-')])
  await expect(toast).toBeHidden()
})

test('loads a new version by itself on a tablet without sound after a minute without input', async ({
  shop,
  page,
  versioned,
}) => {
  test.setTimeout(120_000)
  await page.clock.install()
  await page.goto(versioned.url)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const isSame = await markPage(page)
  versioned.publish()
  await shop.restart()
  await expect(page.getByText('A new version of the desk is ready')).toBeVisible({ timeout: 40_000 })
  expect(await isSame()).toBe(true)
  await page.clock.fastForward(60_000)
  await expect.poll(isSame).toBe(false)
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('says that a removed chunk failed to load after an update, and offers a reload', async ({ page, versioned }) => {
  // As in a browser without a worker that keeps the old files.
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }))
  await page.goto(versioned.url)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  versioned.remove(/closed-screen/)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('alert')).toContainText('could not be loaded')
  versioned.remove(/^never$/)
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('heading', { name: 'Closed orders' })).toBeVisible()
})
