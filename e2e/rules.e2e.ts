import { expect, test } from './fixture.ts'

test('tries a rule, turns it on, accepts an order by it, and turns it off from the board', async ({ shop, page }) => {
  await shop.open('/rules')
  await page.getByRole('checkbox', { name: /^Every item is in the catalog/ }).uncheck()
  await page.getByRole('radio', { name: 'At once' }).check()
  await page.getByRole('button', { name: 'Try on the last 30 days' }).click()
  await expect(page.getByText('There are no orders in the last 30 days.')).toBeVisible()
  await page.getByRole('switch', { name: 'Accept orders automatically' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('switch')).toBeChecked()

  // Without notes, which a rule never accepts.
  const [line] = shop.vendor.placeOrder().lines
  if (!line) throw new Error('The order has no line.')
  const { id } = shop.vendor.placeOrder('ordinary', { lines: [{ ...line, customizations: null }] })
  await expect.poll(() => shop.vendor.orders.find(id)?.state, { timeout: 30_000 }).toBe('preparing')
  await shop.open(`/orders/${id}`)
  await expect(page.getByText('Accepted automatically')).toBeVisible()

  await shop.open('/')
  await expect(page.getByText('Orders are accepted automatically')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Orders are accepted automatically')).toBeHidden()
  await shop.open('/rules')
  await expect(page.getByRole('switch')).not.toBeChecked()
})
