import { expect, seriousViolations, test } from './fixture.ts'
import { scan } from './journey.ts'

test('opens the order of a barcode scanned on the board, with its line visible and marked', async ({ shop, page }) => {
  shop.vendor.placeOrder('digital')
  const order = shop.vendor.placeOrder('large')
  const line = order.lines.at(-1)
  await shop.open('/')
  await expect(page.getByRole('article')).toHaveCount(2)
  // The scanner's listener is loaded last; until then it scans again, as people do.
  await expect(async () => {
    await scan(page, line?.item.barcode ?? '')
    await expect(page).toHaveURL(`${shop.desk.url}/orders/${order.id}`, { timeout: 1000 })
  }).toPass()
  const marked = page.getByRole('listitem').and(page.locator('[aria-current=true]'))
  await expect(marked).toHaveCount(1)
  await expect(marked).toBeInViewport()
  await expect(marked).toContainText(`${line?.quantity} ×`)
  // The lines scroll, and nothing around them.
  const bar = await page.getByRole('region', { name: 'Answer this order' }).boundingBox()
  expect(bar && bar.y + bar.height).toBe(page.viewportSize()?.height)
  await expect(page.getByRole('status').filter({ hasText: `${line?.quantity} ×` })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
})
