import { expect, seriousViolations, test } from './fixture.ts'

test('receives its own test over the network, and shows the secret nowhere', async ({ shop, page }) => {
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

test('keeps the current menu entry visible on a narrow screen, and fades out covered ones', async ({ shop, page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await shop.open('/settings')
  const here = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' })
  await expect(page.getByRole('banner').getByRole('combobox')).toBeVisible()
  await expect(here).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(here).toBeInViewport({ ratio: 0.9 })

  const places = page.getByRole('navigation').filter({ has: page.locator('[aria-current=page]') })
  const scrollTo = (x: number) =>
    places.evaluate((each, to) => each.scrollTo(each.matches(':dir(rtl)') ? -to : to, 0), x)
  const fade = () => places.evaluate((each) => Number(getComputedStyle(each, '::before').opacity))
  const under = places.getByRole('link').nth(1)
  const isWhole = () =>
    under.evaluate((each) => {
      const { left, right, y, height } = each.getBoundingClientRect()
      return [left + 4, right - 4].every((x) => each.contains(document.elementFromPoint(x, y + height / 2)))
    })
  for (const [language, direction] of [
    ['English', 'ltr'],
    ['العربية', 'rtl'],
  ] as const) {
    await page.getByRole('radio', { name: language }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    await scrollTo(0)
    await expect.poll(fade).toBe(0)
    await scrollTo(60)
    await expect.poll(fade).toBe(1)
    // Keyboard focus scrolls it fully into view.
    await under.focus()
    await expect.poll(isWhole).toBe(true)
  }
})
