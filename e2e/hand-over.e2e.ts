import { expect, test } from './fixture.ts'

test('shows the whole result of a code on every screen size', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  shop.vendor.orders.move(order, 'ready')
  await shop.open(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: `Hand over ${order.printNumber}` })
  const verdict = dialog.getByRole('alert').filter({ hasText: 'NO MATCH' })
  for (const { width, height } of [
    { width: 1280, height: 800 },
    { width: 320, height: 640 },
    { width: 640, height: 400 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize({ width, height })
    await dialog.getByRole('textbox').fill('')
    await expect(verdict).toHaveCount(0)
    await dialog.getByRole('textbox').fill('0000')
    await dialog.getByRole('button', { name: 'Check' }).click()
    await expect(verdict).toBeVisible()
    await expect(verdict, `${width} by ${height}`).toBeInViewport({ ratio: 1 })
  }
})

test('keeps the hand-over dialog open when the tablet is turned', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  shop.vendor.orders.move(order, 'ready')
  await page.setViewportSize({ width: 1024, height: 768 })
  await shop.open('/')
  await page.getByRole('article', { name: order.printNumber }).getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: `Hand over ${order.printNumber}` })
  await expect(dialog).toBeVisible()
  // Of the other columns only “In progress” has room now.
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(page.getByRole('region', { name: 'Ready' })).toBeHidden()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Ready/ }).click()
  await expect(page.getByRole('article', { name: order.printNumber })).toBeVisible()
})
