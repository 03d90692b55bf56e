import type { Page } from '@playwright/test'
import { enter, expect, seriousViolations, test } from './fixture.ts'

/** Real keys may arrive late on a busy machine; then it scans again, as people do. */
async function scanUntil(page: Page, code: string, isDone: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await isDone()
  }).toPass()
}

test('packs an order on two tablets by press and scan, marks it ready, and hands it over for the right code', async ({
  shop,
  page,
  browser,
}) => {
  // Two pages, and a whole order's life.
  test.slow()
  const items = shop.vendor.placeOrder('large').lines.map(({ item }) => item)
  const [one, two, three, other] = items.filter(({ barcode }) => barcode !== null)
  if (!one || !two || !three || !other) throw new Error('Most items have a barcode.')
  const order = shop.vendor.placeOrder('ordinary', {
    lines: [one, two, three].map((item, index) => ({ item, quantity: index + 1, customizations: null })),
  })
  const at = `/orders/${order.id}`
  const tick = (on: Page, index: number) => on.getByRole('checkbox', { name: /^Picked: / }).nth(index)

  await shop.open(at)
  await page.getByRole('button', { name: 'Accept order' }).click()
  await expect(page.getByText('0 of 3 picked').first()).toBeVisible()

  const context = await browser.newContext()
  await enter(context, shop)
  const kitchen = await context.newPage()
  await kitchen.goto(shop.desk.url + at)
  await expect(tick(kitchen, 2)).toBeVisible()
  // The scanner's listener is loaded last.
  await expect(kitchen.getByRole('button', { name: 'Turn on sound' })).toBeVisible()

  await tick(page, 0).click()
  await expect(tick(kitchen, 0)).toBeChecked()
  await expect(kitchen.getByText('1 of 3 picked').first()).toBeVisible()

  await scanUntil(kitchen, two.barcode ?? '', async () =>
    expect(kitchen.getByText('1 of 2').first()).toBeVisible({ timeout: 1000 }),
  )
  await expect(tick(page, 1)).not.toBeChecked()
  await scanUntil(kitchen, two.barcode ?? '', async () => expect(tick(kitchen, 1)).toBeChecked({ timeout: 1000 }))
  await expect(tick(page, 1)).toBeChecked()

  await scanUntil(kitchen, other.barcode ?? '', async () =>
    expect(kitchen.getByRole('alert').filter({ hasText: 'Not in this order' })).toBeVisible({ timeout: 1000 }),
  )
  await expect(kitchen).toHaveURL(shop.desk.url + at)
  expect(await seriousViolations(kitchen)).toEqual([])

  // Even on the smallest phone a line can be ticked without scrolling sideways.
  await kitchen.setViewportSize({ width: 320, height: 640 })
  await expect(kitchen.getByRole('button', { name: /^Not found: / })).toBeVisible()
  expect(await kitchen.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  // All lanes side by side.
  await kitchen.setViewportSize({ width: 1280, height: 720 })

  await expect(page.getByText('1 line is not ticked.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await tick(kitchen, 2).click()
  await expect(page.getByText('All picked').first()).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Mark as ready' }).click()

  await page.getByRole('button', { name: 'Hand over', exact: true }).click({ timeout: 15_000 })
  const dialog = page.getByRole('dialog', { name: `Hand over ${order.printNumber}` })
  const code = dialog.getByRole('textbox', { name: 'Code from the customer or courier' })
  await code.fill(order.pickupOtp === '1111' ? '2222' : '1111')
  // At any height the result of the scan is visible first.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 640, height: 400 })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText('NO MATCH')).toBeInViewport({ ratio: 1 })
  if (size) await page.setViewportSize(size)
  expect(await seriousViolations(page)).toEqual([])
  await code.fill([...order.pickupOtp].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join(' '))
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await code.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('MATCH')
  await expect(dialog.getByRole('alert')).not.toContainText('NO')
  expect(await seriousViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Handed over' }).click()
  await expect(dialog).toHaveCount(0)

  await expect(kitchen.getByRole('button', { name: 'Undo hand-over' })).toBeVisible()
  await kitchen.goto(shop.desk.url)
  await expect(kitchen.getByRole('article', { name: order.printNumber })).toContainText('Handed over at')
  await context.close()
})
