import type { BrowserContext, Page } from '@playwright/test'
import type { RunningShop } from './shop-process.ts'
import { expect, sara, seriousViolations, test } from './fixture.ts'

/** Pairs a browser as a station, at which nobody is signed in. */
async function pairStation(
  context: BrowserContext,
  { desk: { url }, command }: Pick<RunningShop, 'desk' | 'command'>,
): Promise<Page> {
  const { code } = JSON.parse(command(['enrol', '--role', 'station', '--json'])) as { readonly code: string }
  const enrolled = await context.request.post(`${url}/api/desk/enrolment`, {
    headers: { Origin: url },
    data: { code, device_name: 'Grill' },
  })
  expect(enrolled.status()).toBe(200)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1920, height: 1080 })
  return page
}

const tickOf = (page: Page, index: number) => page.getByRole('checkbox', { name: /^Picked: / }).nth(index)

/** The buttons of the head that lie on one another. */
const overlaps = (page: Page) =>
  page
    .getByRole('banner')
    .first()
    .getByRole('button')
    .evaluateAll((buttons) => {
      const boxes = buttons.map((button) => ({
        name: button.ariaLabel ?? button.textContent,
        box: button.getBoundingClientRect(),
      }))
      return boxes.flatMap(({ name, box }, index) =>
        boxes
          .slice(index + 1)
          .filter(
            ({ box: other }) =>
              box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
          )
          .map((other) => `${name} and ${other.name}`),
      )
    })

test('prepares an order at a station by press and by key, and marks it as ready once somebody has signed in', async ({
  shop,
  page,
  browser,
}) => {
  // Two pages, and a whole order's life.
  test.slow()
  const lines = shop.vendor
    .placeOrder('large')
    .lines.slice(0, 3)
    .map(({ item }, index) => ({ item, quantity: index + 1, customizations: { note: 'No sugar' } }))
  const order = shop.vendor.placeOrder('ordinary', { lines })
  const context = await browser.newContext()
  const station = await pairStation(context, shop)
  await station.goto(`${shop.desk.url}/`)
  await expect(station).toHaveURL(`${shop.desk.url}/station`)
  await expect(station.getByText('Nothing to prepare')).toBeVisible()

  await shop.open(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Accept order' }).click()
  const ticket = station.getByRole('article', { name: order.printNumber })
  await expect(ticket).toBeVisible()
  await expect(ticket.getByText('note: No sugar').first()).toBeVisible()
  expect(await seriousViolations(station)).toEqual([])
  expect(await station.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const text = await station.evaluate(() => document.body.textContent)
  expect(text).not.toContain(order.customer.name)

  await tickOf(station, 0).click()
  await expect(tickOf(page, 0)).toBeChecked()
  await tickOf(page, 1).click()
  await expect(tickOf(station, 1)).toBeChecked()
  await station.keyboard.press('1')
  await expect(page.getByText('All picked').first()).toBeVisible()
  await station.keyboard.press('0')
  await expect(station.getByRole('dialog', { name: 'Recall a ticket' })).toBeVisible()
  await station.keyboard.press('1')
  await expect(tickOf(page, 2)).not.toBeChecked()
  await expect(tickOf(page, 1)).toBeChecked()
  await station.keyboard.press('1')

  await ticket.getByRole('button', { name: 'Sign in to mark as ready' }).click()
  const dialog = station.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByRole('textbox', { name: 'PIN' }).fill(sara.pin)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(ticket.getByRole('button', { name: 'Mark as ready' })).toBeVisible()
  expect(await seriousViolations(station)).toEqual([])
  await ticket.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(ticket.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(ticket).toHaveCount(0, { timeout: 15_000 })
  await expect(page.getByRole('button', { name: 'Hand over', exact: true })).toBeVisible()
  await context.close()
})

test('counts the tickets that do not fit, and never scrolls sideways', async ({ shop, page }) => {
  test.slow()
  const orders = Array.from({ length: 30 }, () => shop.vendor.placeOrder())
  for (const order of orders) shop.vendor.orders.move(order, 'preparing')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await shop.open('/station')
  await expect(page.getByText('30 orders')).toBeVisible({ timeout: 30_000 })
  const more = page.getByRole('button', { name: /^\+\d+ more$/ })
  await expect(more).toBeVisible()
  const shown = page.getByRole('article')
  const count = 30 - Number((await more.textContent())?.replace(/\D/g, ''))
  // Those beyond the screen are out of reach.
  await expect(page.locator('article:not([inert])')).toHaveCount(count)
  await expect(shown.first()).toBeInViewport()
  // The desk may learn of the orders in any order.
  const first = (await shown.first().getAttribute('aria-label')) ?? ''
  await expect(page.getByRole('article', { name: first })).toBeVisible()
  await more.click()
  await expect(page.getByRole('article', { name: first })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to the oldest' }).click()
  await expect(page.getByRole('article', { name: first })).toBeVisible()
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 768 },
    { width: 800, height: 1280 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expect(page.getByRole('article', { name: first })).toBeInViewport()
    expect(await overlaps(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'All-day counts' }).click()
  await expect(page.getByRole('region', { name: 'All-day counts' }).getByRole('button').first()).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
})
