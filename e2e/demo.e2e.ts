import { goThroughDrill } from './drill.ts'
import { expect, seriousViolations, test as base } from './fixture.ts'
import { serveDemo } from './serve-demo.ts'

const test = base.extend<{ demo: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parts that a fixture needs from its pattern
  demo: async ({}, use) => {
    const { url, stop } = await serveDemo()
    await use(url)
    await stop()
  },
})

test.use({ serviceWorkers: 'allow' })

test('places and accepts an order in the demo without a server', async ({ demo, page }) => {
  await page.goto(demo)
  await page.getByRole('button', { name: 'Demo' }).click()
  await expect(page.getByText('Demo. Nothing here is real')).toBeVisible()
  await page.getByRole('button', { name: 'Place an order' }).click()
  // The order opens by itself. Until then the first customer's may be on the board, too.
  await page.waitForURL(/#\/orders\//)
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toContainText('Being prepared')
  expect(page.url()).toContain('/some/shop/#/orders/')
  expect(await seriousViolations(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Demo' })).toBeVisible()
})

test('claims no accept while the network is cut, and resolves it afterwards', async ({ demo, page }) => {
  await page.goto(demo)
  await page.getByRole('button', { name: 'Demo' }).click()
  await page.getByRole('button', { name: 'Place an order' }).click()
  await page.waitForURL(/#\/orders\//)
  await expect(page.getByRole('button', { name: 'Accept order' })).toBeEnabled()
  await page.getByRole('button', { name: 'Demo' }).click()
  await page.getByRole('combobox', { name: 'Connection to the vendor service' }).selectOption('cut')
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'slow' })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Demo' }).click()
  await page.getByRole('combobox', { name: 'Connection to the vendor service' }).selectOption('working')
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible({ timeout: 40_000 })
})

// A minute of real time, as with a server in practice.e2e.ts.
test('goes through the drill inside the page', { tag: '@long' }, async ({ demo, page }) => {
  test.setTimeout(240_000)
  await page.goto(demo)
  await goThroughDrill(page, 'Demo')
  expect(await seriousViolations(page)).toEqual([])
})
