import { expect, test } from './fixture.ts'
import type { Page } from '@playwright/test'

// The desk draws the board into the page, so that it can be read before any script is there (`board-page.ts`).

/** Opens the board, and keeps the page's own files back until that is called. */
async function openHeld(page: Page, url: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await gate.promise
    await route.continue()
  })
  // It is not loaded before they are.
  await page.goto(url, { waitUntil: 'commit' })
  return gate.resolve
}

/**
 * Where the cards that wait for an answer stand, as far as they are in sight, in whole pixels: the height of others is
 * not known before they are seen. On a wide screen those of the other lanes too, which else stand below them.
 */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(innerWidth >= 1024 ? 'article' : '#lane-answer article')]
      .map((card) => ({ name: card.ariaLabel, ...card.getBoundingClientRect().toJSON() }))
      .filter(({ top, height }) => top < innerHeight && height > 0)
      .map(({ name, ...at }) => [name, ...[at.left, at.top, at.width, at.height].map(Math.round)].join(' ')),
  )

/** As somebody has it who was here before. */
async function openOnce(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  await open('/')
  await expect(page.getByRole('button', { name: 'Accept order' }).first()).toBeVisible()
}

for (const [device, viewport] of Object.entries({
  till: { width: 1280, height: 800 },
  tablet: { width: 800, height: 1280 },
  phone: { width: 390, height: 844 },
}))
  test.describe(device, () => {
    test.use({ viewport })

    test('orders can be read before any script is there, and nothing moves when it comes', async ({ shop, page }) => {
      const orders = Array.from({ length: 12 }, () => shop.vendor.placeOrder())
      await expect.poll(() => shop.vendor.requests.filter(({ method }) => method === 'GET').length).toBeGreaterThan(11)
      await openOnce(page, shop.open)
      const [accepted, next] = orders
      const accept = (number = '') =>
        page.getByRole('article', { name: number }).getByRole('button', { name: 'Accept order' })
      await accept(accepted?.printNumber).click()
      await expect(page.getByRole('button', { name: 'Mark as ready' })).toBeVisible()
      const goOn = await openHeld(page, shop.desk.url)
      const card = page.getByRole('article', { name: next?.printNumber ?? '' })
      await expect(card).toBeVisible()
      await expect(card).toContainText(next?.customer.name ?? '')
      await expect(page.getByText('Connecting…')).toBeVisible()
      const before = await places(page)
      expect(before.length).toBeGreaterThan(1)
      // The first of a lane: a slow tablet takes long enough for these.
      await expect(page.getByRole('article')).toHaveCount(5)
      // What could not answer a tap yet is not seen.
      await expect(page.getByRole('button')).toHaveCount(0)
      await expect(page.getByRole('searchbox')).toHaveCount(0)
      goOn()
      await expect(accept(next?.printNumber)).toBeVisible()
      expect(await places(page)).toEqual(expect.arrayContaining(before))
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(12)
      expect(await places(page)).toEqual(expect.arrayContaining(before))
    })
  })

test('a card that is tapped before any script is there leads to its order', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  await openOnce(page, shop.open)
  const goOn = await openHeld(page, shop.desk.url)
  await page.getByRole('article', { name: order.printNumber }).getByRole('link').click({ noWaitAfter: true })
  goOn()
  await expect(page).toHaveURL(`${shop.desk.url}/orders/${order.id}`)
  await expect(page.getByRole('button', { name: 'Reject order' })).toBeVisible()
})

test('a page whose script never comes says so, and shows no old orders', async ({ shop, page }) => {
  const order = shop.vendor.placeOrder()
  await openOnce(page, shop.open)
  await openHeld(page, shop.desk.url)
  await expect(page.getByRole('article', { name: order.printNumber })).toBeVisible()
  await expect(page.getByText('Vendor Desk has not started.')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('what happened since the page was asked for is on the board as soon as it is the page’s own', async ({
  shop,
  page,
}) => {
  const order = shop.vendor.placeOrder()
  await openOnce(page, shop.open)
  const goOn = await openHeld(page, shop.desk.url)
  await expect(page.getByRole('article', { name: order.printNumber })).toBeVisible()
  const other = shop.vendor.placeOrder()
  goOn()
  await expect(page.getByRole('article', { name: other.printNumber })).toBeVisible()
})

test('a board that was drawn in another language than the tablet now speaks is not shown', async ({ shop, page }) => {
  shop.vendor.placeOrder()
  await openOnce(page, shop.open)
  await page.evaluate(() => localStorage.setItem('language', 'ar'))
  const goOn = await openHeld(page, shop.desk.url)
  await expect(page.locator('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveCount(0)
  goOn()
  await expect(page.getByRole('button', { name: 'قبول الطلب' })).toBeVisible()
  const again = await openHeld(page, shop.desk.url)
  await expect(page.getByRole('article')).toContainText('توصيل')
  again()
})

test('a tablet that was cut off finds no order in the page', async ({ shop, page, context }) => {
  shop.vendor.placeOrder()
  await openOnce(page, shop.open)
  await context.clearCookies({ name: /device/ })
  await openHeld(page, shop.desk.url)
  await expect(page.locator('.shell-frame')).toBeAttached()
  await expect(page.locator('article')).toHaveCount(0)
})

test.describe('touched', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a finger that was on the drawn board answers no order as the page takes its place', async ({ shop, page }) => {
    const orders = [shop.vendor.placeOrder(), shop.vendor.placeOrder(), shop.vendor.placeOrder()]
    await openOnce(page, shop.open)
    const button = await page.getByRole('button', { name: 'Accept order' }).first().boundingBox()
    const goOn = await openHeld(page, shop.desk.url)
    await expect(page.getByRole('article', { name: orders[0]?.printNumber ?? '' })).toBeVisible()
    const { x = 0, y = 0, width = 0, height = 0 } = button ?? {}
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    goOn()
    await expect(page.getByRole('button', { name: 'Accept order' }).first()).toBeVisible()
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await page.waitForTimeout(1000)
    expect(shop.vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
    // Whoever looks first is heard.
    await page.touchscreen.tap(x + width / 2, y + height / 2)
    await expect.poll(() => shop.vendor.requests.filter(({ method }) => method === 'POST').length).toBe(1)
  })
})
