import { expect, sara, seriousViolations, test } from './fixture.ts'

test.use({ visitor: 'stranger' })

test('a tablet is let in by its link; somebody signs in, acts, and signs out; then nobody acts', async ({
  shop,
  page,
}) => {
  const first = shop.vendor.placeOrder()
  const second = shop.vendor.placeOrder()
  await shop.open('/')
  await expect(page.getByRole('textbox', { name: 'Enrolment code' })).toHaveValue('')
  expect(await page.evaluate(async () => (await fetch('/api/desk/orders')).status)).toBe(401)
  expect(await seriousViolations(page)).toEqual([])

  const { url, code } = JSON.parse(shop.command(['enrol', '--json'])) as { readonly url: string; readonly code: string }
  await page.goto(url)
  await expect(page.getByRole('textbox', { name: 'Enrolment code' })).toHaveValue(code)
  await page.getByRole('textbox', { name: 'Tablet name' }).fill('Counter')
  await page.getByRole('button', { name: 'Add this tablet' }).click()
  await page.getByRole('article', { name: first.printNumber }).getByRole('link').first().click()

  await page.getByRole('button', { name: 'Accept order' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Sign in first' })
  expect(shop.vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
  await refusal.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('combobox', { name: 'Name' }).selectOption(sara.name)
  await page.getByRole('textbox', { name: 'PIN' }).fill(sara.pin)
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { name: first.printNumber })).toBeVisible()
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible()
  for (const [link, heading] of [
    ['Tablets', 'Tablets'],
    ['Staff', 'Staff'],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    expect(await seriousViolations(page)).toEqual([])
  }

  await page.getByRole('link', { name: sara.name }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('article', { name: second.printNumber }).getByRole('button', { name: 'Accept order' }).click()
  await expect(refusal).toBeVisible()
  expect(second.state).toBe('pending')
})

test('a tablet that the command cuts off shows nothing more', async ({ shop, page }) => {
  const { url } = JSON.parse(shop.command(['enrol', '--json'])) as { readonly url: string }
  await page.goto(url)
  await page.getByRole('textbox', { name: 'Tablet name' }).fill('Counter')
  await page.getByRole('button', { name: 'Add this tablet' }).click()
  await expect(page.getByText('No orders known')).toBeVisible()
  const [id = ''] = shop.command(['devices']).split('\t')
  shop.command(['devices', 'revoke', id])
  await expect(page.getByRole('textbox', { name: 'Enrolment code' })).toBeVisible({ timeout: 45_000 })
})
