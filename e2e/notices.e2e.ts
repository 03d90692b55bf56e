import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixture.ts'

/** Whether a press in the middle of an element would reach it. */
const isInReach = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('opens the order of a toast inside the page, so that the sound stays on', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  await shop.open('/')
  await page.getByRole('article', { name: order.printNumber }).waitFor()
  await button(page, 'Turn on sound').click()
  shop.vendor.orders.move(order, 'cancelled')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.getByRole('log').getByRole('link', { name: 'Open' }).click({ timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 1, name: order.printNumber })).toBeVisible()
  await expect(page.getByRole('log')).toBeHidden()
  await expect(button(page, 'Turn on sound')).toBeHidden()
  expect(loads).toBe(0)
})

for (const [width, height, ...tag] of [
  [1280, 800],
  [800, 1280, '@long'],
  [390, 844],
] as const) {
  test(`covers no control and no undo button by toasts, ${width} wide`, { tag }, async ({ shop, page }) => {
    await page.setViewportSize({ width, height })
    const orders = [1, 2, 3, 4].map(() => shop.vendor.placeOrder())
    for (const order of orders) shop.vendor.orders.move(order, 'preparing')
    await shop.open('/')
    const open = ({ printNumber }: { readonly printNumber: string }) =>
      page.getByRole('article', { name: printNumber }).getByRole('link').click()
    const [last, ...left] = orders
    // Each reports that it was left while an answer was held.
    for (const order of left) {
      await open(order)
      await button(page, 'Mark as ready').click()
      await button(page, 'Undo').waitFor()
      await page.getByRole('link', { name: 'Orders' }).click()
      await expect(page.getByRole('log')).toContainText(order.printNumber)
    }
    // One that waits, and rings.
    shop.vendor.placeOrder()
    await expect(button(page, 'Silence')).toBeVisible()
    await expect.poll(() => isInReach(button(page, 'Silence'))).toBe(true)
    if (last) await open(last)
    for (const name of ['Mark as ready', 'Reject order', 'Silence'])
      await expect.poll(() => isInReach(button(page, name)), name).toBe(true)
    await button(page, 'Mark as ready').click()
    await expect.poll(() => isInReach(button(page, 'Undo'))).toBe(true)
    await button(page, 'Undo').click()
  })
}
