import { expect, seriousViolations, test } from './fixture.ts'

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

for (const [colorScheme, language] of [
  ['light', 'English'],
  ['dark', 'English'],
  ['light', 'العربية'],
] as const) {
  test(`axe finds nothing on the shift, ${colorScheme}, ${language}`, async ({ shop, page }) => {
    await page.emulateMedia({ colorScheme })
    const order = shop.vendor.placeOrder()
    await shop.open(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Accept order' }).click()
    await expect(page.getByText(/^Accepted\./)).toBeVisible()
    await shop.open('/settings')
    await page.getByRole('radio', { name: language }).click()
    await shop.open('/shift')
    await page.locator('figure summary').click()
    await expect(page.locator('figure table')).toBeVisible()
    // The light of this tablet comes a moment later.
    await expect(page.getByRole('button', { name: /Arm this tablet|تفعيل الرنين/ }).first()).toBeVisible()
    expect(await seriousViolations(page)).toEqual([])
  })
}

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('nothing of the shift stands out at the side', async ({ shop, page }) => {
    await shop.open('/shift')
    await expect(page.getByText('Still waiting')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})
