import { expect, test } from './fixture.ts'

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
  { width: 640, height: 400 },
  { width: 844, height: 390 },
])
  test(`whether a code is right is seen wholly, ${width} by ${height}`, async ({ shop, page }) => {
    await page.setViewportSize({ width, height })
    const order = shop.vendor.placeOrder()
    shop.vendor.orders.move(order, 'ready')
    await shop.open(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Hand over' }).click()
    const dialog = page.getByRole('dialog', { name: `Hand over ${order.printNumber}` })
    await dialog.getByRole('textbox').fill('0000')
    await dialog.getByRole('button', { name: 'Compare' }).click()
    const verdict = dialog.getByRole('alert').filter({ hasText: 'NO MATCH' })
    await expect(verdict).toBeVisible()
    await expect(verdict).toBeInViewport({ ratio: 1 })
  })
