import { expect, test } from './fixture.ts'

test('a tablet that is turned while a bag is handed over from its board still shows the dialog', async ({
  shop,
  page,
}) => {
  const order = shop.vendor.placeOrder()
  shop.vendor.orders.move(order, 'ready')
  await page.setViewportSize({ width: 1024, height: 768 })
  await shop.open('/')
  await page.getByRole('article', { name: order.printNumber }).getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: `Hand over ${order.printNumber}` })
  await expect(dialog).toBeVisible()
  // Of the lanes but the waiting one only “Preparing” has room now.
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(page.getByRole('region', { name: 'Ready' })).toBeHidden()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Ready/ }).click()
  await expect(page.getByRole('article', { name: order.printNumber })).toBeVisible()
})
