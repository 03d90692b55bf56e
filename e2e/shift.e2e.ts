import { expect, test } from './fixture.ts'

test('checks a shift at its start, and reports its results at its end', async ({ shop, page }) => {
  // Orders before the check belong to the previous shift.
  shop.vendor.placeOrder()
  await shop.open('/shift')
  const point = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(point('Connected to the desk')).toContainText(/Good.*within \d+ ms/)
  await point('This tablet rings').getByRole('button', { name: 'Turn on sound' }).click()
  await expect(point('This tablet rings')).toContainText('Good')
  await page.getByRole('button', { name: 'Play the sound' }).click()
  await page.getByRole('button', { name: 'I heard it' }).click()
  await page.getByRole('button', { name: 'No printer here' }).click()
  await page.getByRole('button', { name: 'Begin the shift' }).click()
  await expect(page.getByText(/^Checked .* · Sara$/)).toBeVisible()

  const first = shop.vendor.placeOrder()
  await shop.open(`/orders/${first.id}`)
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByText(/^Accepted\./)).toBeVisible()

  await shop.open('/shift')
  await expect(page.getByText(/^Checked .* · Sara$/)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Median of the first answer to 1 order' })).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('1')
  await page.getByText('The chart in numbers').click()
  await expect(page.getByRole('table', { name: 'When orders came' }).getByRole('row')).toHaveCount(2)
})

test('shows missed orders side by side, and prints a shift with many of them on one page', async ({ shop, page }) => {
  const orders = Array.from({ length: 12 }, () => shop.vendor.placeOrder())
  await shop.open('/')
  await expect(page.getByRole('article')).toHaveCount(orders.length)
  for (const order of orders) shop.vendor.orders.move(order, 'cancelled')
  await expect(page.getByRole('article')).toHaveCount(0, { timeout: 40_000 })
  await shop.open('/shift')
  const missed = page.getByRole('definition').filter({ hasText: /^12Cancelled while waiting/ })
  const links = missed.getByRole('link')
  await expect(links).toHaveCount(orders.length)
  const rows = async () =>
    new Set(await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top)))
  expect((await rows()).size).toBe(1)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/MediaBox/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  expect((await links.first().boundingBox())?.height).toBeLessThan(24)
  await expect(page.getByRole('figure')).toHaveCSS('break-inside', 'avoid')
})
