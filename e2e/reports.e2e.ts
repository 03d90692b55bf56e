import { readFileSync } from 'node:fs'
import { expect, test } from './fixture.ts'

test('checks a shift at its start, and reports its results at its end', async ({ shop, page }) => {
  // Orders before the check belong to the previous shift.
  shop.vendor.placeOrder()
  await shop.open('/reports')
  const point = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(point('The tablet is connected')).toContainText(/Good.*within \d+ ms/)
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

  await shop.open('/reports')
  await expect(page.getByText(/^Checked .* · Sara$/)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Needs at least 5 answers' })).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('1')
  await page.getByText('The chart in numbers').click()
  await expect(page.getByRole('table', { name: 'Orders by time of arrival and result' }).getByRole('row')).toHaveCount(
    2,
  )
})

test('shows missed orders side by side, and prints a shift with many of them on one page', async ({ shop, page }) => {
  const orders = Array.from({ length: 12 }, () => shop.vendor.placeOrder())
  await shop.open('/')
  await expect(page.getByRole('article')).toHaveCount(orders.length)
  const sold = shop.vendor.placeOrder()
  await expect(page.getByRole('article')).toHaveCount(orders.length + 1)
  for (const order of orders) shop.vendor.orders.move(order, 'cancelled')
  shop.vendor.orders.move(sold, 'completed')
  await expect(page.getByRole('article')).toHaveCount(0, { timeout: 40_000 })
  const notices = page.getByRole('log')
  await expect(notices).toContainText('cancelled because nobody answered')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  const missed = page.getByRole('definition').filter({ hasText: /^12Cancelled because nobody answered/ })
  const links = missed.getByRole('link')
  await expect(links).toHaveCount(orders.length)
  const rows = async () =>
    new Set(await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top)))
  expect((await rows()).size).toBe(1)
  await expect(page.getByRole('table', { name: /^Sales in/ })).toBeVisible()
  // A notice that stands at the foot of the screen takes no room on paper.
  await expect(notices).toBeVisible()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/MediaBox/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  expect((await links.first().boundingBox())?.height).toBeLessThan(24)
  await expect(page.getByRole('figure')).toHaveCSS('break-inside', 'avoid')
})

test('reports days beside those before, prints them on one page, and saves them for a spreadsheet', async ({
  shop,
  page,
}) => {
  const first = shop.vendor.placeOrder()
  await shop.open(`/orders/${first.id}`)
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByText(/^Accepted\./)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('radio', { name: 'Last 28 days' }).click()
  await expect(page).toHaveURL(/\/reports\?of=last28$/)
  await expect(page.getByRole('definition').first()).toHaveText('1')
  await expect(page.getByText(/^Nothing to compare with/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'By person' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'Top items' })).toBeVisible()
  expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/MediaBox/g)).toHaveLength(1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save days (CSV)' }).click()
  const file = await (await download).path()
  const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
  expect(head).toMatch(/^\uFEFF"day","weekday","orders","accepted"/)
  expect(rows).toHaveLength(28)
  expect(rows.at(-1)).toMatch(/^"\d{4}-\d\d-\d\d","[1-7]","1","1"/)
  // A half-typed date is not undone.
  await page.getByRole('radio', { name: 'Choose dates' }).click()
  const day = page.getByLabel('First day')
  const last = await page.getByLabel('Last day').inputValue()
  await day.fill(last)
  await expect(page).toHaveURL(new RegExp(`of=own&from=${last}&to=${last}$`))
})
