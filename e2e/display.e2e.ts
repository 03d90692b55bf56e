import type { Page } from '@playwright/test'
import { expect, seriousViolations, test } from './fixture.ts'

const numbers = (page: Page) => page.getByRole('listitem')
const ask = (page: Page) => page.getByText('Please ask at the counter')

test('shows customers which orders are prepared and ready, without a pointer', async ({ shop, page }) => {
  const first = shop.vendor.placeOrder()
  shop.vendor.orders.move(first, 'preparing')
  await shop.open('/display')
  await expect(numbers(page)).toHaveText([first.printNumber], { timeout: 20_000 })
  // Placed now, because the desk may learn of two orders in any order.
  const second = shop.vendor.placeOrder()
  shop.vendor.orders.move(second, 'preparing')
  await expect(numbers(page)).toHaveText([first.printNumber, second.printNumber], { timeout: 20_000 })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(await page.getByRole('main').evaluate((main) => getComputedStyle(main).cursor)).toBe('none')
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
  expect(await seriousViolations(page)).toEqual([])

  const small = await numbers(page).first().boundingBox()
  shop.vendor.orders.move(second, 'ready')
  const large = page.getByRole('status').getByRole('listitem')
  await expect(async () => {
    // Within a second of its last reading the desk answers with that one.
    await page.request.get(`${shop.desk.url}/api/developer/v1/orders/${second.id}`)
    await expect(large).toHaveText([second.printNumber], { timeout: 1000 })
  }).toPass({ timeout: 15_000 })
  expect((await large.boundingBox())?.height).toBeGreaterThan(small?.height ?? Infinity)
  await expect(numbers(page)).toHaveText([first.printNumber, second.printNumber])
  expect(await seriousViolations(page)).toEqual([])

  const handedOver = await page.request.put(`${shop.desk.url}/api/desk/orders/${second.id}/handover`, {
    headers: { Origin: shop.desk.url },
    data: {},
  })
  expect(handedOver.status()).toBe(200)
  await expect(numbers(page)).toHaveText([first.printNumber])

  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('asks customers to go to the counter while the server is away, and shows the numbers again afterwards', async ({
  shop,
  page,
}) => {
  test.setTimeout(120_000)
  const order = shop.vendor.placeOrder()
  shop.vendor.orders.move(order, 'preparing')
  await page.clock.install()
  await shop.open('/display')
  await expect(numbers(page)).toHaveText([order.printNumber], { timeout: 20_000 })
  await shop.desk.stop()
  await page.clock.runFor(20_000)
  await expect(numbers(page)).toHaveText([order.printNumber])
  await page.clock.runFor(40_000)
  await expect(ask(page)).toBeVisible()
  await expect(numbers(page)).toHaveCount(0)
  await shop.restart()
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(numbers(page)).toHaveText([order.printNumber], { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await expect(ask(page)).toHaveCount(0)
})

test.describe('a tablet paired as a display', () => {
  test.use({ visitor: 'stranger' })

  test('goes straight to its screen, whatever address it opens, and never learns more', async ({ shop, page }) => {
    const order = shop.vendor.placeOrder()
    shop.vendor.orders.move(order, 'preparing')
    const { url } = JSON.parse(shop.command(['pair', '--role', 'display', '--json'])) as { readonly url: string }
    const { pathname, hash } = new URL(url)
    await shop.open(pathname + hash)
    await page.getByRole('textbox', { name: 'Tablet name' }).fill('Window')
    await page.getByRole('button', { name: 'Pair this tablet' }).click()
    await page.waitForURL('**/display')
    await expect(numbers(page)).toHaveText([order.printNumber], { timeout: 20_000 })
    const asked: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) asked.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
    })
    await shop.open('/catalog/items')
    await page.waitForURL('**/display')
    await expect(numbers(page)).toHaveText([order.printNumber], { timeout: 20_000 })
    // A display has no board to go back to.
    await page.getByRole('main').click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link')).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe('/display')
    // It asks for nothing that its role may not see.
    expect(asked).toEqual([])
  })
})
