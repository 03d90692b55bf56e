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

for (const language of ['English', 'العربية'])
  test(`on a phone a place that has gone under the first one fades out there, and none while none has (${language})`, async ({
    shop,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await shop.open('/settings')
    await page.getByRole('radio', { name: language }).click()
    const places = page.getByRole('navigation').filter({ has: page.locator('[aria-current=page]') })
    const scrollTo = (x: number) =>
      places.evaluate((each, to) => each.scrollTo(each.matches(':dir(rtl)') ? -to : to, 0), x)
    const fade = () => places.evaluate((each) => Number(getComputedStyle(each, '::before').opacity))
    await scrollTo(0)
    await expect.poll(fade).toBe(0)
    await scrollTo(60)
    await expect.poll(fade).toBe(1)
    // Whoever goes there by the keyboard sees it whole.
    const under = places.getByRole('link').nth(1)
    await under.focus()
    const isWhole = () =>
      under.evaluate((each) => {
        const { left, right, y, height } = each.getBoundingClientRect()
        return [left + 4, right - 4].every((x) => each.contains(document.elementFromPoint(x, y + height / 2)))
      })
    await expect.poll(isWhole).toBe(true)
  })
