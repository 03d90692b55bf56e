import { expect, test } from './fixture.ts'

test('has a button of 56 px for the next action on each card', async ({ shop, page }) => {
  const [waiting, preparing, ready] = [shop.vendor.placeOrder(), shop.vendor.placeOrder(), shop.vendor.placeOrder()]
  shop.vendor.orders.move(preparing, 'preparing')
  shop.vendor.orders.move(ready, 'ready')
  await shop.open('/')
  for (const [{ printNumber }, name] of [
    [waiting, 'Accept order'],
    [preparing, 'Mark as ready'],
    [ready, 'Hand over'],
  ] as const) {
    const button = page.getByRole('article', { name: printNumber }).getByRole('button', { name })
    await expect(button).toBeVisible()
    expect((await button.boundingBox())?.height, name).toBeGreaterThanOrEqual(56)
  }
})
