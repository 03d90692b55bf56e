import { expect, test } from './fixture.ts'

test('a shift is checked at its start, and tells at its end what came of it', async ({ shop, page }) => {
  const first = shop.vendor.placeOrder()
  await shop.open('/shift')
  const point = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(point('Connected to the desk')).toContainText(/Good.*within \d+ ms/)
  await page.getByRole('button', { name: 'Arm it' }).click()
  await expect(point('This tablet rings')).toContainText('Good')
  await page.getByRole('button', { name: 'Play the ring' }).click()
  await page.getByRole('button', { name: 'I heard it' }).click()
  await page.getByRole('button', { name: 'No printer here' }).click()
  await page.getByRole('button', { name: 'Begin the shift' }).click()
  await expect(page.getByText(/^Checked .* · Sara$/)).toBeVisible()

  await shop.open(`/orders/${first.id}`)
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByText(/^Accepted\./)).toBeVisible()

  await shop.open('/shift')
  await expect(page.getByText(/^Checked .* · Sara$/)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Median of 1 answered order' })).toBeVisible()
  await page.getByText('The chart in numbers').click()
  await expect(page.getByRole('table', { name: 'When orders came' }).getByRole('row')).toHaveCount(2)
})
