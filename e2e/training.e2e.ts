import type { Page } from '@playwright/test'
import { startDesk, type RunningDesk } from './desk-process.ts'
import { expect, test as base } from './fixture.ts'
import { signIn } from './journey.ts'
import { serveDemo } from './serve-demo.ts'

const test = base.extend<{ practice: RunningDesk; demo: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parts that a fixture needs from its pattern
  practice: async ({}, use) => {
    const desk = await startDesk({})
    await use(desk)
    await desk.stop()
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  demo: async ({}, use) => {
    const { url, stop } = await serveDemo()
    await use(url)
    await stop()
  },
})

/** Opens the page for training from the practice store's controls, and accepts an order that it places. */
async function followAnOrder(page: Page, store: string): Promise<void> {
  await page.getByRole('button', { name: store }).click()
  await page.getByRole('link', { name: 'Show counter, station and display' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Training' })).toBeVisible()
  const [counter, station, display] = ['Counter', 'Station', 'Display'].map((title) =>
    page.frameLocator(`iframe[title="${title}"]`),
  )
  if (!counter || !station || !display) throw new Error('There are three frames.')
  await page.getByRole('button', { name: 'Place an order' }).click()
  const placed = page.getByRole('status').filter({ hasText: 'is on its way' })
  await expect(placed).toBeVisible()
  const [number = ''] = /A-\d+/.exec((await placed.textContent()) ?? '') ?? []
  const card = counter.getByRole('article', { name: number })
  await card.getByRole('button', { name: 'Accept' }).click({ timeout: 20_000 })
  await expect(counter.getByRole('region', { name: 'In progress' }).getByText(number)).toBeVisible({ timeout: 20_000 })
  await expect(display.getByRole('listitem').filter({ hasText: number })).toBeVisible()
  await expect(station.getByText(number).first()).toBeVisible()
}

test('shows counter, station and display of the practice store side by side', async ({ practice, page }) => {
  test.setTimeout(90_000)
  await page.goto(`${practice.url}/sign-in`)
  await signIn(page, { name: 'Sara', pin: '1234' })
  await page.goto(practice.url)
  await followAnOrder(page, 'Practice store')
  // Three streams, because the page around the frames has none.
  await expect(page.locator('iframe')).toHaveCount(3)
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test.describe('in the demo', () => {
  test.use({ serviceWorkers: 'allow' })

  test('shows the demo’s own orders in all three frames', async ({ demo, page }) => {
    test.setTimeout(90_000)
    await page.goto(demo)
    await followAnOrder(page, 'Demo')
  })
})

test('is not there in a live shop, which no page may frame', async ({ shop, page }) => {
  const answer = await page.goto(`${shop.desk.url}/training`)
  expect(answer?.status()).toBe(404)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('frame-src')
  await expect(page.locator('iframe')).toHaveCount(0)
})
