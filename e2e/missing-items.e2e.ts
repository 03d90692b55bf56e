import type { Page } from '@playwright/test'
import { expect, seriousViolations, test } from './fixture.ts'

type Shop = Parameters<Parameters<typeof test>[2]>[0]['shop']

/** Opens the reject dialog of an order with 29 lines. */
async function reject(shop: Shop, page: Page) {
  const items = shop.vendor.placeOrder('large').lines.map(({ item }) => item)
  const lines = [...items, ...items, ...items]
    .slice(0, 29)
    .map((item, index) => ({ item, quantity: index + 1, customizations: null }))
  await shop.open(`/orders/${shop.vendor.placeOrder('ordinary', { lines }).id}`)
  // The content above and below is loaded last.
  await expect(page.getByRole('button', { name: 'Turn on sound' })).toBeVisible()
  await page.getByRole('button', { name: 'Reject order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject order' })
  await expect(dialog.getByRole('radio')).toHaveCount(7)
  return dialog
}

/** The number of fully visible items between the title and the buttons. */
const itemsInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('dialog :has(> [type=checkbox])')]
    return boxes.filter((box) => {
      const { left, top, bottom } = box.getBoundingClientRect()
      return [top + 1, bottom - 1].every((y) => box.contains(document.elementFromPoint(left + 20, y)))
    }).length
  })

test('shows several of many items at once on every screen size', async ({ shop, page }) => {
  const dialog = await reject(shop, page)
  const isMissing = dialog.getByRole('radio', { name: 'Some items are not available' })
  for (const { width, height, items } of [
    { width: 1280, height: 800, items: 8 },
    { width: 800, height: 1280, items: 16 },
    { width: 390, height: 844, items: 4 },
    { width: 320, height: 640, items: 1 },
    { width: 640, height: 400, items: 2 },
    { width: 844, height: 390, items: 3 },
  ]) {
    const size = `${width} by ${height}`
    await page.setViewportSize({ width, height })
    await isMissing.check()
    await expect.poll(() => itemsInSight(page), size).toBeGreaterThanOrEqual(items)
    await expect(isMissing, size).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: 'Change reason' }).click()
    await dialog.getByRole('radio', { name: 'Closing soon' }).check()
  }
  await isMissing.check()
  expect(await seriousViolations(page)).toEqual([])
})

test(
  'moves through all reasons by keys, although those about items are apart',
  { tag: '@long' },
  async ({ shop, page }) => {
    const dialog = await reject(shop, page)
    const radio = (name: string) => dialog.getByRole('radio', { name })
    await page.keyboard.press('Tab')
    // At a person's pace: a faster key after a letter counts as a scanner's.
    await page.keyboard.press('Space', { delay: 50 })
    await expect(radio('Some items are not available')).toBeChecked()
    await page.keyboard.press('ArrowDown')
    await expect(radio('Too many orders right now')).toBeFocused()
    await expect(radio('Too many orders right now')).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Change reason' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('searchbox', { name: 'Find an item' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(radio('Some items are not available')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(radio('Too many orders right now')).toBeChecked()
  },
)
