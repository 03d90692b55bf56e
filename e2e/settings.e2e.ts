import { expect, seriousViolations, test } from './fixture.ts'

test('a test that the desk sends itself arrives over the network, and the secret is said nowhere', async ({
  shop,
  page,
}) => {
  await shop.open('/settings')
  const words = page.getByRole('region', { name: 'Word of new orders' })
  await expect(words).toContainText(`${shop.desk.url}/webhooks/orders`)
  await expect(words).toContainText('Nothing yet')
  expect(await seriousViolations(page)).toEqual([])
  await words.getByRole('button', { name: 'Send a test' }).click()
  await expect(words.getByText('It arrived: the address leads here, and the secret is right.')).toBeVisible()
  await expect(words.getByText('Nothing yet')).toBeHidden()
  expect(await seriousViolations(page)).toEqual([])
  expect(`${await page.content()}${shop.desk.output()}`).not.toContain('e2e-webhook-secret')
})

test('the settings stay readable in the dark, and in Arabic', async ({ shop, page }) => {
  await shop.open('/settings')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: 'العربية' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('nothing of the settings stands out at the side', async ({ shop, page }) => {
    await shop.open('/settings')
    await expect(page.getByRole('button', { name: 'Send a test' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})

test('on a narrow screen the place where one is stays in sight among the places, whatever room they have', async ({
  shop,
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await shop.open('/settings')
  const here = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' })
  await expect(page.getByRole('banner').getByRole('combobox')).toBeVisible()
  await expect(here).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(here).toBeInViewport({ ratio: 0.9 })
})
