import { catalogGathered } from './catalog-gathered.ts'
import { expect, seriousViolations, test } from './fixture.ts'

test('links an order’s lines to their items, and asks for codes if the catalog says digital', async ({
  shop,
  page,
}) => {
  const order = shop.vendor.placeOrder('digital')
  await shop.open('/catalog/items')
  await catalogGathered(page, shop.desk.url)

  await shop.open(`/orders/${order.id}`)
  await expect(page.getByRole('switch', { name: 'Digital codes' })).toBeChecked()
  const lines = page.getByRole('region', { name: /lines?/ }).getByRole('listitem')
  const link = lines.first().getByRole('link', { name: 'In the catalog, by its reference' })
  await expect(link).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await link.click()
  await expect(page).toHaveURL(/\/catalog\/items\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
